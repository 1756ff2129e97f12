import type { TaxiiPage } from '../api/taxii/client';
import { serviceMessageSuffix } from '../api/taxii/errorMessage';
import type { RequestError } from '../api/requestError';
import { requestErrorLabel } from '../lookups/requestErrorLabel';
import { Again, Broken, type ChainPorts, type Fetched, Lost, PageFetcher } from './pageFetcher';
import { isOutage, longOutageMillis, outagePause } from './outage';
import { nextOf } from './peek';
import type { ChainEnd, PageRead, Reached, Space, Stop } from './ports';
import { Room, type RoomOptions, stopSentence } from './room';
import { isAhead } from './timestamps';
import { Walk } from './walk';

export type { ChainPorts, ChainProgress } from './pageFetcher';

export interface ChainOptions {
  readonly limit: number;
  /** Where the run begins; a full run begins at the beginning. */
  readonly addedAfter: string | undefined;
  /** How far the next run steps back, milliseconds (beside the one unit that it always does). */
  readonly overlapMillis: number;
  readonly room: RoomOptions;
}

/** What is borne with before a chain is given up. */
const mostRestarts = 6;
const restartMillis = 250;
const idlePages = 5;
const mostPages = 200_000;

/** A page that was asked for before the one in front of it was read. */
interface EarlyPage {
  readonly next: string;
  readonly coming: Promise<Fetched>;
}

/** What tells that pages go round in circles. */
interface Circle {
  idle: number;
  seen: string;
}

/**
 * One run over a collection: pages until the server says that there are no more (TAXII 2.1, 3.4 and 5.4). The cursor of a
 * server may work once, may be the same on every page, may be missing, or run out: then the way goes on by date. Nothing is lost
 * with any of them, and a chain that can't end is stopped with the words for it.
 */
export class Chain {
  private objects = 0;
  /** Whether a page of this walk has come. */
  private anyPage = false;
  /** Whether a page has come in this run: then a 404 where it began says nothing of what that page promised. */
  private hasBegun = false;
  private addedAfter: string | undefined;
  private readonly fetcher: PageFetcher;
  private readonly room: Room;

  constructor(
    private readonly ports: ChainPorts,
    private readonly options: ChainOptions,
  ) {
    this.addedAfter = options.addedAfter;
    this.fetcher = new PageFetcher(ports, () => this.objects);
    this.room = new Room(options.room, (asked) => this.answer(asked));
  }

  /** Whether it reads the collection from the beginning. */
  get isFull(): boolean {
    return this.addedAfter === undefined;
  }

  /** Runs to the end, or until it is stopped; `space` is how much room there is before. */
  async run(space: Space): Promise<ChainEnd> {
    const stop = await this.room.check(space, 'before');
    if (stop !== undefined) return incomplete(stopped(stop));

    let restarts = 0;
    let outages = 0;
    for (;;) {
      const outcome = await this.walk();
      if (outcome === 'ahead') {
        this.addedAfter = undefined;
        continue;
      }
      if (outcome instanceof Broken) return incomplete(outcome);
      if (!(outcome instanceof Again)) return outcome;
      const { error } = outcome;
      // A server that is down is waited for; one that sends pages and then breaks off does so again, perhaps.
      const isDown = !this.anyPage && isOutage(error);
      outages = isDown ? outages + 1 : 0;
      restarts += isDown ? 0 : 1;
      if (restarts > mostRestarts || error.kind === 'canceled') {
        const isDenied = this.hasBegun && error.kind === 'notFound';
        return incomplete(isDenied ? this.denied(error) : new Broken(this.ports.source.words(error)));
      }
      const pause = isDown ? outagePause(outages) : restartMillis * 2 ** (restarts - 1);
      const until = Math.max(this.ports.now() + pause, this.ports.source.pausedUntil() ?? 0);
      if (error.kind === 'timeout') this.fetcher.waited += error.afterMillis;
      const problem = await this.fetcher.waitUntil(until, error, againWord(error));
      if (problem !== undefined) return incomplete(problem);
    }
  }

