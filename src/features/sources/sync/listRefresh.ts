import type { Gateway } from '../../../core/api';
import type { RequestError } from '../../../core/api/requestError';
import { delay } from '../../../core/api/http/waiting';
import type { ListFetched } from '../../../core/sync/fetchedList';
import type { FetchedFile } from '../../../core/sync/list';
import { earliestFetch, isPublisherLimit } from '../../../core/sync/listFetch';
import type { MirrorState } from '../../../core/sync/ports';
import { exportedCredit, getFiles, type ListSubscription } from '../../../core/sync/subscriptions';
import type { SyncError } from '../../../core/sync/syncError';
import type { SyncEnd, SyncRun } from '../../../core/sync/syncQueue';
import { requestErrorCode } from '../../../core/lookups/requestOutcome';
import { errorDetails } from '../../shared/text/errorDetails';
import { getStoreProblem } from '../../shared/format/formatStoreProblem';
import type { MirrorFeatureParts } from '../sourcesParts';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import type { TaxiiServers } from '../taxiiServers';

export interface ListRefreshParts extends Pick<
  MirrorFeatureParts,
  'worker' | 'settings' | 'loadMirror' | 'requestLog' | 'output'
> {
  readonly servers: TaxiiServers;
  /** The list fetched when it was added, once. */
  readonly firstOf: (address: string) => FetchedFile | undefined;
  /** Whether the user accepts that a list has become much smaller, once. */
  readonly acceptsSmaller: (address: string) => boolean;
}

type Run = Pick<SyncRun, 'signal' | 'onRequest' | 'onProgress'>;
type Refresh = (list: ListSubscription, state: MirrorState | undefined, run: Run) => Promise<SyncEnd>;

/** A list that is down must not keep others waiting; the next sync tries again. */
const maxMillis = 8_000;
/** A server that asks for a pause this long is waited for, so often; a longer pause ends the sync. */
const maxPauseMillis = 120_000;
const maxPauses = 3;

/** A sync that failed; `refused` where the list was fetched but not taken. */
export function failed(error: SyncError, refused = false): SyncEnd {
  return { kind: 'failed', error, refused: refused ? true : undefined };
}

/** One refresh of a list: requests its files, and imports them if they have changed, unless the list is incomplete. */
export function createListRefresh(parts: ListRefreshParts): Refresh {
  const { output, firstOf, acceptsSmaller } = parts;
  return async (list, state, run) => {
    const { address, files } = list;
    const unsent = whyNotRequested(parts, list);
    if (unsent !== undefined) return failed(unsent);
    const isAccepted = acceptsSmaller(address);
    const first = files === undefined && list.form === undefined ? firstOf(address) : undefined;
    const early = isAccepted || first !== undefined ? undefined : whyTooEarly(list, state ?? {});
    if (early !== undefined) return failed(early);
    const requests = new ListRequests(parts, list, run);
    const startedAt = Date.now();
    try {
      const fetched = first === undefined ? await requests.fetch(state, isAccepted) : requests.take(first);
      return await store(parts, list, fetched, { requests: requests.count, startedAt, signal: run.signal });
    } catch (error) {
      requests.end(run.signal.aborted ? 'canceled' : 'failed');
      if (run.signal.aborted) return failed({ kind: 'canceled' });
      output.error(`Refresh of ${formatAddress(address)}: ${errorDetails(error)}`);
      return failed(thrownError(error));
    }
  };
}

function whyNotRequested({ settings, servers }: ListRefreshParts, list: ListSubscription): SyncError | undefined {
  if (settings.current().lookups.mode === 'offline') return { kind: 'offline' };
  for (const file of getFiles(list)) {
    const problem = servers.problem(file);
    if (problem !== undefined) return { kind: 'badAddress', problem };
  }
  return undefined;
}

/** Requests wait until the interval of the list, and the limit of its publisher, have passed. */
function whyTooEarly(list: ListSubscription, state: Parameters<typeof earliestFetch>[1]): SyncError | undefined {
  const now = Date.now();
  const until = earliestFetch(list, state, now);
  if (until === undefined) return undefined;
  const host = hostOfAddress(getFiles(list)[0] ?? list.address);
  return { kind: 'tooEarly', until, host: isPublisherLimit(list, state, now) ? host : undefined };
}

/** An error of the code or of the store. */
export function thrownError(error: unknown): SyncError {
  const problem = getStoreProblem(error);
  return problem === undefined ? { kind: 'exception', detail: errorDetails(error) } : { kind: 'store', problem };
}

