import { taxiiSentence } from '../api/taxii/sentence';
import type { TaxiiPage } from '../api/taxii/client';
import type { Trouble } from '../api/trouble';
import { troubleWord } from '../lookups/troubleWord';
import type { ChainEnd, MirrorWriter, PageRead, PageSource } from './ports';
import { isOutage, longOutageMillis, outagePause, shortOutageMillis } from './outage';
import { nextOf } from './peek';
import { before, compareStamps } from './stamps';

export interface ChainPorts {
  readonly source: PageSource;
  readonly writer: MirrorWriter;
  readonly now: () => number;
  /** Resolves with false once `signal` is aborted. */
  readonly delay: (millis: number, signal: AbortSignal | undefined) => Promise<boolean>;
  readonly signal: AbortSignal | undefined;
  /** How many have left so far. */
  readonly requests: () => number;
  readonly onProgress: (progress: ChainProgress) => void;
}

export interface ChainProgress {
  /** Objects that came in this chain. */
  readonly objects: number;
  readonly requests: number;
  /** Set while a pause is waited out: until then nothing is asked. */
  readonly waitingUntil?: number;
  /** Set while the chain begins again, until a page comes: what the last request met, “HTTP 500” for instance. With `waitingUntil` the next try is then. */
  readonly again?: string;
}

export interface ChainOptions {
  readonly limit: number;
  /** Where the run begins; a full run begins at the beginning. */
  readonly addedAfter: string | undefined;
  /** How far the next run steps back, milliseconds (beside the one unit that it always does). */
  readonly overlapMillis: number;
}

/** What is borne with before a chain is given up. */
const mostRestarts = 6;
const restartMillis = 250;
/** A shorter pause is not worth telling. */
const toldMillis = 1_000;
const idlePages = 5;
const mostPages = 200_000;
const largestLimit = 64_000;
const keepMillis = 20_000;

/** A chain that ended in its middle, with the words for it. */
class Broken {
  constructor(readonly words: string) {}
}

/** The chain has to begin again from the run's own beginning. */
class Again {
  constructor(readonly trouble: Trouble) {}
}

/** A page that was asked for before the one in front of it was read. */
interface Ahead {
  readonly next: string;
  readonly coming: Promise<TaxiiPage | 'end' | Broken | Again>;
}

interface Walk {
  addedAfter: string | undefined;
  next: string | undefined;
  limit: number;
  /** Date-Added-Last of the pages so far, the latest. */
  last: string | undefined;
  /** Date-Added-First of the last page that held a page's worth. */
  firstOfLast: string | undefined;
  pages: number;
  idle: number;
  seen: string;
}

/**
 * One run over a collection: pages until the server says that there are no more (TAXII 2.1, 3.4 and 5.4). The cursor of a
 * server may work once, may be the same on every page, or may be missing; nothing is lost with any of them, and a chain that
 * can't end is stopped with the words for it.
 */
export class Chain {
  private objects = 0;
  /** Milliseconds of pauses so far, and how many are borne with. */
  private waited = 0;
  private patienceMillis = shortOutageMillis;
  /** Whether a page of this walk has come. */
  private anyPage = false;

  constructor(
    private readonly ports: ChainPorts,
    private readonly options: ChainOptions,
  ) {}

  async run(): Promise<ChainEnd> {
    let restarts = 0;
    let outages = 0;
    for (;;) {
      const outcome = await this.walk();
      if (!(outcome instanceof Again)) {
        return outcome instanceof Broken ? { complete: false, trouble: outcome.words } : outcome;
      }
      const { trouble } = outcome;
      // A server that is down is waited for; one that sends pages and then breaks off does so again, perhaps.
      const isDown = !this.anyPage && isOutage(trouble);
      outages = isDown ? outages + 1 : 0;
      restarts += isDown ? 0 : 1;
      if (restarts > mostRestarts || trouble.kind === 'cancelled') {
        return { complete: false, trouble: taxiiSentence(trouble, this.ports.source.host) };
      }
      const pause = isDown ? outagePause(outages) : restartMillis * 2 ** (restarts - 1);
      const until = Math.max(this.ports.now() + pause, this.ports.source.pausedUntil() ?? 0);
      if (trouble.kind === 'timeout') this.waited += trouble.afterMillis;
      const problem = await this.waitUntil(until, trouble, againWord(trouble));
      if (problem !== undefined) return { complete: false, trouble: problem.words };
    }
  }

  private async walk(): Promise<ChainEnd | Broken | Again> {
    const { addedAfter, limit } = this.options;
    const { writer, onProgress, signal } = this.ports;
    const walk: Walk = {
      addedAfter,
      next: undefined,
      limit,
      last: undefined,
      firstOfLast: undefined,
      pages: 0,
      idle: 0,
      seen: '',
    };
    await writer.chain();
    this.objects = 0;
    this.anyPage = false;
    let coming = this.fetch(walk);
    for (;;) {
      const page = await coming;
      if (page === 'end') return this.ended(walk);
      if (page instanceof Broken || page instanceof Again) return page;
      this.anyPage = true;
      this.patienceMillis = longOutageMillis;
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
      coming = ahead?.coming ?? (way === 'on' ? this.fetch(walk) : Promise.resolve('end'));
      const { fresh } = await (writing ?? writer.write()).catch(async (error: unknown) => {
        await coming;
        throw error;
      });
      if (ahead !== undefined && (way !== 'on' || walk.next !== ahead.next)) {
        await coming;
        return new Again({ kind: 'notJson', detail: 'an envelope that says two things' });
      }
      onProgress({ objects: this.objects, requests: this.ports.requests() });
      if (signal?.aborted === true) {
        await coming;
        return new Broken('Cancelled.');
      }
      if (way instanceof Broken) return way;
      if (way === 'end') return this.ended(walk);
      walk.idle = fresh > 0 ? 0 : walk.idle + 1;
      const print = [walk.next, walk.addedAfter, walk.limit, read.print].join(' ');
      if (fresh === 0 && (print === walk.seen || walk.idle >= idlePages)) {
        await coming;
        return new Broken('The server goes round in circles: its pages bring nothing new and never end.');
      }
      walk.seen = print;
    }
  }