  private async walk(): Promise<ChainEnd | 'ahead' | Broken | Again> {
    const { writer, onProgress, now } = this.ports;
    const walk = new Walk({ addedAfter: this.addedAfter, limit: this.options.limit });
    const circle: Circle = { idle: 0, seen: '' };
    await writer.chain({ full: this.isFull });
    this.objects = 0;
    this.anyPage = false;
    let coming = this.fetcher.fetch(walk);
    for (;;) {
      const page = await coming;
      if (page instanceof Broken || page instanceof Again || page === 'ahead') return page;
      if (page === 'nothing') {
        return this.hasBegun ? new Again({ kind: 'notFound', detail: 'HTTP 404' }) : { complete: true, full: false };
      }
      if (page instanceof Lost) {
        const way = this.afterLost(walk, page);
        if (way !== 'on') return way;
        coming = this.fetcher.fetch(walk);
        continue;
      }
      this.anyPage = true;
      this.hasBegun = true;
      this.fetcher.maxWaitMillis = longOutageMillis;
      if (walk.pages === 0 && this.addedAfter !== undefined && isAhead(this.addedAfter, page.date ?? now())) {
        return 'ahead';
      }
      // The next page is on its way while this one is read and written.
      const ahead = this.fetchAhead(walk, page);
      const reading = writer.read(page.bytes);
      const writing = ahead === undefined ? undefined : reading.then(() => writer.write());
      writing?.catch(() => undefined);
      const read = await reading.catch(async (error: unknown) => {
        await ahead?.coming;
        throw error;
      });
      if (read === undefined) {
        await Promise.all([ahead?.coming, writing]);
        return new Again({ kind: 'notJson', detail: 'JSON that is broken or cut short' });
      }
      this.objects += read.objects;
      const way = this.advance(walk, page, read);
      coming = ahead?.coming ?? (way === 'on' ? this.fetcher.fetch(walk) : Promise.resolve('nothing' as const));
      const { fresh, space } = await (writing ?? writer.write()).catch(async (error: unknown) => {
        await coming;
        throw error;
      });
      if (ahead !== undefined && (way !== 'on' || walk.next !== ahead.next)) {
        await coming;
        return new Again({ kind: 'notJson', detail: 'an envelope that says two things' });
      }
      onProgress({ objects: this.objects, requests: this.ports.requests() });
      if (this.isAborted()) {
        await coming;
        return new Broken('Cancelled.');
      }
      if (way instanceof Broken) return way;
      if (way === 'end') return this.ended(walk);
      const stop = await this.room.check(space, 'during');
      if (stop !== undefined) {
        await coming;
        return this.isAborted() ? new Broken('Cancelled.') : stopped(stop);
      }
      circle.idle = fresh > 0 ? 0 : circle.idle + 1;
      const print = [walk.next, walk.addedAfter, walk.limit, read.print].join(' ');
      if (fresh === 0 && (print === circle.seen || circle.idle >= idlePages)) {
        await coming;
        return new Broken('The server goes round in circles: its pages bring nothing new and never end.');
      }
      circle.seen = print;
    }
  }

  /** Waits for an answer of the user, and tells that it does: a question that was overlooked must not look like a slow server. */
  private async answer<T>(asked: Promise<T>): Promise<T | undefined> {
    const { onProgress } = this.ports;
    onProgress({ objects: this.objects, requests: this.ports.requests(), asksForRoom: true });
    const answer = await this.fetcher.answer(asked);
    onProgress({ objects: this.objects, requests: this.ports.requests() });
    return answer;
  }

  private isAborted(): boolean {
    return this.ports.signal?.aborted === true;
  }

  /** Asks for the next page as soon as it is clear which that is, before this one is read. */
  private fetchAhead(walk: Walk, { bytes }: TaxiiPage): EarlyPage | undefined {
    const next = nextOf(bytes);
    if (next === undefined || walk.pages + 1 >= mostPages) return undefined;
    const { addedAfter, limit } = walk;
    return { next, coming: this.fetcher.fetch({ addedAfter, limit, next, pages: walk.pages + 1 }) };
  }

  /** Where the walk goes after a page. */
  private advance(walk: Walk, page: TaxiiPage, read: PageRead): 'on' | 'end' | Broken {
    walk.came(page, read, this.ports.now());
    if (!read.more) return 'end';
    if (walk.pages >= mostPages) return new Broken(`The server has not come to an end after ${mostPages} pages.`);
    if (read.next !== undefined) {
      walk.next = read.next;
      return 'on';
    }
    const way = walk.byDate(page, read);
    if (way === 'noDates') {
      return new Broken('The server says that there is more, but gives neither a cursor nor a date to go on from.');
    }
    return way === 'ties' ? tooManyTies() : 'on';
  }

  /** Where the walk goes when a page that was promised did not come. */
  private afterLost(walk: Walk, { error }: Lost): 'on' | Broken | Again {
    const way = walk.lost();
    switch (way) {
      case 'on':
        return way;
      case 'again':
        return new Again(error);
      case 'ties':
        return tooManyTies();
      case 'unconfirmed':
        return this.denied(error, { full: this.isFull, ...walk.reached(this.options.overlapMillis) });
    }
  }

  /** The server denies what it promised: what came is kept, and nothing is known to be gone. */
  private denied(error: RequestError, reached?: Reached): Broken {
    return new Broken(
      `${this.ports.source.host} promised another page, then refused it (${againWord(error)}).${serviceMessageSuffix(error)} ` +
        'New and changed objects are kept; which objects the collection no longer has is not known.',
      reached === undefined ? {} : { reached },
    );
  }

  private ended(walk: Walk): ChainEnd | Again {
    if (!walk.mayEnd()) return new Again({ kind: 'notFound', detail: 'what had come by cursor does not come by date' });
    return { complete: true, full: this.isFull, ...walk.reached(this.options.overlapMillis) };
  }
}

function incomplete({ words, more }: Broken): ChainEnd {
  return { complete: false, error: words, ...more };
}

function stopped(stop: Stop): Broken {
  return new Broken(stopSentence(stop), { stop });
}

function tooManyTies(): Broken {
  return new Broken(
    'The server has more objects of one time than it puts on a page, and no cursor: those of the same time may be incomplete.',
  );
}

/** Why a chain begins again, in as few words as a row has room for. */
function againWord(error: RequestError): string {
  return error.kind === 'serverError' || error.kind === 'badRequest'
    ? `HTTP ${error.status}`
    : error.kind === 'notFound'
      ? 'HTTP 404'
      : requestErrorLabel(error);
}
