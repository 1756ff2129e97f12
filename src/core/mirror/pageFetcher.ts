import type { TaxiiPage } from '../api/taxii/client';
import { isAccessRefused } from '../api/taxii/errorContext';
import type { RequestError } from '../api/requestError';
import type { MirrorWriter, PageSource, Reached, LimitReached } from './ports';
import { longOutageMillis, shortOutageMillis } from './outage';
import type { SyncError } from './syncError';
import { isFuture } from './timestamps';

export interface ChainPorts {
  readonly source: PageSource;
  readonly writer: MirrorWriter;
  readonly now: () => number;
  /** Resolves with false once `signal` is aborted. */
  readonly delay: (millis: number, signal: AbortSignal | undefined) => Promise<boolean>;
  readonly signal: AbortSignal | undefined;
  /** How many were sent so far. */
  readonly requests: () => number;
  readonly onProgress: (progress: ChainProgress) => void;
}

export interface ChainProgress {
  /** Objects received in this chain. */
  readonly objects: number;
  readonly requests: number;
  /** Files of a list received in this run. */
  readonly files?: number;
  /** Set during a pause: no request is sent until then. Without `retryError` a rate limit is the reason. */
  readonly waitingUntil?: number;
  /**
   * Set while the chain restarts, until a page comes: the error of the last request. With `waitingUntil` the next
   * attempt is then.
   */
  readonly retryError?: RequestError;
  /** The server's message when it refused or requested the pause; untrusted, one line. */
  readonly serviceMessage?: string;
  /** Set while the user is asked whether the collection may grow beyond its size limit. */
  readonly isWaitingForAnswer?: true;
}

/** The purpose of a request; `pages` have come before it. */
export interface PageRequest {
  readonly addedAfter: string | undefined;
  readonly next: string | undefined;
  readonly limit: number;
  readonly pages: number;
}

/** A chain that ended before the last page. */
export class Failed {
  constructor(
    readonly error: SyncError,
    readonly more: { readonly reached?: Reached; readonly stop?: LimitReached; readonly refused?: true } = {},
  ) {}
}

/** The chain has to restart from the start of the run. */
export class Retry {
  constructor(readonly error: RequestError) {}
}

/** A cursor is rejected, or an announced page doesn't exist. */
export class LostPage {
  constructor(readonly error: RequestError) {}
}

/**
 * The outcome of a request. `nothing`: a 404 means that there is nothing later than the start of the run. `futureDate`:
 * the run started in the future, and has to start at the beginning.
 */
export type Fetched = TaxiiPage | 'nothing' | 'futureDate' | LostPage | Failed | Retry;

/** A shorter pause isn't worth showing. */
const minShownMillis = 1_000;
const keepMillis = 20_000;
/** Without an answer for this long the user isn't there. */
const answerMillis = 10 * 60_000;

/** Requests the pages of one run, and interprets errors for its chain. */
export class PageFetcher {
  /** Milliseconds of pauses so far, and the maximum. */
  waited = 0;
  maxWaitMillis = shortOutageMillis;

  constructor(
    private readonly ports: ChainPorts,
    /** Objects received so far. */
    private readonly objects: () => number,
  ) {}

  /** Requests one page, once; waits where the server requests a pause. */
  async fetch(requested: PageRequest): Promise<Fetched> {
    const { source, signal } = this.ports;
    const { addedAfter, next, limit } = requested;
    for (;;) {
      if (signal?.aborted === true) return new Failed({ kind: 'canceled' });
      const answer = await source.page({ addedAfter, next, limit });
      if (answer.ok) return answer.value;
      const { error } = answer;
      switch (error.kind) {
        case 'rateLimited': {
          // Rejected before it was processed: the same request may be repeated.
          const problem = await this.waitUntil(error.retryAt, error);
          if (problem !== undefined) return problem;
          continue;
        }
        case 'notFound':
          return next === undefined ? this.notThere(requested, error) : new LostPage(error);
        case 'badRequest':
          // A cursor that has expired, or that the server has forgotten.
          if (next !== undefined && (error.status === 400 || error.status === 422)) return new LostPage(error);
          return failedRequest(source, error);
        case 'nameNotFound':
        case 'connectionRefused':
        case 'unreachable':
        case 'timeout':
        case 'notJson':
        case 'serverError':
          return new Retry(error);
        default:
          return failedRequest(source, error);
      }
    }
  }

  /** 404 to a request without a cursor: what it means depends on whether the collection exists. */
  private async notThere({ addedAfter, pages }: PageRequest, error: RequestError): Promise<Fetched> {
    const { source, now } = this.ports;
    const there = await source.collection();
    if (!there.ok) {
      if (there.error.kind === 'notFound') {
        return new Failed({ kind: 'collectionNotFound', host: source.host, error });
      }
      return failedRequest(source, there.error);
    }
    if (pages > 0) return new LostPage(error);
    if (addedAfter === undefined) {
      return new Failed({ kind: 'objectsNotFound', host: source.host, error });
    }
    // Some servers respond so where nothing is new.
    return isFuture(addedAfter, now()) ? 'futureDate' : 'nothing';
  }

  /** Waits, and keeps the collection reserved. Resolves with the reason to give up, if any. */
  async waitUntil(until: number, error: RequestError, { isRestart = false } = {}): Promise<Failed | undefined> {
    const { now, delay, signal, writer, onProgress, requests, source } = this.ports;
    const millis = Math.max(0, until - now());
    this.waited += millis;
    const patience = error.kind === 'rateLimited' ? longOutageMillis : this.maxWaitMillis;
    if (this.waited > patience) return failedRequest(source, error);
    onProgress({
      objects: isRestart ? 0 : this.objects(),
      requests: requests(),
      ...(isRestart ? { retryError: error } : {}),
      ...('serviceMessage' in error ? { serviceMessage: error.serviceMessage } : {}),
      ...(millis < minShownMillis && isRestart ? {} : { waitingUntil: until }),
    });
    for (let left = millis; left > 0;) {
      const slice = Math.min(left, keepMillis);
      if (!(await delay(slice, signal))) return new Failed({ kind: 'canceled' });
      await writer.keep();
      // A machine that slept has waited long enough.
      left = Math.min(left - slice, until - now());
    }
    return undefined;
  }

  /** Waits for the user's answer, and keeps the collection reserved meanwhile; undefined where none comes in time. */
  async answer<T>(requested: Promise<T>): Promise<T | undefined> {
    const { delay, signal, writer } = this.ports;
    const answered = new AbortController();
    const either = signal === undefined ? answered.signal : AbortSignal.any([signal, answered.signal]);
    const settled = requested.then((value) => ({ value }));
    try {
      for (let waited = 0; waited < answerMillis; waited += keepMillis) {
        const turn = await Promise.race([settled, delay(keepMillis, either)]);
        if (typeof turn === 'object') return turn.value;
        if (!turn) return undefined;
        await writer.keep();
      }
      return undefined;
    } finally {
      answered.abort();
    }
  }
}

/** Ends a chain with a failed request. */
export function failedRequest({ host, errorContext }: PageSource, error: RequestError): Failed {
  if (error.kind === 'canceled') return new Failed({ kind: 'canceled' });
  const more = isAccessRefused(error) ? { refused: true as const } : {};
  return new Failed({ kind: 'request', host, error, context: errorContext }, more);
}
