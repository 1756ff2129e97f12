export { cellText, csvCell } from '../export/csvCell';
export { isRedacted } from '../text/redactedCell';
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
  reachColumn,
  type ReferenceOf,
} from '../export/results/csvWriter';
export { queryOnOneLine, type ResultsHeader } from '../export/results/header';
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
} from '../export/results/stixGroups';
export {
  identityId,
  stixExtension,
  stixIdentity,
  stixIndicator,
  stixIndicatorId,
  type StixObject,
  stixPattern,
  stixUuid,
} from '../export/results/stixWriter';
export { stixBundle, stixLines, stixPieces } from '../export/results/stixBundle';
export { stixValidity } from '../export/results/stixValidity';
export { type ReadAnswer, readAnswer } from './readAnswer';
export { type ExploreStix, readExploreStix } from './readStix';
export { resultsJson } from '../export/results/resultsJson';
export { locationOf, resultsMarkdown, resultsTable, type DefangTools } from '../export/results/resultsMarkdown';
export { listColumnsIn, listsIn } from '../export/listColumns';
export { threatsCsvFile } from '../export/results/threatsCsv';
