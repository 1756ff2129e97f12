export { AnswerSizes } from './answerSizes';
export { planNames, type ExplorePlan, type PlanName } from './batchLimit';
export { LookupEngine } from './engine';
export { checkIgnorePattern } from './ignore';
export type {
  BatchResult,
  BatchOptions,
  LookUpOptions,
  LookupPorts,
  Lookups,
  LookupSettings,
  RequestLog,
  RequestLogStore,
} from './lookups';
export type {
  FeedRef,
  FetchedLink,
  IndicatorRef,
  FetchedLinks,
  LinkPager,
  Opened,
  OpenedFeed,
  OpenedThreat,
  OpenOptions,
  PartOptions,
  RecordRef,
  Records,
  ThreatRef,
} from './opened';
export { RecordLookups, type RecordsPorts } from './records';
export { MemoryRequestLog } from './requestLog';
export type { RequestOutcome } from './requestOutcome';
export {
  lookupModes,
  urlDetails,
  type KnowledgeStore,
  type LookupMode,
  type LookupReason,
  type LookupResult,
  type LookupState,
  type RequestLogEntry,
  type UrlDetail,
  type BlockReason,
} from './types';
