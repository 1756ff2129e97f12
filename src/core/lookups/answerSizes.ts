import { planRows } from './batchLimit';

/** Answers with fewer rows often have the same number by chance. */
const minRows = 5;
/** As many rows twice, or just so many hundred, are hardly chance, even where other answers had more: the plan may be another one since. */
const minRoundRows = 100;
/** Row counts remembered per service. */
const maxRemembered = 200;

const defaults: ReadonlySet<number> = new Set(Object.values(planRows));

/** Whether plans give just so many rows where no limit is asked for (api-spec: “Limits”). */
export function isPlanDefault(rows: number): boolean {
  return defaults.has(rows);
}

/** Searches, and lookups of many values at once: how many of those are known is no maximum of the service. */
export type RequestKind = 'search' | 'batch';

/**
 * How many rows the answers of a service had: one that silently gives fewer than it was asked for stops at the same number
 * again and again. In memory, by the service's address and by how it is asked.
 */
export class AnswerSizes {
  readonly #seen = new Map<string, Map<number, string>>();
  readonly #stops = new Map<string, Set<number>>();

  /** Whether an answer with so many rows may have been cut, although more were asked for. */
  mayBeTruncated(address: string, kind: RequestKind, question: string, rows: number): boolean {
    const isRound = rows >= minRoundRows && rows % 100 === 0;
    if (isPlanDefault(rows) || isRound || this.#stops.get(address)?.has(rows) === true) return true;
    const seen = this.#seen.get(`${kind} ${address}`) ?? new Map<number, string>();
    const before = seen.get(rows);
    if (rows < minRows || before === undefined || before === question) return false;
    return rows >= minRoundRows || rows === Math.max(...seen.keys());
  }

  /** Remembers an answer that may be of use to judge later ones. */
  note(address: string, kind: RequestKind, question: string, rows: number): void {
    const seen = this.#seen.get(`${kind} ${address}`) ?? new Map<number, string>();
    this.#seen.set(`${kind} ${address}`, seen);
    if (rows < minRows || seen.has(rows)) return;
    seen.set(rows, question);
    const [oldest] = seen.keys();
    if (seen.size > maxRemembered && oldest !== undefined) seen.delete(oldest);
  }

  /** The service is known to stop at so many rows. */
  stopped(address: string, rows: number): void {
    const stops = this.#stops.get(address) ?? new Set<number>();
    this.#stops.set(address, stops.add(rows));
  }
}
