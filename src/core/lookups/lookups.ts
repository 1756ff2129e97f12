import type { ServiceClient } from '../api/client';
import type { Indicator } from '../indicators/types';
import type { LookupMode, LookupReason, LookupResult, SentEntry, UrlDetail, Withheld } from './types';

/** The user's wishes as they stand now; user and workspace values already united, the stricter one won. */
export interface LookupSettings {
  readonly mode: LookupMode;
  readonly urls: UrlDetail;
  /** How long an answer of a service is good for before it is asked again, milliseconds. */
  readonly freshMillis: number;
  /** How long a miss is remembered, milliseconds. */
  readonly missMillis: number;
  readonly ignore: readonly { readonly pattern: string; readonly origin: 'user' | 'workspace' }[];
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
}

export interface Lookups {
  /** Memory and store only: never sends, never waits. `state` says what a lookup for `reason` would do next. */
  local(indicator: Indicator, reason: LookupReason): LookupResult;
  /** Memory, then store, then service, as mode, ignore list and reserved ranges allow. Never rejects. */
  lookUp(indicator: Indicator, options: LookUpOptions): Promise<LookupResult>;
  /** Why the indicator would never be sent, if so. */
  withheld(indicator: Indicator): Withheld | undefined;
  /** What exactly would go to the service for it. */
  wouldSend(indicator: Indicator, wholeUrl?: boolean): string;
  /** Called with the `lookupKey` of whatever became known, or with undefined when anything may have (import, clear, switch). */
  onChanged(listener: (key: string | undefined) => void): () => void;
  /** Forgets what is in memory (after an import, a clear, a switched service, changed settings). */
  forget(): void;
  readonly sent: SentLog;
}

/** “What Was Sent”: kept in memory here, handed on to whoever persists it. */
export interface SentLog {
  list(): readonly SentEntry[];
  clear(): void;
  onChanged(listener: () => void): () => void;
}

/** What the engine is handed. */
export interface LookupPorts {
  readonly store: import('./types').KnowledgeStore;
  /** The service that lookups go to now: the configured one, else the embedded local service, else undefined. */
  readonly service: () => ServiceClient | undefined;
  readonly settings: () => LookupSettings;
  readonly now: () => number;
  /** Entries of earlier sessions, and where new and changed ones go. */
  readonly sentStore?: { readonly load: readonly SentEntry[]; save(entries: readonly SentEntry[]): void };
}
