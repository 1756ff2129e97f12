import type { TaxiiPage } from '../api/taxii/client';
import { before, compareTimestamps, isFuture, isTimestamp } from './timestamps';
import type { PageRead, Reached } from './ports';

/** The maximum number of objects per page, for servers that need larger pages. */
const maxLimit = 64_000;

/** How many pages of the latest date come again with every run. */
const maxPagesAgain = 5;

/** Why a walk can't continue by date: there are no dates, or one date fills the largest page. */
export type PagingObstacle = 'noDates' | 'ties';

/** How to continue when an announced page didn't come. */
export type LostPageAction =
  /** Request again, by date. */
  | 'on'
  /** Restart the chain: dates don't help. */
  | 'again'
  | 'ties'
  /** Nothing is left by date: all that the server returns has come, although it announced more. */
  | 'unconfirmed';

export interface WalkOptions {
  readonly addedAfter: string | undefined;
  readonly limit: number;
}

/** The position in a chain of pages, and how it continues: by cursor, or by date without one. */
export class Walk {
  addedAfter: string | undefined;
  next: string | undefined;
  limit: number;
  pages = 0;
  /** The latest Date-Added-Last. */
  private last: string | undefined;
  /** The latest timestamp that isn't in the future, in the server's format. */
  private sure: string | undefined;
  /** The newest page has a later date than all before. */
  private advanced = false;
  /** Whether no page started before the end of the previous one: otherwise dates can't be used. */
  private isOrdered = true;
  /** Objects on the largest page since the last request by date. */
  private fullest = 0;
  /** Objects on the largest page of the walk, and on the newest one: a server may send smaller pages than requested. */
  private largest = 0;
  private newest = 0;
  /** A cursor was lost behind a full page whose date came again: the date may have more objects. */
  private isDoubtful = false;
  /** Objects of a date may be missing, because no request by date reaches them. */
  maySkip = false;
  /** Objects on pages that end at the latest date: at most this many come again after a request from that date on. */
  private ofLast = 0;
  /** Objects on pages with nothing but the latest date. */
  private atLast = 0;
  /** Objects that may still come again, because the walk was requested again from the latest date on. */
  private repeats = 0;
  /** A lost cursor is probed: from one unit before the last date, then from exactly there. */
  private probing: 'nothing' | 'around' | 'behind' = 'nothing';

  constructor(private readonly options: WalkOptions) {
    this.addedAfter = options.addedAfter;
    this.limit = options.limit;
  }

  /** Takes a page into account; `now` replaces the server's clock where it is missing. */
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
      // Later objects follow, so that the lost page wasn't the one behind the end.
      if (this.probing === 'behind' && this.isDoubtful) this.maySkip = true;
      this.last = last;
      this.probing = 'nothing';
      this.ofLast = 0;
      this.atLast = 0;
      this.repeats = 0;
    }
    this.ofLast += objects;
    if (first !== undefined && first === last) this.atLast += objects;
    this.fullest = Math.max(this.fullest, objects);
    this.largest = Math.max(this.largest, objects);
    this.newest = objects;
    this.pages++;
  }

  /**
   * Continues where a page has `more` without a cursor. Objects of one time may be on both sides of the border, so that
   * time is requested again.
   */
  byDate(page: TaxiiPage, { objects }: PageRead): 'on' | PagingObstacle {
    this.next = undefined;
    if (this.last === undefined || timestampIn(page.last) === undefined) return 'noDates';
    if (this.advance()) return 'on';
    return (objects >= this.limit || this.advanced) && this.enlarge() ? 'on' : 'ties';
  }

  /** Continues where a cursor is rejected, or an announced page doesn't exist. */
  afterLostPage(): LostPageAction {
    const { last, isOrdered, probing, fullest } = this;
    if (last === undefined || !isOrdered) return 'again';
    this.next = undefined;
    if (probing === 'behind') return 'unconfirmed';
    if (this.advance()) {
      this.probing = 'around';
      return 'on';
    }
    // Earlier objects have to come again: otherwise, the server doesn't respond by date.
    if (fullest === 0) return 'again';
    if (fullest >= this.options.limit) return this.enlarge() ? 'on' : 'ties';
    this.probing = 'behind';
    this.isDoubtful = this.newest >= this.largest;
    this.begin(last);
    return 'on';
  }

  /** Whether a page without `more` is the end; not if none of the earlier objects came again. */
  canEnd(): boolean {
    return this.probing !== 'around' || this.fullest > 0;
  }

  /**
   * The date from which the next run continues, `overlapMillis` earlier, so that the latest date comes again: a server
   * may add objects under it later. If those are too many, the run continues behind it. Empty where no date can be
   * trusted.
   */
  reached(overlapMillis: number): Omit<Reached, 'full'> {
    const { sure, last, atLast, options } = this;
    if (sure === undefined) return {};
    const comesAgain = sure !== last || atLast <= maxPagesAgain * options.limit;
    return { watermark: sure, after: comesAgain ? before(sure, overlapMillis) : sure };
  }

  /** Whether a page without anything new was to be expected: its objects had come before the walk was requested again. */
  takeRepeated(objects: number): boolean {
    const expected = objects > 0 && this.repeats > 0;
    this.repeats -= objects;
    return expected;
  }

  private advance(): boolean {
    if (this.last === undefined || this.probing === 'behind') return false;
    const from = before(this.last);
    if (this.addedAfter !== undefined && compareTimestamps(from, this.addedAfter) <= 0) return false;
    this.atLast = 0;
    this.begin(from);
    return true;
  }

  private begin(addedAfter: string): void {
    this.addedAfter = addedAfter;
    this.next = undefined;
    this.limit = this.options.limit;
    this.startOver();
  }

  private enlarge(): boolean {
    if (this.limit >= maxLimit) return false;
    this.limit = Math.min(maxLimit, this.limit * 4);
    this.next = undefined;
    this.atLast = 0;
    this.startOver();
    return true;
  }

  /** Expects the objects of the latest date again. */
  private startOver(): void {
    this.fullest = 0;
    this.repeats += this.ofLast;
    this.ofLast = 0;
  }
}

function timestampIn(text: string | undefined): string | undefined {
  return text !== undefined && isTimestamp(text) ? text : undefined;
}