/** Stores the fetched files, or the error. */
async function store(
  { worker, output }: ListRefreshParts,
  list: ListSubscription,
  fetched: ListFetched,
  {
    requests,
    startedAt,
    signal,
  }: { readonly requests: number; readonly startedAt: number; readonly signal: AbortSignal },
): Promise<SyncEnd> {
  const { address, title, risk, kind, maxEntries, columns, terms, license } = list;
  const given = {
    risk,
    kind,
    maxEntries,
    columns,
    terms,
    license,
    credit: exportedCredit(list),
  };
  const meaning = {
    address,
    title,
    ...Object.fromEntries(Object.entries(given).filter(([, each]) => each !== undefined)),
  };
  if (fetched.kind === 'failed') {
    if (fetched.error.kind === 'request' && fetched.error.error.kind === 'canceled')
      return failed({ kind: 'canceled' });
    // Store the error, so that it is visible after a reload.
    await worker.listRefresh({ ...meaning, error: fetched.error }).catch((cause: unknown) => {
      output.warn(`The error of ${formatAddress(address)} could not be saved: ${errorDetails(cause)}`);
    });
    return failed(fetched.error, fetched.isRefused === true);
  }
  const refreshed = await worker.listRefresh(
    fetched.kind === 'unchanged' ? { ...meaning, unchanged: true } : { ...meaning, ...fetched.fetched },
    { signal },
  );
  if (refreshed.busy === true) return { kind: 'busy' };
  const { account } = refreshed;
  const complete = account.state.error === undefined;
  return { kind: 'ended', account, requests, millis: Date.now() - startedAt, complete, full: true };
}

/** The requests of one refresh, which are listed in the request log by host. */
class ListRequests {
  count = 0;
  private readonly gateways = new Map<string, Promise<Gateway>>();
  private readonly rows = new Map<
    string,
    { end: ReturnType<ListRefreshParts['requestLog']['begin']>; count: number }
  >();
  private done = 0;

  constructor(
    private readonly parts: ListRefreshParts,
    private readonly list: ListSubscription,
    private readonly run: Run,
  ) {}

  /** The file that was fetched when the list was added. */
  take({ bytes, validators }: FetchedFile): ListFetched {
    this.count++;
    const state = { addresses: { [this.list.address]: { ...validators, bytes: bytes.length } } };
    return { kind: 'fetched', fetched: { files: [bytes], state } };
  }

  async fetch(state: MirrorState | undefined, acceptsSmaller: boolean): Promise<ListFetched> {
    const { list, parts } = this;
    const tools = await parts.loadMirror();
    if (await parts.servers.isSecretMissing(list)) {
      const error: RequestError = { kind: 'keyRejected', detail: 'the key is missing', hadKey: false, status: 401 };
      return tools.failedRequest(getFiles(list)[0] ?? list.address, error);
    }
    const fetched = await tools.fetchListFiles(
      list,
      state?.fetched,
      {
        request: (address, validators) => this.request(tools, address, validators),
        onFile: (done) => {
          this.done = done;
          this.report();
        },
      },
      { acceptsSmaller },
    );
    const failure = fetched.kind === 'failed' && fetched.error.kind === 'request' ? fetched.error.error : undefined;
    this.end(failure === undefined ? 'answered' : requestErrorCode(failure));
    return fetched;
  }

  end(outcome: Parameters<ReturnType<ListRefreshParts['requestLog']['begin']>>[0]): void {
    for (const { end, count } of this.rows.values()) end(outcome, count > 1 ? { requests: count } : undefined);
    this.rows.clear();
  }

  private async request(
    { fetchList, retryThroughOutage }: Awaited<ReturnType<ListRefreshParts['loadMirror']>>,
    address: string,
    validators: Parameters<typeof fetchList>[2]['validators'],
  ): ReturnType<typeof fetchList> {
    const { signal } = this.run;
    const gateway = await this.gatewayOf(address);
    const options = { signal, validators, onRequest: () => this.note(address) };
    const ports = { now: Date.now, delay, signal, onWait: (...wait: Wait) => this.report(...wait), maxMillis };
    for (let pauses = 0; ; pauses++) {
      const answer = await retryThroughOutage(() => fetchList(gateway, address, options), ports);
      if (answer.ok || answer.error.kind !== 'rateLimited' || pauses >= maxPauses) return answer;
      const { retryAt } = answer.error;
      const millis = retryAt - Date.now();
      if (millis > maxPauseMillis) return answer;
      this.report(answer.error, retryAt);
      if (!(await delay(Math.max(millis, 0), signal)))
        return { ok: false, error: { kind: 'canceled', detail: 'canceled in a pause' } };
    }
  }

  private gatewayOf(address: string): Promise<Gateway> {
    const { origin } = new URL(address);
    const gateway = this.gateways.get(origin) ?? this.parts.servers.listGateway(this.list, address);
    this.gateways.set(origin, gateway);
    return gateway;
  }

  private note(address: string): void {
    const { origin: to } = new URL(address);
    this.count++;
    const row = this.rows.get(to);
    if (row !== undefined) row.count++;
    else {
      const end = this.parts.requestLog.begin({ to, what: [this.list.title], why: 'sync', subject: { kind: 'list' } });
      this.rows.set(to, { end, count: 1 });
    }
    this.run.onRequest();
  }

  private report(...[error, waitingUntil]: Wait | []): void {
    this.run.onProgress({
      objects: 0,
      requests: this.count,
      files: this.done,
      ...(error === undefined || waitingUntil === undefined ? {} : { retryError: error, waitingUntil }),
      serviceMessage: error !== undefined && 'serviceMessage' in error ? error.serviceMessage : undefined,
    });
  }
}

type Wait = [error: RequestError, until: number];
