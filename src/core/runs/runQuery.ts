import type { Budget, ServiceClient } from '../api/client';
import type { Outcome, RequestError } from '../api/requestError';
import { getPause } from '../api/http/pause';
import { exploreRefusal, type ExploreAnswer, type ExploreRequest } from '../api/exploreRequest';
import { isAllowed } from '../lookups/policy/lookupMode';
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

/** Default and maximum limit of the local service (docs/reference/local-service.md). */
const localRows = planRows.business;

/** Default limits of plans (lookup API: “Limits”), ascending. */
const defaults: readonly number[] = Object.values(planRows).sort((a, b) => a - b);

/** Whether an answered run has all rows; `plan` is the user's setting. */
export function getCompleteness({ settings: { limit }, origin, end }: QueryRun, plan: PlanName): Completeness {
  const answered = end?.kind === 'answered' ? end : nothingAnswered;
  const rows = answered.count + answered.unreadable;
  if (limit !== undefined && rows >= limit) return { kind: 'limited', limit };
  if (!origin.remote) {
    return limit === undefined && rows >= localRows ? { kind: 'planDefault', limit: localRows } : { kind: 'all' };
  }
  if (limit === undefined && isDefaultOf(plan, rows)) return { kind: 'planDefault', limit: rows };
  return isPlanDefault(rows) || answered.mayBeTruncated === true
    ? { kind: 'maybeTruncated', limit: rows }
    : { kind: 'all' };
}

const nothingAnswered: Pick<Extract<RunEnd, { kind: 'answered' }>, 'count' | 'unreadable' | 'mayBeTruncated'> = {
  count: 0,
  unreadable: 0,
};

/** The plan is unknown or may have changed, so the default limit of any plan may have truncated the answer. */
function isDefaultOf(plan: PlanName, rows: number): boolean {
  return isPlanDefault(rows) || (plan !== 'auto' && planRows[plan] === rows);
}

/** The next larger limit of any plan. */
export function largerLimit(rows: number): number | undefined {
  return defaults.find((limit) => limit > rows);
}

/** The next smaller limit of any plan. */
export function smallerLimit(limit: number): number | undefined {
  return defaults.findLast((each) => each < limit);
}

/** Dependencies of a run. */
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
  const refused = ports.service.remote ? whyNotSent(request.query, ports) : undefined;
  if (refused !== undefined) return { end: refused };
  const { outcome, ...sent } = await send(request, ports);
  if (!outcome.ok) return { end: endOfError(outcome.error, request, sent) };
  const { value } = outcome;
  const finding = value.format === 'json' ? { found: value.found, warnings: [] } : await ports.readText(value);
  if (finding === undefined) {
    const detail = `the answer is not in the format ${value.format}`;
    return { end: { kind: 'failed', error: { kind: 'badShape', detail }, ...sent } };
  }
  const { rows, unreadable, hasMore } = finding.found;
  const isCut = ports.service.remote && (isTruncated(request, rows.length + unreadable, ports) || hasMore === true);
  const truncated = isCut ? { mayBeTruncated: true as const } : {};
  return { end: { kind: 'answered', count: rows.length, unreadable, ...truncated, ...sent }, finding };
}

/** Why a query isn't sent to a remote service. */
function whyNotSent(query: string, ports: RunPorts): Exclude<RunEnd, { kind: 'answered' }> | undefined {
  if (!isAllowed(ports.mode, 'click')) return { kind: 'offline' };
  const found = ports.blocked(query);
  if (found !== undefined) return { kind: 'blocked', ...found };
  const spent = spentOf(ports.service.budget(), ports.now());
  return spent?.span === 'pause' || ports.ignoreQuota !== true ? spent : undefined;
}

/** The duration of a request, and how often it was sent. */
interface Sent {
  readonly millis: number;
  /** Set if it was repeated. */
  readonly requests?: number;
}

async function send(
  request: ExploreRequest,
  { service, requestLog, signal, onBytes, now }: RunPorts,
): Promise<Sent & { readonly outcome: Outcome<ExploreAnswer> }> {
  const startedAt = now();
  const row = service.remote
    ? logRequests(requestLog, { to: service.address, what: [request.query], why: 'query' })
    : undefined;
  let requests = 0;
  const onRequest = (): void => {
    requests++;
    row?.options.onRequest?.();
  };
  const outcome = await service.explore(request, { signal, onBytes, onRequest });
  const millis = now() - startedAt;
  if (outcome.ok) row?.end('answered');
  else row?.endWithError(outcome.error);
  return { outcome, millis, ...(requests > 1 ? { requests } : {}) };
}

function endOfError(
  error: RequestError,
  request: ExploreRequest,
  sent: Sent,
): Extract<RunEnd, { kind: 'canceled' | 'failed' }> {
  return error.kind === 'canceled'
    ? { kind: 'canceled', ...sent }
    : { kind: 'failed', error, refusal: exploreRefusal(error, request), ...sent };
}

/** Whether the service may have returned fewer rows than there are; reaching the requested limit doesn't count. */
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
  const pause = getPause(budget, now + shortPauseMillis);
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
