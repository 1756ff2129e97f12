import { isPlanDefault } from '../lookups/answerSizes';
import { planRows, type PlanName } from '../lookups/batchLimit';
import type { QueryRun } from './run';

/** Whether an answer contains all rows. */
export type Completeness =
  | { readonly kind: 'all' }
  /** The user's limit is reached; there may be more. */
  | { readonly kind: 'limited'; readonly limit: number }
  /** The default limit of a plan is reached; there may be more. */
  | { readonly kind: 'planDefault'; readonly limit: number }
  /** Fewer rows than requested, but as many as a plan or service returns at once; there may be more. */
  | { readonly kind: 'maybeTruncated'; readonly limit: number };

/** Default and maximum limit of the local service (docs/local-service.md). */
const localRows = planRows.business;

/** Default limits of plans (api-spec: “Limits”), ascending. */
const defaults: readonly number[] = Object.values(planRows).sort((a, b) => a - b);

/** Whether an answered run has all rows; `plan` is the user's setting. */
export function completenessOf({ settings, origin, end }: QueryRun, plan: PlanName): Completeness {
  const rows = end?.kind === 'answered' ? end.count + end.unreadable : 0;
  const whole: Completeness =
    origin.remote && end?.kind === 'answered' && end.mayBeTruncated === true
      ? { kind: 'maybeTruncated', limit: rows }
      : { kind: 'all' };
  if (settings.limit !== undefined) {
    if (rows >= settings.limit) return { kind: 'limited', limit: settings.limit };
    return origin.remote && isPlanDefault(rows) ? { kind: 'maybeTruncated', limit: rows } : whole;
  }
  if (!origin.remote) return rows < localRows ? { kind: 'all' } : { kind: 'planDefault', limit: localRows };
  const own = plan === 'auto' ? undefined : planRows[plan];
  // The plan is unknown or may have changed, so the default limit of any plan may have truncated the answer.
  return own === rows || isPlanDefault(rows) ? { kind: 'planDefault', limit: rows } : whole;
}

/** The next larger limit of any plan. */
export function largerLimit(rows: number): number | undefined {
  return defaults.find((limit) => limit > rows);
}

/** The next smaller limit of any plan. */
export function smallerLimit(limit: number): number | undefined {
  return defaults.findLast((each) => each < limit);
}