  /** Asks for the next page as soon as it is clear which that is, before this one is read. */
  private fetchAhead(walk: Walk, { bytes }: TaxiiPage): Ahead | undefined {
    const next = nextOf(bytes);
    if (next === undefined || walk.pages + 1 >= mostPages) return undefined;
    return { next, coming: this.fetch({ ...walk, next, pages: walk.pages + 1 }) };
  }

  /** Where the walk goes after a page. */
  private advance(walk: Walk, page: TaxiiPage, read: PageRead): 'on' | 'end' | Broken {
    walk.pages++;
    const advances = page.last !== undefined && (walk.last === undefined || compareStamps(page.last, walk.last) > 0);
    const stuckAt = walk.last;
    if (advances) walk.last = page.last;
    if (read.objects >= Math.min(this.options.limit, 100)) walk.firstOfLast = page.first;
    if (!read.more) return 'end';
    if (walk.pages >= mostPages) return new Broken(`The server has not come to an end after ${mostPages} pages.`);
    if (read.next !== undefined) {
      walk.next = read.next;
      return 'on';
    }
    walk.next = undefined;
    if (page.last === undefined) {
      return new Broken('The server says that there is more, but gives neither a cursor nor a date to go on from.');
    }
    // Objects of the same time may stand on both sides of the border: the border comes again, and once only.
    const from = before(page.last);
    if (advances && (walk.addedAfter === undefined || compareStamps(from, walk.addedAfter) > 0)) {
      walk.addedAfter = from;
      walk.limit = this.options.limit;
      return 'on';
    }
    if (walk.limit < largestLimit && (stuckAt === undefined || read.objects >= walk.limit || advances)) {
      walk.limit = Math.min(largestLimit, walk.limit * 4);
      return 'on';
    }
    return new Broken(
      'The server has more objects of one time than it puts on a page, and no cursor: those of the same time may be incomplete.',
    );
  }

  private ended(walk: Walk): ChainEnd {
    const { addedAfter, overlapMillis } = this.options;
    const full = addedAfter === undefined;
    if (walk.last === undefined) return { complete: true, full };
    const back = before(walk.last, overlapMillis);
    // A whole page within the overlap would come again with every run, and bring nothing.
    const fits = walk.firstOfLast === undefined || compareStamps(walk.firstOfLast, back) <= 0;
    return { complete: true, full, watermark: walk.last, after: fits ? back : walk.last };
  }

  private async fetch(walk: Walk): Promise<TaxiiPage | 'end' | Broken | Again> {
    const { source, signal } = this.ports;
    const { addedAfter, next, limit } = walk;
    const isFirst = walk.pages === 0;
    for (;;) {
      if (signal?.aborted === true) return new Broken('Cancelled.');
      const answer = await source.page({ addedAfter, next, limit });
      if (answer.ok) return answer.value;
      const { trouble } = answer;
      switch (trouble.kind) {
        case 'rateLimited': {
          // Refused before it was looked at: the same request may be asked again.
          const problem = await this.waitUntil(trouble.retryAt, trouble);
          if (problem !== undefined) return problem;
          continue;
        }
        case 'notFound':
          // A page past the end is an end; on the first page it may be one, too.
          if (!isFirst || (addedAfter !== undefined && (await source.exists()))) return 'end';
          return new Broken(
            `${source.host} has no such collection any more, or never had; what was mirrored of it is kept.`,
          );
        case 'nameNotFound':
        case 'connectionRefused':
        case 'unreachable':
        case 'timeout':
        case 'notJson':
        case 'serverError':
          return new Again(trouble);
        default:
          return new Broken(taxiiSentence(trouble, source.host));
      }
    }
  }

  /** Waits, and keeps the collection reserved; `again` where the chain then begins again. */
  private async waitUntil(until: number, trouble: Trouble, again?: string): Promise<Broken | undefined> {
    const { now, delay, signal, writer, onProgress, source } = this.ports;
    const millis = Math.max(0, until - now());
    this.waited += millis;
    const patience = trouble.kind === 'rateLimited' ? longOutageMillis : this.patienceMillis;
    if (this.waited > patience) return new Broken(taxiiSentence(trouble, source.host));
    onProgress({
      objects: again === undefined ? this.objects : 0,
      requests: this.ports.requests(),
      ...(again === undefined ? {} : { again }),
      ...(millis < toldMillis && again !== undefined ? {} : { waitingUntil: until }),
    });
    for (let left = millis; left > 0;) {
      const slice = Math.min(left, keepMillis);
      if (!(await delay(slice, signal))) return new Broken('Cancelled.');
      await writer.keep();
      // A machine that slept has waited long enough.
      left = Math.min(left - slice, until - now());
    }
    return undefined;
  }
}

/** Why a chain begins again, in as few words as a row has room for. */
function againWord(trouble: Trouble): string {
  return trouble.kind === 'serverError' ? `HTTP ${trouble.status}` : troubleWord(trouble);
}
