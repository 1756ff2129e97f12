import { isPlanDefault } from '../lookups/answerSizes';
import { planRows, type PlanName } from '../lookups/batchLimit';
import { type QueryRun } from './run';

/** Whether the rows of an answer are all that there are. */
export type Completeness =
  | { readonly kind: 'all' }
  /** As many as the user's own limit allows: there may be more. */
  | { readonly kind: 'limited'; readonly limit: number }
  /** As many as a plan gives where no limit is asked for: there may be more. */
  | { readonly kind: 'planDefault'; readonly limit: number }
  /** Fewer than were asked for, but as many as a plan or this service gives at once: there may be more. */
  | { readonly kind: 'maybeTruncated'; readonly limit: number };

/** The local service's own default and largest limit (docs/local-service.md). */
const localRows = planRows.business;

/** Numbers of rows that plans give by themselves (api-spec: “Limits”), ascending. */
const defaults: readonly number[] = Object.values(planRows).sort((a, b) => a - b);

/** Judges the number of rows of an answered run; `plan` is the user's word on the account. */
export function completenessOf({ settings, place, end }: QueryRun, plan: PlanName): Completeness {
  const rows = end?.kind === 'answered' ? end.count + end.left : 0;
  const whole: Completeness =
    place.remote && end?.kind === 'answered' && end.mayBeCut === true
      ? { kind: 'maybeTruncated', limit: rows }
      : { kind: 'all' };
  if (settings.limit !== undefined) {
    if (rows >= settings.limit) return { kind: 'limited', limit: settings.limit };
    return place.remote && isPlanDefault(rows) ? { kind: 'maybeTruncated', limit: rows } : whole;
  }
  if (!place.remote) return rows < localRows ? { kind: 'all' } : { kind: 'planDefault', limit: localRows };
  const own = plan === 'auto' ? undefined : planRows[plan];
  // Nobody has said which plan it is, or it is another one since: as many rows as one of them gives may be a cut answer.
  return own === rows || isPlanDefault(rows) ? { kind: 'planDefault', limit: rows } : whole;
}

/** The next larger limit that a plan may allow; undefined where there is none. */
export function largerLimit(rows: number): number | undefined {
  return defaults.find((limit) => limit > rows);
}

/** The next smaller limit, for a plan that refused this one. */
export function smallerLimit(limit: number): number | undefined {
  return defaults.findLast((each) => each < limit);
}
