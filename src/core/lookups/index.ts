export { AnswerSizes } from './answerSizes';
export { planNames, type ExplorePlan, type PlanName } from './batchLimit';
export { LookupEngine } from './lookups';
export { checkIgnorePattern } from './policy/ignoreEntry';
export type { Lookups } from './lookups';
export type {
  BatchResult,
  BatchOptions,
  LookUpOptions,
  LookupPorts,
  LookupSettings,
  RequestLog,
  RequestLogStore,
} from './options';
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
export { RecordLookups, type RecordsPorts } from './records/records';
export { MemoryRequestLog } from './requests/requestLog';
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
