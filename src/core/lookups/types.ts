import type { RequestError } from '../api/requestError';
import type { Indicator } from '../indicators/types';
import type { Knowledge, Known } from '../records/knowledge';
import type { UtcMillis } from '../records/record';
import type { UnreadStore } from './unreadStore';

/** Setting `threatLookups.lookups`, from strictest to loosest. */
export const lookupModes = ['offline', 'onDemand', 'onHover', 'automatic'] as const;
export type LookupMode = (typeof lookupModes)[number];

/** Setting `threatLookups.urls`: how much of a URL may leave, from strictest to loosest. */
export const urlDetails = ['hostOnly', 'withoutQuery', 'full'] as const;
export type UrlDetail = (typeof urlDetails)[number];

/** Why a lookup is asked for; a click may do what a hover may not. */
export type LookupReason = 'hover' | 'click' | 'record' | 'visible' | 'triage';

/** Why an indicator is never sent, whatever the mode. */
export type BlockReason =
  /**
   * What keeps it here: a special-use or internal name, a special-purpose address, a text too long or encoded too deeply to
   * say what it names, or an ignore list that is longer than can be matched.
   */
  | { readonly kind: 'reserved'; readonly what: 'name' | 'address' | 'unreadable' }
  | { readonly kind: 'reserved'; readonly what: 'longIgnoreList'; readonly origin: 'user' | 'workspace' }
  | { readonly kind: 'ignored'; readonly pattern: string; readonly origin: 'user' | 'workspace' };

/** What stands next to what is known: why the service was asked or not, and what came of it. */
export type LookupState =
  /** Nothing more to say: the knowledge at hand is fresh, or has just been fetched. */
  | { readonly kind: 'settled' }
  /** The embedded local service has nothing and there is no other. */
  | { readonly kind: 'noService' }
  | { readonly kind: 'blocked'; readonly by: BlockReason }
  /** Mode `offline`. */
  | { readonly kind: 'offline' }
  /** Mode `onDemand` and nobody clicked; `wouldSend` is exactly what a click sends. */
  | { readonly kind: 'notRequested'; readonly host: string; readonly wouldSend: string }
  /** Still on its way when the caller's time was up; it goes on, the next lookup has it. */
  | { readonly kind: 'pending'; readonly host: string }
  | {
      readonly kind: 'failed';
      readonly host: string;
      readonly error: RequestError;
      /** When this very indicator was last tried in vain. */
      readonly triedAt?: UtcMillis;
      /** Of hovers: from when on the next one asks by itself. Missing where the trouble says it, or only a click asks. */
      readonly nextAt?: UtcMillis;
      /**
       * What a click sends, where the mode asks by itself for nothing or the trouble was met with something else; absent
       * where a click would send nothing, as while a rate limit lasts.
       */
      readonly wouldSend?: string;
    };

export interface LookupResult {
  readonly indicator: Indicator;
  /** Every source that has it, the leading one first (`leadFirst`). */
  readonly known: readonly Known[];
  /** Sources that were asked and have nothing, newest first. */
  readonly notKnown: readonly Extract<Knowledge, { kind: 'notKnown' }>[];
  readonly state: LookupState;
  /** Why the local store has no part in this answer, which may be incomplete; absent where the store was read. */
  readonly unread?: UnreadStore;
  /** For a URL of which less was sent than stands in the text. */
  readonly sentAs?: string;
  /** For a URL: what is known of its host, where that is worse than what is known of the URL. */
  readonly worseHost?: Known;
}

/** The part of the store that a lookup needs; reads are by key alone and synchronous (microseconds). */
export interface KnowledgeStore {
  /** All that any source said of the key (see `lookupKey`); never throws, a failed store knows nothing, and `unread` says so. */
  find(key: string): readonly Knowledge[];
  /** Why the last `find` could not read the store; undefined where it could. */
  unread?(): UnreadStore | undefined;
  /**
   * Brings in what is here of these keys, and not yet found by `find`; resolves with whether that was anything. Undefined where
   * `find` says it all. Never rejects.
   */
  ensureIndexed?(keys: readonly string[]): Promise<boolean> | undefined;
  /** Keeps an answer of a remote service under `address` (its base URL); resolves when written or given up. */
  keep(key: string, address: string, knowledge: Knowledge): Promise<void>;
}

/** One row of "What Was Sent". */
export interface RequestLogEntry {
  /** Unique over all windows; an entry that is saved again replaces the one of the same id. */
  readonly id: string;
  readonly at: UtcMillis;
  /** Origin and path prefix of the service; never a key. */
  readonly to: string;
  /** The values sent. */
  readonly what: readonly string[];
  /**
   * `check` is the question whether address and key are right; `scan` a submission, whose polls are not listed; `query` an
   * Explore text; `sync` one run over a collection with all its requests, or a look at what a TAXII server offers.
   */
  readonly why: LookupReason | 'check' | 'scan' | 'query' | 'sync';
  /** `pending` until the answer is there; in words fit for the user. */
  readonly outcome: 'pending' | 'answered' | 'not known' | 'canceled' | (string & {});
}
