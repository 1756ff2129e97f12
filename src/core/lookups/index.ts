export { AnswerSizes } from './answerSizes';
export { planNames, type ExplorePlan, type PlanName } from './batchLimit';
export { createLookups } from './engine';
export { checkIgnorePattern } from './ignore';
export type {
  BatchAccount,
  BatchOptions,
  LookUpOptions,
  LookupPorts,
  Lookups,
  LookupSettings,
  SentLog,
  SentStore,
} from './lookups';
export type {
  FeedRef,
  From,
  HeldLink,
  IndicatorRef,
  LinksHeld,
  LinkWalk,
  Opened,
  OpenedFeed,
  OpenedThreat,
  OpenOptions,
  PartOptions,
  RecordRef,
  Records,
  ThreatRef,
} from './opened';
export { fromOf } from './opened';
export { createRecords, type RecordsPorts } from './records';
export { createSentLog } from './sentLog';
export {
  lookupModes,
  urlDetails,
  type KnowledgeStore,
  type LookupMode,
  type LookupReason,
  type LookupResult,
  type LookupState,
  type SentEntry,
  type UrlDetail,
  type BlockReason,
} from './types';
