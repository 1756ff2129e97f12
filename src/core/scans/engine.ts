import { isUnheard } from '../api/submission';
import type { Outcome, RequestError } from '../api/requestError';
import { lookupKey } from '../indicators/lookupKey';
import { requestErrorLabel } from '../lookups/requestErrorLabel';
import type { ScanState } from '../records/scan';
import { maxTrackingMillis, nextPoll, RequestPacer, minPollGapMillis } from './pacing';
import type { ScanPorts, Scans, ScanService } from './scans';
import { ScanList } from './scanList';
import { isResumable, isOpen, type Scan, type NewScan, type ScanProgress } from './types';

/** One window submits and polls for all; one that died leaves the right to another after this time. */
const leaseMillis = 10_000;
const renewMillis = 3_000;
/** How soon a window hears of what another one wrote. */
const refreshMillis = 2_000;
const minSleepMillis = 20;
/** A service that is down is not handed a whole selection, of which nobody would know what was taken. */
const maxFailures = 3;

/**
 * The scans engine: a wish is kept, kept again as `submitting`, submitted once, then polled until it ends (api-spec:
 * “Submit an indicator”, “Poll for scan results”). One request of either sort is under way at a time.
 */
export function createScans(ports: ScanPorts): Scans {
  const { store, service, now } = ports;
  const scanList = new ScanList(store);
  const ended = new AbortController();
  const polls = new RequestPacer(minPollGapMillis);
  const submissions = new RequestPacer(0);
  /** When a scan is to be asked for; one that is not here, soon after the lease was taken. */
  const due = new Map<string, number>();
  /** Submissions in a row of which nobody knows whether they were taken. */
  let consecutiveFailures = 0;
  let submitting: string | undefined;
  let polling: string | undefined;
  let lease = { held: false, at: -Infinity, since: -Infinity };
  let listedAt = -Infinity;
  let running = false;
  let wakeController = new AbortController();

  const newId = ports.newId ?? (() => crypto.randomUUID());
  const inFlight = (): ReadonlySet<string> => new Set([submitting, polling].filter((id) => id !== undefined));

  const setProgress = (scan: Scan, progress: ScanProgress, more: Partial<Scan> = {}): Promise<void> =>
    scanList.put({ ...scan, ...more, changed: now(), progress });

  async function refreshList(): Promise<void> {
    listedAt = now();
    await scanList.reload(inFlight());
  }

  /** The scans that something can be done for now, oldest first. */
  function actionable(client: ScanService | undefined): readonly Scan[] {
    if (client === undefined) return [];
    const isPaused = client.remote && ports.isOffline();
    return scanList
      .open()
      .filter(({ address, progress }) => address === client.address && (!isPaused || progress.kind === 'waiting'))
      .reverse();
  }

  async function renewLease(): Promise<void> {
    if (now() - lease.at < (lease.held ? renewMillis : refreshMillis)) return;
    const wasHeld = lease.held;
    let held = true;
    try {
      held = await store.lease(leaseMillis);
    } catch {
      // Without a store this window is alone with its scans.
    }
    lease = { held, at: now(), since: wasHeld ? lease.since : now() };
    if (!held || wasHeld) return;
    await refreshList();
    for (const scan of scanList.open()) {
      // Nobody is submitting it any more, and whether it arrived is not known.
      if (scan.progress.kind === 'submitting' && scan.id !== submitting) await setProgress(scan, { kind: 'unclear' });
    }
  }

  async function releaseLease(): Promise<void> {
    const { held } = lease;
    lease = { held: false, at: -Infinity, since: -Infinity };
    if (held) await store.lease(0).catch(() => false);
  }

  async function submit(scan: Scan, client: ScanService): Promise<void> {
    const why = client.remote ? ports.blocked(scan) : undefined;
    if (why !== undefined) return setProgress(scan, { kind: 'blocked', why });
    await setProgress(scan, { kind: 'submitting' });
    const stored = scanList.get(scan.id);
    if (ended.signal.aborted || stored === undefined) return;
    if (stored.progress.kind !== 'submitting') return setProgress(stored, { kind: 'canceled', sent: false });
    const end = client.remote
      ? ports.sent.begin({ to: client.address, what: [scan.sent.value], why: 'scan' })
      : (): void => undefined;
    const { sent: indicator, kind, store: toStore } = scan;
    const outcome = await answered(client.submitScan({ indicator, kind, store: toStore }, { signal: ended.signal }));
    const at = now();
    end(outcome.ok ? 'in the queue' : requestErrorLabel(outcome.error));
    if (outcome.ok) {
      submissions.succeeded(client.address, at);
      consecutiveFailures = 0;
    }
    const current = scanList.get(scan.id) ?? scan;
    if (current.progress.kind !== 'submitting') return settleCanceled(current, outcome, at);
    if (outcome.ok) {
      due.set(scan.id, nextPoll(at, at));
      return setProgress(current, { kind: 'queued' }, { qid: outcome.value.qid, submitted: at });
    }
    return handleRejection(current, client, outcome.error);
  }

  /** Cancelled while the request was on its way: what became of the request says whether the service goes on. */
  async function settleCanceled(
    scan: Scan,
    outcome: Awaited<ReturnType<ScanService['submitScan']>>,
    at: number,
  ): Promise<void> {
    if (scan.progress.kind !== 'unclear') return;
    if (outcome.ok)
      return setProgress(scan, { kind: 'canceled', sent: true }, { qid: outcome.value.qid, submitted: at });
    if (isUnheard(outcome.error)) await setProgress(scan, { kind: 'canceled', sent: false });
  }

  async function handleRejection(scan: Scan, client: ScanService, error: RequestError): Promise<void> {
    if (error.kind === 'canceled' && ended.signal.aborted) return;
    if (error.kind === 'rateLimited') {
      submissions.backOff(client.address, now(), error.retryAt);
      const { retryAt, serviceMessage } = error;
      return setProgress(scan, {
        kind: 'waiting',
        retryAt,
        ...(serviceMessage === undefined ? {} : { serviceMessage }),
      });
    }
    if (error.kind === 'keyRejected' && error.status === 403) {
      // It may be about this indicator alone; what was said of it holds for no other.
      await setProgress(scan, { kind: 'failed', error });
      const { kind, detail, hadKey, status } = error;
      consecutiveFailures++;
      if (consecutiveFailures >= maxFailures) await failAll(waiting(client), { kind, detail, hadKey, status });
      return;
    }
    if (!isUnheard(error)) {
      submissions.backOff(client.address, now());
      await setProgress(scan, { kind: 'unclear', error });
      consecutiveFailures++;
      if (consecutiveFailures >= maxFailures) await failAll(waiting(client), error);
      return;
    }
    // What is wrong with the service as a whole is met once, not once for each of forty.
    const alike = error.kind === 'badRequest' ? [] : waiting(client).filter(({ id }) => id !== scan.id);
    await failAll([scan, ...alike], error);
  }

  async function failAll(scans: readonly Scan[], error: RequestError): Promise<void> {
    consecutiveFailures = 0;
    for (const scan of scans) await setProgress(scan, { kind: 'failed', error });
  }

  async function poll(scan: Scan, qid: number, client: ScanService): Promise<void> {
    const outcome = await answered(client.pollScan(qid, scan.sent, { signal: ended.signal }));
    const at = now();
    due.set(scan.id, nextPoll(scan.submitted ?? scan.at, at));
    if (outcome.ok) polls.succeeded(client.address, at);
    const current = scanList.get(scan.id);
    if (ended.signal.aborted || current === undefined || !isOpen(current)) return;
    if (outcome.ok) {
      const isNew = !isSame(current.progress, outcome.value);
      polls.polled(isNew, actionable(client).length, at);
      return applyState(current, outcome.value);
    }
    const { error } = outcome;
    if (error.kind === 'badRequest') {
      polls.succeeded(client.address, at);
      return setProgress(current, { kind: 'failed', error });
    }
    polls.backOff(client.address, at, error.kind === 'rateLimited' ? error.retryAt : undefined);
    return stillOpen(current, withError(current.progress, error));
  }

  async function applyState(scan: Scan, state: ScanState): Promise<void> {
    switch (state.kind) {
      case 'queued':
      case 'processing':
        return stillOpen(scan, state);
      case 'notFound':
      case 'failed':
        return setProgress(scan, state);
      case 'done': {
        const { risk, retired } = state.record;
        await ports.saveResult(scan, state.record);
        return setProgress(scanList.get(scan.id) ?? scan, { kind: 'done', risk, retired });
      }
    }
  }

  async function stillOpen(scan: Scan, progress: ScanProgress): Promise<void> {
    if (now() - (scan.submitted ?? scan.at) > maxTrackingMillis) return setProgress(scan, { kind: 'expired' });
    if (!isSame(progress, scan.progress)) await setProgress(scan, progress);
  }

  const waiting = (client: ScanService | undefined): readonly Scan[] =>
    actionable(client).filter(({ progress }) => progress.kind === 'waiting');

  /** The scan to be asked for next, and when. */
  function nextPolled(
    client: ScanService,
  ): { readonly scan: Scan; readonly qid: number; readonly at: number } | undefined {
    let found: { readonly scan: Scan; readonly qid: number; readonly at: number } | undefined;
    for (const scan of actionable(client)) {
      const { qid, progress } = scan;
      if (qid === undefined || (progress.kind !== 'queued' && progress.kind !== 'processing')) continue;
      // Another window may have asked a moment before it gave up the lease, or was killed.
      const at = due.get(scan.id) ?? lease.since + minPollGapMillis;
      if (found === undefined || at < found.at) found = { scan, qid, at };
    }
    return found && { ...found, at: Math.max(found.at, polls.nextAllowedAt(client.address)) };
  }

  /** Begins what is due; answers with when the next thing is. */
  function step(client: ScanService): number {
    let next = Infinity;
    if (submitting === undefined) {
      const [first] = waiting(client);
      const at = first === undefined ? Infinity : submissions.nextAllowedAt(client.address);
      if (first !== undefined && at <= now()) {
        submitting = first.id;
        void submit(first, client).finally(() => {
          submitting = undefined;
          wakeController.abort();
        });
      } else next = Math.min(next, at);
    }
    if (polling === undefined) {
      const found = nextPolled(client);
      if (found !== undefined && found.at <= now()) {
        polling = found.scan.id;
        void poll(found.scan, found.qid, client).finally(() => {
          polling = undefined;
          wakeController.abort();
        });
      } else next = Math.min(next, found?.at ?? Infinity);
    }
    return next;
  }

  async function sleepUntil(time: number): Promise<void> {
    if (wakeController.signal.aborted) wakeController = new AbortController();
    else await ports.wait(Math.max(time - now(), minSleepMillis), wakeController.signal);
  }

  async function run(): Promise<void> {
    for (;;) {
      const client = service();
      const isIdle = actionable(client).length === 0 && submitting === undefined && polling === undefined;
      if (ended.signal.aborted || client === undefined || isIdle) return;
      await renewLease();
      if (now() - listedAt >= refreshMillis) await refreshList();
      const next = lease.held ? step(client) : Infinity;
      await sleepUntil(Math.min(next, lease.at + (lease.held ? renewMillis : refreshMillis), listedAt + refreshMillis));
    }
  }

  async function start(): Promise<void> {
    wakeController.abort();
    if (running || ended.signal.aborted || actionable(service()).length === 0) return;
    running = true;
    try {
      await run();
      await releaseLease();
    } finally {
      running = false;
    }
    // What came while the lease was given back.
    void start();
  }

  /** `place` among the orders of one wish keeps their order: their moments differ. */
  function scanOf(newScan: NewScan, index: number, client: ScanService): Scan {
    const at = now() + index;
    const { address, host, remote } = client;
    return { ...newScan, id: newId(), at, changed: at, address, host, remote, progress: { kind: 'waiting' } };
  }

  return {
    list: () => scanList.list(),
    async load() {
      await refreshList();
      void start();
    },
    async refresh() {
      if (running) return;
      await refreshList();
      void start();
    },
    async add(newScans) {
      const client = service();
      if (client === undefined) return [];
      if (listedAt === -Infinity) await refreshList();
      const found = newScans.map(
        (newScan, index) => findDuplicate(scanList.open(), newScan, client) ?? scanOf(newScan, index, client),
      );
      const fresh = found.filter(({ id }) => scanList.get(id) === undefined);
      await scanList.put(...fresh);
      void start();
      return found;
    },
    async cancel(ids) {
      const open = ids
        .map((id) => scanList.get(id))
        .filter((scan) => scan !== undefined)
        .filter(isOpen);
      const canceled = open.map((scan): Scan => ({
        ...scan,
        changed: now(),
        // A request on its way may have arrived, or be refused.
        progress:
          scan.progress.kind === 'submitting'
            ? { kind: 'unclear' }
            : { kind: 'canceled', sent: scan.progress.kind !== 'waiting' },
      }));
      await scanList.put(...canceled);
    },
    async resume(ids) {
      const address = service()?.address;
      const left = ids
        .map((id) => scanList.get(id))
        .filter((scan) => scan !== undefined)
        .filter((scan) => isResumable(scan) && scan.address === address);
      // What has ended stays so, whatever window says it: the same scan goes on as another row.
      const again = left.map((scan): Scan => ({ ...scan, id: newId(), changed: now(), progress: { kind: 'queued' } }));
      await scanList.put(...again);
      await scanList.remove(left.map(({ id }) => id));
      void start();
      return again;
    },
    remove: (ids) => scanList.remove(ids),
    wake: () => void start(),
    onChanged: (listener) => scanList.onChanged(listener),
    dispose() {
      ended.abort();
      wakeController.abort();
      void releaseLease();
    },
  };
}

/** The same wish that is on its way already. */
function findDuplicate(open: readonly Scan[], newScan: NewScan, { address }: ScanService): Scan | undefined {
  const key = lookupKey(newScan.sent);
  return open.find(
    (scan) =>
      scan.address === address &&
      scan.kind === newScan.kind &&
      scan.store === newScan.store &&
      lookupKey(scan.sent) === key,
  );
}

function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function withError(progress: ScanProgress, error: RequestError): ScanProgress {
  if (progress.kind === 'queued' || progress.kind === 'processing') return { ...progress, error };
  return { kind: 'queued', error };
}

/** The client answers with its troubles; should it throw nevertheless, that is one, too. */
async function answered<T>(answer: Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await answer;
  } catch (error) {
    const detail = error instanceof Error ? error.name : 'unknown fault';
    return { ok: false, error: { kind: 'unreachable', detail } };
  }
}
