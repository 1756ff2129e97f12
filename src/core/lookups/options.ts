import type { Knowledge } from '../records/knowledge';
import type { GeoLocationReader } from '../context/geoLocation';
import type { ServiceClient } from '../api/client';
import type { RequestError } from '../api/requestError';
import type { TeamJudgment } from '../records/judgment';
import type { Indicator } from '../indicators/identity/types';
import type { ExplorePlan } from './batchLimit';
import type {
  IgnoreOrigin,
  KnowledgeStore,
  LookupMode,
  LookupReason,
  LoggedRequest,
  RequestLogEntry,
  UrlDetail,
} from './types';
import type { OutcomeDetails, RequestOutcome } from './requestOutcome';

/** The current settings, with user and workspace values merged by the stricter one. */
export interface LookupSettings {
  readonly mode: LookupMode;
  readonly urls: UrlDetail;
  /** How long an answer of a service is considered recent, milliseconds. */
  readonly freshMillis: number;
  /** How long a miss is cached, milliseconds. */
  readonly notFoundMillis: number;
  readonly ignore: readonly { readonly pattern: string; readonly origin: IgnoreOrigin }[];
  /** Whether batches skip the hosts that `isWellKnown` lists; absent means no. */
  readonly skipWellKnown?: boolean;
}

export interface LookUpOptions {
  readonly reason: LookupReason;
  /** Cancels this caller's wait; the request ends once nobody waits for it. */
  readonly signal?: AbortSignal;
  /** Resolve with state `pending` after this time; the request continues. Milliseconds, absent means until the end. */
  readonly waitMillis?: number;
  /** Query the service even if there is a recent answer (“Look Up Again”). */
  readonly again?: boolean;
  /** Send the full URL, whatever `urls` is (after an explicit click). */
  readonly wholeUrl?: boolean;
  /** Called when a request is sent for this caller; not if it joins one in flight. */
  readonly onSent?: () => void;
}

/** The result of a batch lookup. */
export interface BatchResult {
  /** Requests that were sent. */
  readonly requests: number;
  /** Why it ended early; `rateLimited` has the time to continue. */
  readonly error?: RequestError;
}

export interface BatchOptions {
  /** Unsent requests are dropped when it aborts; a request in flight is completed if it is for `visible` indicators. */
  readonly signal?: AbortSignal;
  /** Why they are looked up: they are visible (default), the user confirmed a triage lookup, or an AI model needs them. */
  readonly reason?: 'visible' | 'triage' | 'assistant';
  /** Checked for each value right before it is sent; if absent, all that the settings allow may be sent. */
  readonly isConfirmed?: (address: string, value: string) => boolean;
  /** Called when each request is sent, with the indicators that it is for, and the values that it sends. */
  readonly onSent?: (indicators: readonly Indicator[], values: readonly string[]) => void;
}

/** The size of a batch lookup. */
export interface BatchEstimate {
  readonly requests: number;
  /** How many of the indicators are sent, apart from hosts of URLs; the others are known, blocked, or can't be expressed in a query. */
  readonly about: number;
}

/** The values that a batch lookup would send now, and the service. */
export interface PlannedLookup {
  /** The base URL of the service. */
  readonly address: string;
  readonly host: string;
  /** Distinct values, exactly as they are sent. */
  readonly values: readonly string[];
}

/** Dependencies of lookups besides the store, as plain data. */
export interface LookupContext {
  readonly settings: LookupSettings;
  /** The service for lookups. */
  readonly service?: { readonly address: string; readonly host: string; readonly remote: boolean } | undefined;
  /** Its answers in memory, which may not be in the store, by `lookupKey`. */
  readonly answers: readonly (readonly [key: string, answer: Knowledge])[];
}

/** The request log: kept in memory, and passed on to its store. */
export interface RequestLog {
  /** Newest first. The first call loads earlier sessions and other windows; `onChanged` fires when they are loaded. */
  list(): readonly RequestLogEntry[];
  clear(): void;
  onChanged(listener: () => void): () => void;
  /** Logs a request before it is sent; the returned function logs its result. */
  begin(request: LoggedRequest): (outcome: RequestOutcome, details?: OutcomeDetails) => void;
}

/** Storage in which the request log outlives the window. */
export interface RequestLogStore {
  load(): Promise<readonly RequestLogEntry[]>;
  /** Saves new and changed entries only. */
  save(changed: readonly RequestLogEntry[]): void;
  clear(): void;
}

/** The judgments of teams. */
interface JudgmentSource {
  of(address: string, key: string): JudgedKey | undefined;
  all(address: string): ReadonlyMap<string, JudgedKey>;
}

/** A team's judgment of an indicator. */
export interface JudgedKey {
  readonly indicator: Indicator;
  readonly judgment: TeamJudgment;
}

/** Dependencies of the engine. */
export interface LookupPorts {
  readonly store: KnowledgeStore;
  /** Locations of addresses. */
  readonly geoLocations?: GeoLocationReader;
  /** Judgments of the team of a service, by the address of the service. */
  readonly judgments?: JudgmentSource;
  /** The service for lookups: the connected one, otherwise the local one; undefined if neither is available. */
  readonly service: () => ServiceClient | undefined;
  readonly settings: () => LookupSettings;
  readonly now: () => number;
  /** The account at a base URL; if absent, limits are found out step by step, as without a key. */
  readonly plan?: (address: string) => Promise<ExplorePlan>;
  /** If absent, the log lasts as long as the window. */
  readonly requestLogStore?: RequestLogStore;
}
