import type { ServiceClient } from '../api/client';
import type { RequestError } from '../api/requestError';
import type { Indicator } from '../indicators/types';
import type { AnswerSizes } from './answerSizes';
import type { ExplorePlan } from './batchLimit';
import type {
  KnowledgeStore,
  LookupMode,
  LookupReason,
  LookupResult,
  RequestLogEntry,
  UrlDetail,
  BlockReason,
} from './types';

/** The user's wishes as they stand now; user and workspace values already united, the stricter one won. */
export interface LookupSettings {
  readonly mode: LookupMode;
  readonly urls: UrlDetail;
  /** How long an answer of a service is good for before it is asked again, milliseconds. */
  readonly freshMillis: number;
  /** How long a miss is remembered, milliseconds. */
  readonly missMillis: number;
  readonly ignore: readonly { readonly pattern: string; readonly origin: 'user' | 'workspace' }[];
  /** Whether batches leave out the hosts that `isWellKnown` names; absent means no. */
  readonly skipWellKnown?: boolean;
}

export interface LookUpOptions {
  readonly reason: LookupReason;
  /** Cancels this caller's wish; the request ends once nobody waits for it any more. */
  readonly signal?: AbortSignal;
  /** Answer with state `pending` after this time; the request goes on. Milliseconds, absent means wait for the end. */
  readonly waitMillis?: number;
  /** Ask the service even where fresh knowledge is at hand (“Look Up Again”). */
  readonly again?: boolean;
  /** Send the URL as it stands, whatever `urls` says (a click that said so). */
  readonly wholeUrl?: boolean;
  /** Called as a request leaves for this wish; not where it joins one that is on its way. */
  readonly onSent?: () => void;
}

/** What came of a wish for many. */
export interface BatchResult {
  /** Requests that were sent. */
  readonly requests: number;
  /** Why it ended early; `rateLimited` says when it may go on. */
  readonly error?: RequestError;
}

export interface BatchOptions {
  /** What is not yet sent when it is aborted stays unsent; a request on its way is waited for, unless a person calls it off (`triage`). */
  readonly signal?: AbortSignal;
  /** Why they are asked for: they are in view (where absent), or a person said so for all of them. */
  readonly reason?: 'visible' | 'triage';
  /** Called as each request leaves, with the indicators that it asks about. */
  readonly onSent?: (indicators: readonly Indicator[]) => void;
}

/** What a wish for many would take. */
export interface BatchEstimate {
  readonly requests: number;
  /** How many of the indicators they ask about; the others are known, withheld, or no query can say them. */
  readonly about: number;
}

export interface Lookups {
  /** Memory and store only: never sends, never waits. `state` says what a lookup for `reason` would do next. */
  local(indicator: Indicator, reason: LookupReason): LookupResult;
  /**
   * Resolves when `local` says all that is here: a mirror may still be being taken in. Undefined where it does already. Never
   * rejects.
   */
  ready(indicators: readonly Indicator[]): Promise<unknown> | undefined;
  /** Memory, then store, then service, as mode, ignore list and reserved ranges allow. Never rejects. */
  lookUp(indicator: Indicator, options: LookUpOptions): Promise<LookupResult>;
  /**
   * Asks a remote service for those of many indicators that the mode lets go for the reason (visible ones go in mode
   * `automatic`) and that nobody knows yet, many in one request, one request at a time; `onChanged` tells of the answers.
   * Never rejects.
   */
  lookUpVisible(indicators: readonly Indicator[], options?: BatchOptions): Promise<BatchResult>;
  /** What that would take, as far as can be told before; sends nothing. Never rejects. */
  estimate(indicators: readonly Indicator[], options?: BatchOptions): Promise<BatchEstimate>;
  /** Why the indicator would never be sent, if so; of a URL as much counts as `wouldSend` says. */
  blocked(indicator: Indicator, wholeUrl?: boolean): BlockReason | undefined;
  /** Why a text must not be sent as it stands, and the host in it that is why. */
  blockedInText(text: string): { readonly value: string; readonly by: BlockReason } | undefined;
  /** What exactly would go to the service for it. */
  wouldSend(indicator: Indicator, wholeUrl?: boolean): string;
  /** Called with the `lookupKey` of whatever became known, or with undefined when anything may have (import, clear, switch). */
  onChanged(listener: (key: string | undefined) => void): () => void;
  /** Forgets what is in memory (after an import, a clear, a switched service, changed settings). */
  forget(): void;
  readonly requestLog: RequestLog;
  /** How many rows services gave: runs of queries learn from them as batches do. */
  readonly sizes: AnswerSizes;
}

/** “What Was Sent”: kept in memory here, handed on to whoever persists it. */
export interface RequestLog {
  /** Newest first. The first call fetches what earlier sessions and other windows left; `onChanged` tells when it is there. */
  list(): readonly RequestLogEntry[];
  clear(): void;
  onChanged(listener: () => void): () => void;
  /** Lists a request before it leaves; the function returned writes down what came of it. */
  begin(request: Pick<RequestLogEntry, 'to' | 'what' | 'why'>): (outcome: RequestLogEntry['outcome']) => void;
}

/** Where “What Was Sent” outlives the window. */
export interface RequestLogStore {
  load(): Promise<readonly RequestLogEntry[]>;
  /** New and changed entries alone. */
  save(changed: readonly RequestLogEntry[]): void;
  clear(): void;
}

/** What the engine is handed. */
export interface LookupPorts {
  readonly store: KnowledgeStore;
  /** The service that lookups go to now: the configured one, else the embedded local service, else undefined. */
  readonly service: () => ServiceClient | undefined;
  readonly settings: () => LookupSettings;
  readonly now: () => number;
  /** The account that asks the service at a base URL; absent: found out step by step, as without a key. */
  readonly plan?: (address: string) => Promise<ExplorePlan>;
  /** Absent: the list lasts as long as the window. */
  readonly requestLogStore?: RequestLogStore;
}
