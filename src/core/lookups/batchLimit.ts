import type { Budget } from '../api/client';

/** Setting `threatLookups.plan`. */
export const planNames = ['auto', 'visitor', 'free', 'pro', 'team', 'business'] as const;
export type PlanName = (typeof planNames)[number];

/** What is known of the account that asks. */
export interface ExplorePlan {
  readonly name: PlanName;
  readonly withKey: boolean;
}

/** Rows that one Explore answer has where no limit is asked for (api-spec: “Limits”). */
export const planRows: Readonly<Record<Exclude<PlanName, 'auto'>, number>> = {
  visitor: 10,
  free: 50,
  pro: 250,
  team: 1_000,
  business: 10_000,
};

/** What is tried, from careful to bold; a service may allow less than any plan of the specification. */
const steps: readonly number[] = [1, 5, ...Object.values(planRows)];

/** With fewer requests left a bolder limit is not tried: the refusal would cost one. */
const leftForTrying = 50;

interface Learned {
  /** The largest limit that was answered. */
  answered: number;
  /** The smallest limit that was refused. */
  refused: number;
  /** The most rows in an answer so far. */
  rows: number;
  /** Where answers stop, whatever the limit says. */
  stop: number;
}

/** How many rows a service may be asked for at once: by the plan that the user named, else found out step by step. */
export class BatchLimit {
  readonly #learned = new Map<string, Learned>();

  /** The `limit` of the next request, of which `wanted` rows would be of use. */
  limit(address: string, plan: ExplorePlan, wanted: number, budget: Budget): number {
    const { answered, refused, stop } = this.#of(address);
    if (stop < Infinity) return stop;
    const named = plan.name === 'auto' ? undefined : planRows[plan.name];
    const start = named ?? Math.max(answered, plan.withKey ? planRows.free : planRows.visitor);
    const left = Math.min(budget.day ?? Infinity, budget.month ?? Infinity);
    const mayTry = named === undefined && answered >= start && wanted >= start && left >= leftForTrying;
    const bold = mayTry ? (steps.find((step) => step > start) ?? start) : start;
    return bold < refused ? bold : (steps.findLast((step) => step < refused) ?? 1);
  }

  answered(address: string, limit: number, rows: number): void {
    const learned = this.#of(address);
    learned.answered = Math.max(learned.answered, limit);
    learned.rows = Math.max(learned.rows, rows);
  }

  /** The most rows that an answer of the service had so far. */
  mostRows(address: string): number {
    return this.#of(address).rows;
  }

  /** An answer stopped at so many rows although there were more. */
  stopped(address: string, rows: number): void {
    const learned = this.#of(address);
    learned.stop = Math.max(1, Math.min(learned.stop, rows));
  }

  /** How many values fit into one question: a full answer might be a cut one. */
  mostValues(address: string, limit: number): number {
    return Math.max(1, Math.min(limit, this.#of(address).stop) - 1);
  }

  /** False where there is no smaller limit to try. */
  refused(address: string, limit: number): boolean {
    const learned = this.#of(address);
    learned.refused = Math.min(learned.refused, limit);
    learned.answered = Math.min(learned.answered, limit - 1);
    return limit > 1;
  }

  /** Another key or another plan: all is found out anew. */
  forget(): void {
    this.#learned.clear();
  }

  #of(address: string): Learned {
    let learned = this.#learned.get(address);
    if (learned === undefined) {
      learned = { answered: 0, refused: Infinity, rows: 0, stop: Infinity };
      this.#learned.set(address, learned);
    }
    return learned;
  }
}
