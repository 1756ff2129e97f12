import { planRows } from './batchLimit';

/** Answers with fewer rows often have the same number by chance. */
const minRows = 5;
/**
 * A repeated or round number of rows is hardly chance from this size on, even if other answers were larger: the plan
 * may have changed.
 */
const minRoundRows = 100;
/** Row counts remembered per service. */
const maxRemembered = 200;

const defaults: ReadonlySet<number> = new Set(Object.values(planRows));

/** Whether a plan returns this many rows by default (lookup API: “Limits”). */
export function isPlanDefault(rows: number): boolean {
  return defaults.has(rows);
}

/** Searches, and batch lookups, whose number of rows doesn't show the limit of a search. */
export type RequestKind = 'search' | 'batch';

/**
 * The number of rows in a service's answers: a service that silently truncates stops at the same number repeatedly.
 * In memory, by address and kind of request.
 */
export class AnswerSizes {
  private readonly seen = new Map<string, Map<number, string>>();
  private readonly stops = new Map<string, Set<number>>();

  /** Whether an answer with this many rows may have been truncated, although more were requested. */
  mayBeTruncated(address: string, kind: RequestKind, question: string, rows: number): boolean {
    const isRound = rows >= minRoundRows && rows % 100 === 0;
    if (isPlanDefault(rows) || isRound || this.stops.get(address)?.has(rows) === true) return true;
    const seen = this.seen.get(`${kind} ${address}`) ?? new Map<number, string>();
    const before = seen.get(rows);
    if (rows < minRows || before === undefined || before === question) return false;
    return rows >= minRoundRows || rows === Math.max(...seen.keys());
  }

  /** Remembers an answer for later comparisons. */
  note(address: string, kind: RequestKind, question: string, rows: number): void {
    const seen = this.seen.get(`${kind} ${address}`) ?? new Map<number, string>();
    this.seen.set(`${kind} ${address}`, seen);
    if (rows < minRows || seen.has(rows)) return;
    seen.set(rows, question);
    const [oldest] = seen.keys();
    if (seen.size > maxRemembered && oldest !== undefined) seen.delete(oldest);
  }

  /** The service is known to stop at this many rows. */
  stopped(address: string, rows: number): void {
    const stops = this.stops.get(address) ?? new Set<number>();
    this.stops.set(address, stops.add(rows));
  }
}
