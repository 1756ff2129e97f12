import type { TaxiiPage } from '../api/taxii/client';
import type { RequestError } from '../api/requestError';
import { isOutage, longOutageMillis, outageDelay, shortOutageMillis } from './outage';
import { peekNext } from './peek';
import type { ChainEnd, PageRead, Reached, StorageUse, LimitReached, MirrorWriter, PageSource } from './ports';
import { SizeLimit, type SizeLimitOptions } from './sizeLimit';
import { isFuture } from './timestamps';
import { Walk } from './walk';
import { isAccessRefused } from '../api/taxii/errorContext';
import type { SyncError } from './syncError';

interface Deps {
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

/** The purpose of a request, with the number of `pages` received before it. */
interface PageRequest {
  readonly addedAfter: string | undefined;
  readonly next: string | undefined;
  readonly limit: number;
  readonly pages: number;
}

/** A chain that ended before the last page. */
class Failed {
  constructor(
    readonly error: SyncError,
    readonly more: { readonly reached?: Reached; readonly stop?: LimitReached; readonly refused?: true } = {},
  ) {}
}

/** The chain has to restart from the start of the run. */
class Retry {
  constructor(readonly error: RequestError) {}
}

/** A cursor is rejected, or an announced page doesn't exist. */
class LostPage {
  constructor(readonly error: RequestError) {}
}

/**
 * The outcome of a request. `nothing`: a 404 means that there is nothing later than the start of the run. `futureDate`:
 * the run started in the future, and has to start at the beginning.
 */
type Fetched = TaxiiPage | 'nothing' | 'futureDate' | LostPage | Failed | Retry;

/** A shorter pause isn't worth showing. */
const minShownMillis = 1_000;
const keepMillis = 20_000;
/** After this long without an answer, the user counts as absent. */
const answerMillis = 10 * 60_000;

/** Requests the pages of one run, and interprets errors for its chain. */
class PageFetcher {
  /** Milliseconds of pauses so far, and the maximum. */
  waited = 0;
  maxWaitMillis = shortOutageMillis;

  constructor(
    private readonly deps: Deps,
    /** Objects received so far. */
    private readonly objects: () => number,
  ) {}

