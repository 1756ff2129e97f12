import type { TaxiiPage } from '../api/taxii/client';
import { before, compareTimestamps, isFuture, isTimestamp } from './timestamps';
import type { PageRead, Reached } from './ports';

/** Larger pages are asked for up to this many objects. */
const maxLimit = 64_000;

/** Why a walk can't go on by date: its stamps say nothing, or one moment fills the largest page. */
export type PagingObstacle = 'noDates' | 'ties';

/** What to do after a page that was promised did not come. */
export type LostPageAction =
  /** Ask again, by date. */
  | 'on'
  /** Begin the chain again: dates don't lead on. */
  | 'again'
  | 'ties'
  /** By date nothing is left: what came is all there is to be had, although the server promised more. */
  | 'unconfirmed';

export interface WalkOptions {
  readonly addedAfter: string | undefined;
  readonly limit: number;
}

/** Where a chain of pages stands, and where it goes on: by cursor, or by date where there is none or it is lost. */
export class Walk {
  addedAfter: string | undefined;
  next: string | undefined;
  limit: number;
  pages = 0;
  /** The latest Date-Added-Last. */
  private last: string | undefined;
  /** The latest stamp that is not in the future, as the server sent it. */
  private sure: string | undefined;
  /** Date-Added-First of the last page that held a page's worth. */
  private firstOfLast: string | undefined;
  /** The newest page brought a later date than all in front of it. */
  private advanced = false;
  /** Whether no page began before the end of the one in front of it: then dates lead nowhere. */
  private isOrdered = true;
  /** Objects on the fullest page since the walk was last asked for by date. */
  private fullest = 0;
  /** A lost cursor is looked into: from one unit before the last date, then from exactly there. */
  private probing: 'nothing' | 'around' | 'behind' = 'nothing';

  constructor(private readonly options: WalkOptions) {
    this.addedAfter = options.addedAfter;
    this.limit = options.limit;
  }

  /** Takes a page into account; `now` stands in for the server's clock where it tells no time. */
  addPage(page: TaxiiPage, { objects }: PageRead, now: number): void {
    const first = timestampIn(page.first);
    const last = timestampIn(page.last);
    const from = this.next === undefined ? this.addedAfter : this.last;
    if (first !== undefined && from !== undefined && compareTimestamps(first, from) < 0) this.isOrdered = false;
    for (const timestamp of [first, last]) {
      if (timestamp === undefined || isFuture(timestamp, page.date ?? now)) continue;
      if (this.sure === undefined || compareTimestamps(timestamp, this.sure) > 0) this.sure = timestamp;
    }
    this.advanced = last !== undefined && (this.last === undefined || compareTimestamps(last, this.last) > 0);
    if (this.advanced) {
      this.last = last;
      this.probing = 'nothing';
    }
    if (objects >= Math.min(this.options.limit, 100)) this.firstOfLast = first;
    this.fullest = Math.max(this.fullest, objects);
    this.pages++;
  }

  /** Goes on where a page says `more` without a cursor. Objects of one moment may be on both sides of the border: it comes again. */
  byDate(page: TaxiiPage, { objects }: PageRead): 'on' | PagingObstacle {
    this.next = undefined;
    if (this.last === undefined || timestampIn(page.last) === undefined) return 'noDates';
    if (this.advance()) return 'on';
    return (objects >= this.limit || this.advanced) && this.enlarge() ? 'on' : 'ties';
  }

  /** Goes on where a cursor is refused, or a page that was promised is not there. */
  afterLostPage(): LostPageAction {
    const { last, isOrdered, probing, fullest } = this;
    if (last === undefined || !isOrdered) return 'again';
    this.next = undefined;
    if (probing === 'behind') return 'unconfirmed';
    if (this.advance()) {
      this.probing = 'around';
      return 'on';
    }
    // What had come has to come again: otherwise the server does not answer by date.
    if (fullest === 0) return 'again';
    if (fullest >= this.options.limit) return this.enlarge() ? 'on' : 'ties';
    this.probing = 'behind';
    this.begin(last);
    return 'on';
  }

  /** Whether a page without `more` is the server's own word that there is no more; not where nothing came of what had come. */
  canEnd(): boolean {
    return this.probing !== 'around' || this.fullest > 0;
  }

  /** From where the next run goes on, `overlapMillis` earlier. Nothing where no date can be trusted. */
  reached(overlapMillis: number): Omit<Reached, 'full'> {
    const { sure, last, firstOfLast } = this;
    if (sure === undefined) return {};
    const back = before(sure, overlapMillis);
    // A whole page within the overlap would come again with every run, and bring nothing.
    const fits = sure !== last || firstOfLast === undefined || compareTimestamps(firstOfLast, back) <= 0;
    return { watermark: sure, after: fits ? back : sure };
  }

  private advance(): boolean {
    if (this.last === undefined || this.probing === 'behind') return false;
    const from = before(this.last);
    if (this.addedAfter !== undefined && compareTimestamps(from, this.addedAfter) <= 0) return false;
    this.begin(from);
    return true;
  }

  private begin(addedAfter: string): void {
    this.addedAfter = addedAfter;
    this.next = undefined;
    this.limit = this.options.limit;
    this.fullest = 0;
  }

  private enlarge(): boolean {
    if (this.limit >= maxLimit) return false;
    this.limit = Math.min(maxLimit, this.limit * 4);
    this.next = undefined;
    this.fullest = 0;
    return true;
  }
}

function timestampIn(text: string | undefined): string | undefined {
  return text !== undefined && isTimestamp(text) ? text : undefined;
}
