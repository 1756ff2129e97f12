import type { Budget, ServiceClient } from '../api/client';
import { pauseOf } from '../api/http/pause';
import { exploreRefusal, type ExploreAnswer, type ExploreRequest } from '../api/exploreRequest';
import { isAllowed } from '../lookups/policy/allowed';
import type { AnswerSizes } from '../lookups/answerSizes';
import type { RequestLog } from '../lookups/lookups';
import { logRequests } from '../lookups/requests/logRequests';
import type { LookupMode, BlockReason } from '../lookups/types';
import type { UtcMillis } from '../records/record';
import type { Finding, RunEnd } from './run';

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
    return { end: { kind: 'failed', millis, error, ...(refusal === undefined ? {} : { refusal }), ...repeated } };
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
