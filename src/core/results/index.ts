import { webPage, type WebPage } from '../records/webPage';

/** Comment lines are at the top of the file (api-spec: “Explore CSV result”). */
const maxHeadLength = 16_384;

/**
 * The page of a query in the web interface: the last comment of an Explore CSV that is a URL, optionally after a few words and
 * a colon. `service` is the base URL of the service.
 */
export function queryPageIn(csv: string, service: string | undefined): WebPage | undefined {
  const lines = csv.slice(0, maxHeadLength).split(/\r\n|[\r\n]/);
  const first = lines.findIndex((line) => !/^\uFEFF?\s*#/.test(line) && line.trim() !== '');
  return lines
    .slice(0, first < 0 ? 0 : first)
    .map((line) => /^\uFEFF?\s*#\s*(?:[\p{L}\p{N} _-]{1,40}:\s*)?(https?:\/\/\S+)\s*$/iu.exec(line)?.[1])
    .flatMap((address) => webPage(address, service) ?? [])
    .at(-1);
}

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
