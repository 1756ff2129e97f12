export { type Completeness, getCompleteness, largerLimit, smallerLimit } from './runQuery';
export { localStoreAddress } from './run';
export type { Finding, HistoryLimits, StoredRun, QueryRun, RunEnd } from './run';
export { rowsWithoutLinks, withLinks } from './runQuery';
export { runQuery, type RunPorts } from './runQuery';
