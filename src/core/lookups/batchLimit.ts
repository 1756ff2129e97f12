import type { Budget } from '../api/client';

/** Setting `threatLookups.plan`. */
export const planNames = ['auto', 'visitor', 'free', 'pro', 'team', 'business'] as const;
export type PlanName = (typeof planNames)[number];

/** The plan of the account, and whether there is a key. */
export interface ExplorePlan {
  readonly name: PlanName;
  readonly withKey: boolean;
}

/** Rows of an Explore answer without an explicit limit (lookup API: “Limits”). */
export const planRows: Readonly<Record<Exclude<PlanName, 'auto'>, number>> = {
  visitor: 10,
  free: 50,
  pro: 250,
  team: 1_000,
  business: 10_000,
};

/** Limits to try, in ascending order; a service may allow less than any plan of the specification. */
const steps: readonly number[] = [1, 5, ...Object.values(planRows)];

/** The next limit to try above one that was answered; the same if it is the largest. */
function stepAbove(limit: number): number {
  return steps.find((step) => step > limit) ?? limit;
}

/** The largest limit to try below one that was rejected. */
function stepBelow(limit: number): number {
  return steps.findLast((step) => step < limit) ?? 1;
}

/** With fewer requests left no larger limit is tried, since a rejection would cost one. */
const leftForTrying = 50;

/** The requests left of the day or month; Infinity if the service doesn't report them. */
export function requestsLeft({ day = Infinity, month = Infinity }: Budget): number {
  return Math.min(day, month);
}

interface Learned {
  /** The largest limit that was answered. */
  answered: number;
  /** The smallest limit that was rejected. */
  refused: number;
  /** The number of rows at which answers stop, whatever the limit. */
  stop: number;
  /** A limit that just met a 429; a lower one shows whether the 429 was about the limit. */
  doubted?: number | undefined;
  /** Lower limits in a row that met the rate limit. */
  vain: number;
}

/** Limits that hardly any service rejects, the largest first: they show what a 429 was about. */
const lowerTries: readonly number[] = steps.filter((step) => step <= planRows.free).reverse();

/** How many rows to request at once: as the plan in the settings allows, otherwise found out step by step. */
export class BatchLimit {
  private readonly learned = new Map<string, Learned>();

  /** The `limit` of the next request, for which `wanted` rows would be useful. */
  limit(address: string, plan: ExplorePlan, wanted: number, budget: Budget): number {
    const { answered, refused, stop } = this.of(address);
    if (stop < Infinity) return stop;
    const granted = plan.name === 'auto' ? undefined : planRows[plan.name];
    const start = granted ?? Math.max(answered, plan.withKey ? planRows.free : planRows.visitor);
    const wantsMore = granted === undefined && answered >= start && wanted >= start;
    const limit = wantsMore && requestsLeft(budget) >= leftForTrying ? stepAbove(start) : start;
    return limit < refused ? limit : stepBelow(refused);
  }

  answered(address: string, limit: number): void {
    const learned = this.of(address);
    learned.answered = Math.max(learned.answered, limit);
    if (learned.doubted !== undefined && limit < learned.doubted)
      learned.refused = Math.min(learned.refused, learned.doubted);
    learned.doubted = undefined;
    learned.vain = 0;
  }

  /** An answer stopped at this many rows although there were more. */
  stopped(address: string, rows: number): void {
    const learned = this.of(address);
    learned.stop = Math.max(1, Math.min(learned.stop, rows));
  }

  /** How many values fit into one request: a full answer might be truncated. */
  maxValues(address: string, limit: number): number {
    return Math.max(1, Math.min(limit, this.of(address).stop) - 1);
  }

  /** Whether a 429 to a request with this limit may be about the limit, see `BatchRequestOptions`. */
  untried(address: string, limit: number): 'first' | 'lower' | undefined {
    const { answered, doubted } = this.of(address);
    if (limit <= answered) return undefined;
    return doubted !== undefined && limit < doubted ? 'lower' : 'first';
  }

  /** The limit to try after a 429 that may be about this one; undefined if there is none. */
  lowerTry(address: string, limit: number): number | undefined {
    const learned = this.of(address);
    learned.doubted = limit;
    learned.answered = Math.min(learned.answered, limit - 1);
    if (learned.answered > 0) return learned.answered;
    const lower = lowerTries.filter((step) => step < limit);
    // A service that allows less than the last try is found out eventually.
    return lower[Math.min(learned.vain, lower.length - 1)];
  }

  /** A request met the rate limit, which proves nothing about the doubted limit. */
  rateLimited(address: string): void {
    const learned = this.of(address);
    if (learned.doubted !== undefined) learned.vain++;
    learned.doubted = undefined;
  }

  /** False if there is no smaller limit to try. */
  refused(address: string, limit: number): boolean {
    const learned = this.of(address);
    learned.refused = Math.min(learned.refused, limit);
    learned.answered = Math.min(learned.answered, limit - 1);
    return limit > 1;
  }

  /** Starts over after a change of key or plan. */
  forget(): void {
    this.learned.clear();
  }

  private of(address: string): Learned {
    let learned = this.learned.get(address);
    if (learned === undefined) {
      learned = { answered: 0, refused: Infinity, stop: Infinity, vain: 0 };
      this.learned.set(address, learned);
    }
    return learned;
  }
}
