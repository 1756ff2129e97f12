import type { ShownGeoLocation } from '../context/geoLocation';
import type { RequestError } from '../api/requestError';
import type { Indicator } from '../indicators/identity/types';
import type { Knowledge, Known } from '../records/knowledge';
import type { UtcMillis } from '../records/record';
import type { UnreadStore } from './unreadStore';
import type { OutcomeDetails, RequestOutcome } from './requestOutcome';

/** Setting `threatLookups.lookups`, from strictest to most permissive. */
export const lookupModes = ['offline', 'onDemand', 'onHover', 'automatic'] as const;
export type LookupMode = (typeof lookupModes)[number];

/** Setting `threatLookups.urls`: how much of a URL may be sent, from strictest to most permissive. */
export const urlDetails = ['hostOnly', 'withoutQuery', 'full'] as const;
export type UrlDetail = (typeof urlDetails)[number];

/** Why a lookup is requested; a click may send more than a hover. `assistant`: by an AI model, in mode `automatic` only. */
export type LookupReason = 'hover' | 'click' | 'record' | 'visible' | 'triage' | 'assistant';

/** The origin of an entry of the ignore list: the settings of the user or the workspace, or a shared ignore file. */
export type IgnoreOrigin = 'user' | 'workspace' | 'file';

/** Why an indicator is never sent, whatever the mode. */
export type BlockReason =
  /**
   * A special-use or internal name, a special-purpose address, a text too long or too deeply encoded to check, an
   * ignore list that is too long to match, or an ignore file that can't be read.
   */
  | { readonly kind: 'reserved'; readonly what: 'name' | 'address' | 'unreadable' | 'unreadIgnoreFile' }
  | { readonly kind: 'reserved'; readonly what: 'longIgnoreList'; readonly origin: IgnoreOrigin }
  | { readonly kind: 'ignored'; readonly pattern: string; readonly origin: IgnoreOrigin };

/** Why the service was queried or not, and with which result. */
export type LookupState =
  /** The data at hand is recent or was just fetched. */
  | { readonly kind: 'settled' }
  /** The local store has nothing, and no service is connected. */
  | { readonly kind: 'noService' }
  | { readonly kind: 'blocked'; readonly by: BlockReason }
  /** Mode `offline`. */
  | { readonly kind: 'offline' }
  /** Mode `onDemand` without a click; `wouldSend` is exactly what a click sends. */
  | {
      readonly kind: 'notRequested';
      readonly host: string;
      readonly wouldSend: string;
      /** A click also sends the host of the URL. */
      readonly sendsHost?: true;
    }
  /** Still in flight when the caller's time was up; the next lookup has the answer. */
  | {
      readonly kind: 'pending';
      readonly host: string;
      /** The URL itself is settled; this is about its host. */
      readonly ofHost?: true;
    }
  | {
      readonly kind: 'failed';
      readonly host: string;
      readonly error: RequestError;
      /** When this indicator last failed. */
      readonly triedAt?: UtcMillis;
      /** When the next hover retries automatically. Absent if the error has its own time, or only a click retries. */
      readonly nextAt?: UtcMillis;
      /**
       * The value that a click sends, if the mode sends nothing automatically or another indicator caused the error;
       * absent if a click would send nothing, as during a rate limit.
       */
      readonly wouldSend?: string;
      /** A click also sends the host of the URL. */
      readonly sendsHost?: true;
      /** The URL itself is settled; this is about its host. */
      readonly ofHost?: true;
    };

export interface LookupResult {
  readonly indicator: Indicator;
  /** Every source that has the indicator, by precedence (`byPrecedence`). */
  readonly known: readonly Known[];
  /** Sources that were queried and don't have it, newest first. */
  readonly notFound: readonly Extract<Knowledge, { kind: 'notFound' }>[];
  readonly state: LookupState;
  /** Why the local store wasn't read, so that the answer may be incomplete; absent if it was. */
  readonly unread?: UnreadStore;
  /** For a URL that was sent in part. */
  readonly sentAs?: string;
  /** For a URL: what memory and store know about its host, by precedence, rated or not; absent if nothing is. */
  readonly host?: readonly Known[];
  /** For a URL: services that were queried and don't have its host, newest first; absent if there are none. */
  readonly hostNotFound?: LookupResult['notFound'];
  /** The location of the address, also for a URL; absent for names, if it is unknown, and for highlights. */
  readonly place?: ShownGeoLocation;
  /** For a URL: the host's record, if it is riskier than the URL's. */
  readonly worseHost?: Known;
  /** Sample data that knows it, or its host, is skipped because there is other data. */
  readonly isSampleSkipped?: boolean;
}

/**
 * The part of the store that lookups need; reads are by key and synchronous (microseconds). `StoreReader` in
 * core/store/reader.ts reads it from the database.
 */
export interface KnowledgeStore {
  /**
   * Everything that sources report about the key (see `lookupKey`). Never throws: a failed store returns nothing and
   * sets `unread`.
   */
  find(key: string): readonly Knowledge[];
  /** Whether it has anything besides sample data. */
  hasRealData?(): boolean;
  /** Why the last `find` couldn't read the store; undefined if it could. */
  unread?(): UnreadStore | undefined;
  /** Saves an answer of the service at `address` (its base URL); resolves when written or given up. */
  keep(key: string, address: string, knowledge: Knowledge): Promise<void>;
}

/** The kind of the values of a logged request, if they aren't indicators or a query. */
export interface RequestSubject {
  readonly kind: 'indicator' | 'threat' | 'feed' | 'server' | 'collection' | 'list';
  /** The value is an ID of the service instead of a name. */
  readonly isId?: true;
  readonly part?: 'summary' | 'links';
  readonly page?: number;
  /** The ID of a collection, whose value is its title. */
  readonly collection?: string;
}

/** A request that is about to be sent. */
export interface LoggedRequest {
  /** Origin and path prefix of the service; never a key. */
  readonly to: string;
  /** The values sent, or the name of what is requested. */
  readonly what: readonly string[];
  readonly subject?: RequestSubject;
  /**
   * `check` tests address and key; `scan` is a submission, whose polls aren't logged; `team` a change of a team's
   * judgment (polling for changes isn't logged); `query` an Explore text; `sync` a run over a collection with all its
   * requests, or a probe of a TAXII server; `page` opens a page in the browser.
   */
  readonly why: LookupReason | 'check' | 'scan' | 'team' | 'query' | 'sync' | 'page';
}

/** An entry of the request log. */
export interface RequestLogEntry extends LoggedRequest, OutcomeDetails {
  /** Unique across windows; saving an entry again replaces the one with the same id. */
  readonly id: string;
  readonly at: UtcMillis;
  /** `pending` until the answer arrives. */
  readonly outcome: RequestOutcome;
}