  /** Requests one page, once; waits where the server requests a pause. */
  async fetch(requested: PageRequest): Promise<Fetched> {
    const { source, signal } = this.deps;
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

  /** Handles a 404 to a request without a cursor; its meaning depends on whether the collection exists. */
  private async notThere({ addedAfter, pages }: PageRequest, error: RequestError): Promise<Fetched> {
    const { source, now } = this.deps;
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
    // Some servers respond like this if nothing is new.
    return isFuture(addedAfter, now()) ? 'futureDate' : 'nothing';
  }

  /** Waits, and keeps the collection reserved. Resolves with the reason to give up, if any. */
  async waitUntil(until: number, error: RequestError, { isRestart = false } = {}): Promise<Failed | undefined> {
    const { now, delay, signal, writer, onProgress, requests, source } = this.deps;
    const millis = Math.max(0, until - now());
    this.waited += millis;
    const patience = error.kind === 'rateLimited' ? longOutageMillis : this.maxWaitMillis;
    if (this.waited > patience) return failedRequest(source, error);
    onProgress({
      objects: isRestart ? 0 : this.objects(),
      requests: requests(),
      retryError: isRestart ? error : undefined,
      serviceMessage: 'serviceMessage' in error ? error.serviceMessage : undefined,
      waitingUntil: millis < minShownMillis && isRestart ? undefined : until,
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

  /** Waits for the user's answer, and keeps the collection reserved in the meantime; undefined where none comes in time. */
  async answer<T>(requested: Promise<T>): Promise<T | undefined> {
    const { delay, signal, writer } = this.deps;
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
function failedRequest({ host, errorContext }: PageSource, error: RequestError): Failed {
  if (error.kind === 'canceled') return new Failed({ kind: 'canceled' });
  const more = isAccessRefused(error) ? { refused: true as const } : {};
  return new Failed({ kind: 'request', host, error, context: errorContext }, more);
}

export interface ChainOptions {
  readonly limit: number;
  /** The date from which the run starts; a full run starts at the beginning. */
  readonly addedAfter: string | undefined;
  /** How far the next run steps back, milliseconds (in addition to the one unit that it always does). */
  readonly overlapMillis: number;
  readonly sizeLimit: SizeLimitOptions;
}

/** Restarts after which a chain is given up. */
const maxRestarts = 6;
const restartMillis = 250;
/** Pages without anything new, apart from those that come again after a request by date. */
const maxIdlePages = 5;
const maxPages = 200_000;

/** A page that was requested before the previous one was parsed. */
interface PrefetchedPage {
  readonly next: string;
  readonly pending: Promise<Fetched>;
}

/** Detects pages that repeat. */
interface LoopGuard {
  idle: number;
  seen: string;
}

/**
 * One run over a collection: pages until the server reports that there are no more (TAXII 2.1, 3.4 and 5.4). A server's
 * cursor may work once, may be the same on every page, may be missing, or may expire: then the run continues by date.
 * Nothing is lost in any of these cases, and a chain that doesn't end is stopped with an error.
 */
export class Chain {
  private objects = 0;
  /** Whether this walk has received a page. */
  private anyPage = false;
  /** Whether this run has received a page, after which a 404 at its start doesn't mean that nothing is left. */
  private hasStarted = false;
  private addedAfter: string | undefined;
  private readonly fetcher: PageFetcher;
  private readonly sizeLimit: SizeLimit;

  constructor(
    private readonly deps: Deps,
    private readonly options: ChainOptions,
  ) {
    this.addedAfter = options.addedAfter;
    this.fetcher = new PageFetcher(deps, () => this.objects);
    this.sizeLimit = new SizeLimit(options.sizeLimit, (prompted) => this.answer(prompted));
  }

  /** Whether it reads the collection from the beginning. */
  get isFull(): boolean {
    return this.addedAfter === undefined;
  }

  /** Runs until the last page, or until it is stopped; `space` is the storage use before. */
  async run(space: StorageUse): Promise<ChainEnd> {
    const stop = await this.sizeLimit.check(space, 'before');
    if (stop !== undefined) return incomplete(stopped(stop));

    let restarts = 0;
    let outages = 0;
    for (;;) {
      const outcome = await this.walk();
      if (outcome === 'futureDate') {
        this.addedAfter = undefined;
        continue;
      }
      if (outcome instanceof Failed) return incomplete(outcome);
      if (!(outcome instanceof Retry)) return outcome;
      const { error } = outcome;
      // Wait for a server that is down; one that sends pages and then breaks off may do so again.
      const isDown = !this.anyPage && isOutage(error);
      outages = isDown ? outages + 1 : 0;
      restarts += isDown ? 0 : 1;
      if (restarts > maxRestarts || error.kind === 'canceled') {
        const isDenied = this.hasStarted && error.kind === 'notFound';
        return incomplete(isDenied ? this.denied(error) : failedRequest(this.deps.source, error));
      }
      const pause = isDown ? outageDelay(outages) : restartMillis * 2 ** (restarts - 1);
      const until = Math.max(this.deps.now() + pause, this.deps.source.pausedUntil() ?? 0);
      if (error.kind === 'timeout') this.fetcher.waited += error.afterMillis;
      const problem = await this.fetcher.waitUntil(until, error, { isRestart: true });
      if (problem !== undefined) return incomplete(problem);
    }
  }

  private async walk(): Promise<ChainEnd | 'futureDate' | Failed | Retry> {
    const { writer, onProgress, now } = this.deps;
    const walk = new Walk({ addedAfter: this.addedAfter, limit: this.options.limit });
    const loop: LoopGuard = { idle: 0, seen: '' };
    await writer.chain({ full: this.isFull });
    this.objects = 0;
    this.anyPage = false;
    let pending = this.fetcher.fetch(walk);
    for (;;) {
      const page = await pending;
      if (page instanceof Failed || page instanceof Retry || page === 'futureDate') return page;
      if (page === 'nothing') {
        return this.hasStarted ? new Retry({ kind: 'notFound', detail: 'HTTP 404' }) : { complete: true, full: false };
      }
      if (page instanceof LostPage) {
        const way = this.afterLost(walk, page);
        if (way !== 'on') return way;
        pending = this.fetcher.fetch(walk);
        continue;
      }
      this.anyPage = true;
      this.hasStarted = true;
      this.fetcher.maxWaitMillis = longOutageMillis;
      if (walk.pages === 0 && this.addedAfter !== undefined && isFuture(this.addedAfter, page.date ?? now())) {
        return 'futureDate';
      }
      // The next page is requested while this one is parsed and written.
      const prefetched = this.prefetch(walk, page);
      const reading = writer.read(page.bytes);
      const writing = prefetched === undefined ? undefined : reading.then(() => writer.write());
      writing?.catch(() => undefined);
      const read = await reading.catch(async (error: unknown) => {
        await prefetched?.pending;
        throw error;
      });
      if (read === undefined) {
        await Promise.all([prefetched?.pending, writing]);
        return new Retry({ kind: 'notJson', detail: 'JSON that is broken or cut short' });
      }
      this.objects += read.objects;
      const way = this.advance(walk, page, read);
      pending = prefetched?.pending ?? (way === 'on' ? this.fetcher.fetch(walk) : Promise.resolve('nothing' as const));
      const { fresh, space } = await (writing ?? writer.write()).catch(async (error: unknown) => {
        await pending;
        throw error;
      });
      if (prefetched !== undefined && (way !== 'on' || walk.next !== prefetched.next)) {
        await pending;
        return new Retry({ kind: 'notJson', detail: 'an envelope that says two things' });
      }
      onProgress({ objects: this.objects, requests: this.deps.requests() });
      if (this.isAborted()) {
        await pending;
        return new Failed({ kind: 'canceled' });
      }
      if (way instanceof Failed) return way;
      if (way === 'end') return this.ended(walk);
      const stop = await this.sizeLimit.check(space, 'during');
      if (stop !== undefined) {
        await pending;
        return this.isAborted() ? new Failed({ kind: 'canceled' }) : stopped(stop);
      }
      const isExpected = fresh === 0 && walk.takeRepeated(read.objects);
      loop.idle = fresh > 0 || isExpected ? 0 : loop.idle + 1;
      const fingerprint = [walk.next, walk.addedAfter, walk.limit, read.fingerprint].join(' ');
      if (fresh === 0 && (fingerprint === loop.seen || loop.idle >= maxIdlePages)) {
        await pending;
        return new Failed({ kind: 'endlessPages' });
      }
      loop.seen = fingerprint;
    }
  }

  /** Waits for the user's answer, and reports that it does: an overlooked question must not look like a slow server. */
  private async answer<T>(prompted: Promise<T>): Promise<T | undefined> {
    const { onProgress } = this.deps;
    onProgress({ objects: this.objects, requests: this.deps.requests(), isWaitingForAnswer: true });
    const answer = await this.fetcher.answer(prompted);
    onProgress({ objects: this.objects, requests: this.deps.requests() });
    return answer;
  }

  private isAborted(): boolean {
    return this.deps.signal?.aborted === true;
  }

  /** Requests the next page as soon as its cursor is known, before this page is parsed. */
  private prefetch(walk: Walk, { bytes }: TaxiiPage): PrefetchedPage | undefined {
    const next = peekNext(bytes);
    if (next === undefined || walk.pages + 1 >= maxPages) return undefined;
    const { addedAfter, limit } = walk;
    return { next, pending: this.fetcher.fetch({ addedAfter, limit, next, pages: walk.pages + 1 }) };
  }

  /** Moves the walk on after a page, or ends it. */
  private advance(walk: Walk, page: TaxiiPage, read: PageRead): 'on' | 'end' | Failed {
    walk.addPage(page, read, this.deps.now());
    if (!read.more) return 'end';
    if (walk.pages >= maxPages) return new Failed({ kind: 'tooManyPages', pages: maxPages });
    if (read.next !== undefined) {
      walk.next = read.next;
      return 'on';
    }
    const way = walk.byDate(page, read);
    if (way === 'noDates') {
      return new Failed({ kind: 'noCursor' });
    }
    return way === 'ties' ? tooManyTies() : 'on';
  }

  /** Continues the walk when an announced page didn't come. */
  private afterLost(walk: Walk, { error }: LostPage): 'on' | Failed | Retry {
    const way = walk.afterLostPage();
    switch (way) {
      case 'on':
        return way;
      case 'again':
        return new Retry(error);
      case 'ties':
        return tooManyTies();
      case 'unconfirmed':
        return this.denied(error, { full: this.isFull, ...walk.reached(this.options.overlapMillis) });
    }
  }

  /** The server refuses a page that it announced: earlier pages are kept, and nothing counts as removed. */
  private denied(error: RequestError, reached?: Reached): Failed {
    return new Failed(
      { kind: 'pageRefused', host: this.deps.source.host, error },
      reached === undefined ? {} : { reached },
    );
  }

  private ended(walk: Walk): ChainEnd | Retry | Failed {
    if (walk.maySkip) return tooManyTies();
    if (!walk.canEnd()) return new Retry({ kind: 'notFound', detail: 'what had come by cursor does not come by date' });
    return { complete: true, full: this.isFull, ...walk.reached(this.options.overlapMillis) };
  }
}

function incomplete({ error, more }: Failed): ChainEnd {
  return { complete: false, error, ...more };
}

function stopped(stop: LimitReached): Failed {
  return new Failed(stop, { stop });
}

function tooManyTies(): Failed {
  return new Failed({ kind: 'tooManyOfOneDate' });
}
