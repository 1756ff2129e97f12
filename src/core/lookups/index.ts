export { AnswerSizes } from './answerSizes';
export { planNames, type ExplorePlan, type PlanName } from './batchLimit';
export { LookupEngine } from './engine/engine';
export { checkIgnorePattern } from './policy/ignoreEntry';
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
