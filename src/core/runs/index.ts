export { type Completeness, completenessOf, largerLimit, smallerLimit } from './completeness';
export type { Finding, HistoryLimits, KeptRun, QueryRun, RunEnd, RunPlace } from './run';
export { loosened } from './loosen';
export { runQuery, type RunOutcome, type RunPorts } from './runQuery';
export { type QueryTools, wholeUrlsIn, withheldIn } from './withheldTerms';
