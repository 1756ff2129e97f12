import type { Budget, ServiceClient } from '../api/client';
import { pauseOf } from '../api/http/pause';
import { exploreRefusal, type ExploreAnswer, type ExploreRequest } from '../api/exploreRequest';
import { isAllowed } from '../lookups/policy/allowed';
import type { AnswerSizes } from '../lookups/answerSizes';
import type { RequestLog } from '../lookups/options';
import { logRequests } from '../lookups/requests/logRequests';
import type { LookupMode, BlockReason } from '../lookups/types';
import type { UtcMillis } from '../records/record';
import type { Finding, RunEnd, QueryRun } from './run';
import type { FoundRows } from '../records/found';
import type { LinksOfRow } from '../records/linksOfRow';
import { isPlanDefault } from '../lookups/answerSizes';
import { planRows, type PlanName } from '../lookups/batchLimit';

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

/** What a run depends on. */
export interface RunPorts {
  readonly service: Pick<ServiceClient, 'address' | 'remote' | 'explore' | 'budget'>;
  /** Send even if the quota is used up. */
  readonly ignoreQuota?: boolean;
  readonly mode: LookupMode;
  /** Returns what must not be sent to a remote service, if anything. */
  readonly blocked: (query: string) => { readonly value: string; readonly by: BlockReason } | undefined;
  readonly requestLog: Pick<RequestLog, 'begin'>;
  readonly sizes: AnswerSizes;
  /** Reads an answer in CSV or STIX; undefined if it is invalid. */
  readonly readText: (answer: Extract<ExploreAnswer, { text: string }>) => Promise<Finding | undefined>;
  /** Called with the number of bytes received. */
  readonly onBytes?: (bytes: number) => void;
  readonly now: () => UtcMillis;
  readonly signal: AbortSignal;
}

/** How a run ended, and what it found if it was answered. */
export type RunOutcome =
  | { readonly end: Extract<RunEnd, { kind: 'answered' }>; readonly finding: Finding }
  | { readonly end: Exclude<RunEnd, { kind: 'answered' }>; readonly finding?: undefined };

/**
 * Runs a query with at most one request, which is added to the request log before it is sent. Sends nothing in mode
 * `offline`, if the query contains something that must not be sent, or if the quota is used up. The local service is
 * available in any mode. Never rejects because of an expected error.
 */
export async function runQuery(request: ExploreRequest, ports: RunPorts): Promise<RunOutcome> {
  const { service, now, signal } = ports;
  if (service.remote) {
    if (!isAllowed(ports.mode, 'click')) return { end: { kind: 'offline' } };
    const found = ports.blocked(request.query);
    if (found !== undefined) return { end: { kind: 'blocked', ...found } };
    const spent = spentOf(service.budget(), now());
    if (spent !== undefined && (spent.span === 'pause' || ports.ignoreQuota !== true)) return { end: spent };
  }
  const startedAt = now();
  const row = service.remote
    ? logRequests(ports.requestLog, { to: service.address, what: [request.query], why: 'query' })
    : undefined;
  let requests = 0;
  const onRequest = (): void => {
    requests++;
    row?.options.onRequest?.();
  };
  const outcome = await service.explore(request, { signal, onBytes: ports.onBytes, onRequest });
  const millis = now() - startedAt;
  const repeated = requests > 1 ? { requests } : {};
  if (!outcome.ok) {
    const { error } = outcome;
    row?.endWithError(error);
    if (error.kind === 'canceled') return { end: { kind: 'canceled', millis, ...repeated } };
    const refusal = exploreRefusal(error, request);
    return { end: { kind: 'failed', millis, error, refusal, ...repeated } };
  }
  row?.end('answered');
  const { value } = outcome;
  const finding = value.format === 'json' ? { found: value.found, warnings: [] } : await ports.readText(value);
  if (finding === undefined) {
    const detail = `the answer is not in the format ${value.format}`;
    return { end: { kind: 'failed', millis, error: { kind: 'badShape', detail }, ...repeated } };
  }
  const { rows, unreadable } = finding.found;
  const count = rows.length + unreadable;
  const mayBeTruncated =
    service.remote && (isTruncated(request, count, ports) || (value.format === 'json' && value.found.hasMore === true));
  const truncated = mayBeTruncated ? { mayBeTruncated: true as const } : {};
  return { end: { kind: 'answered', millis, count: rows.length, unreadable, ...truncated, ...repeated }, finding };
}

/** Whether the service may have returned fewer rows than there are; reaching the requested limit says nothing about that. */
function isTruncated(
  { query, type, limit = Infinity }: ExploreRequest,
  rows: number,
  { service, sizes }: RunPorts,
): boolean {
  if (rows >= limit) return false;
  const question = JSON.stringify([query, type]);
  const mayBeTruncated = sizes.mayBeTruncated(service.address, 'search', question, rows);
  sizes.note(service.address, 'search', question, rows);
  return mayBeTruncated;
}

/** The client waits for shorter pauses itself. */
const shortPauseMillis = 1_500;

function spentOf(budget: Budget, now: UtcMillis): Extract<RunEnd, { kind: 'spent' }> | undefined {
  const pause = pauseOf(budget, now + shortPauseMillis);
  if (pause !== undefined) return { kind: 'spent', span: 'pause', until: pause.retryAt, error: pause };
  return budget.spent && { kind: 'spent', ...budget.spent };
}

/** The ids of rows without threats and feeds, as in Explore's JSON. */
export function rowsWithoutLinks(found: FoundRows): readonly number[] {
  return found.type === 'threats'
    ? []
    : found.rows.flatMap(({ iid, threats, feeds }) =>
        iid === undefined || threats.length + feeds.length > 0 ? [] : [iid],
      );
}

/** Adds threats and feeds from the store to rows that have none. */
export function withLinks(found: FoundRows, links: readonly LinksOfRow[]): FoundRows {
  if (found.type === 'threats' || links.length === 0) return found;
  const wanted = new Set(rowsWithoutLinks(found));
  const byIid = new Map(links.map((each) => [each.iid, each]));
  return {
    ...found,
    rows: found.rows.map((record) => {
      const { iid } = record;
      const own = iid !== undefined && wanted.has(iid) ? byIid.get(iid) : undefined;
      return own === undefined ? record : { ...record, threats: own.threats, feeds: own.feeds };
    }),
  };
}
