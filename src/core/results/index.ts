export { cellText, csvCell, isRedacted } from './csvCell';
export { rewriteCsv } from './rewriteCsv';
export { csvReader, type CsvItem, type CsvReader, type CsvReaderOptions } from './csvReader';
export {
  csvColumns,
  csvComments,
  csvHead,
  csvIncomplete,
  csvPieces,
  csvRow,
  csvTable,
  type ReferenceOf,
} from './csvWriter';
export { queryOnOneLine, type ResultsHeader } from './header';
export { queryPageIn } from './queryPage';
export { type ExploreCsv, iidOf, isNo, isYes, placedProperties, propertyPlace, readExploreCsv } from './readCsv';
export {
  indicatorKeys,
  validStixProperties,
  stixFeed,
  stixFeedId,
  type StixGroup,
  stixTimestamps,
  stixThreat,
  stixThreatId,
  stixRelationship,
} from './stixGroups';
export {
  identityId,
  stixBundle,
  stixExtension,
  stixIdentity,
  stixIndicator,
  stixIndicatorId,
  type StixObject,
  stixPattern,
  stixLines,
  stixPieces,
  stixUuid,
} from './stixWriter';
export { stixValidity } from './stixValidity';
export { type ReadAnswer, readAnswer } from './readAnswer';
export { type ExploreStix, readExploreStix } from './readStix';
export { resultsJson } from './resultsJson';
export { locationOf, resultsMarkdown, resultsTable, type DefangTools } from './resultsMarkdown';
export { threatsInCells } from './threatCells';
export { threatsCsvFile } from './threatsCsv';
