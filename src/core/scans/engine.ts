import { isUnheard } from '../api/submission';
import type { Outcome, RequestError } from '../api/requestError';
import { lookupKey } from '../indicators/lookupKey';
import { requestErrorLabel } from '../lookups/requestErrorLabel';
import type { ScanState } from '../records/scan';
import { followedMillis, nextPoll, Pace, pollGapMillis } from './pacing';
import type { ScanPorts, Scans, ScanService } from './scans';
import { ScanList } from './scanList';
import { isFollowable, isOpen, type Scan, type ScanOrder, type ScanProgress } from './types';

/** One window submits and polls for all; one that died leaves the right to another after this time. */
const leaseMillis = 10_000;
const renewMillis = 3_000;
/** How soon a window hears of what another one wrote. */
const relistMillis = 2_000;
const shortestSleepMillis = 20;
/** A service that is down is not handed a whole selection, of which nobody would know what was taken. */
const mostStrikes = 3;

/**
 * The scans engine: a wish is kept, kept again as `submitting`, submitted once, then polled until it ends (api-spec:
 * “Submit an indicator”, “Poll for scan results”). One request of either sort is under way at a time.
 */
export function createScans(ports: ScanPorts): Scans {
  const { store, service, now } = ports;
  const scanList = new ScanList(store);
  const ended = new AbortController();
  const polls = new Pace(pollGapMillis);
  const submissions = new Pace(0);
  /** When a scan is to be asked for; one that is not here, soon after the lease was taken. */
  const due = new Map<string, number>();
  /** Submissions in a row of which nobody knows whether they were taken. */
  let strikes = 0;
  let submitting: string | undefined;
  let polling: string | undefined;
  let lease = { held: false, at: -Infinity, since: -Infinity };
  let listed = -Infinity;
  let running = false;
  let wake = new AbortController();

  const newId = ports.newId ?? (() => crypto.randomUUID());
  const busy = (): ReadonlySet<string> => new Set([submitting, polling].filter((id) => id !== undefined));

  const move = (scan: Scan, progress: ScanProgress, more: Partial<Scan> = {}): Promise<void> =>
    scanList.put({ ...scan, ...more, changed: now(), progress });

  async function relist(): Promise<void> {
    listed = now();
    await scanList.renew(busy());
  }

  /** The scans that something can be done for now, oldest first. */
  function actionable(client: ScanService | undefined): readonly Scan[] {
    if (client === undefined) return [];
    const isHeldUp = client.remote && ports.isOffline();
    return scanList
      .open()
      .filter(({ address, progress }) => address === client.address && (!isHeldUp || progress.kind === 'waiting'))
      .reverse();
  }

  async function keepLease(): Promise<void> {
    if (now() - lease.at < (lease.held ? renewMillis : relistMillis)) return;
    const wasHeld = lease.held;
    let held = true;
    try {
      held = await store.lease(leaseMillis);
    } catch {
      // Without a store this window is alone with its scans.
    }
    lease = { held, at: now(), since: wasHeld ? lease.since : now() };
    if (!held || wasHeld) return;
    await relist();
    for (const scan of scanList.open()) {
      // Nobody is submitting it any more, and whether it arrived is not known.
      if (scan.progress.kind === 'submitting' && scan.id !== submitting) await move(scan, { kind: 'unclear' });
    }
  }

  async function releaseLease(): Promise<void> {
    const { held } = lease;
    lease = { held: false, at: -Infinity, since: -Infinity };
    if (held) await store.lease(0).catch(() => false);
  }

  async function submit(scan: Scan, client: ScanService): Promise<void> {
    const why = client.remote ? ports.blocked(scan) : undefined;
    if (why !== undefined) return move(scan, { kind: 'withheld', why });
    await move(scan, { kind: 'submitting' });
    const kept = scanList.get(scan.id);
    if (ended.signal.aborted || kept === undefined) return;
    if (kept.progress.kind !== 'submitting') return move(kept, { kind: 'canceled', sent: false });
    const end = client.remote
      ? ports.sent.begin({ to: client.address, what: [scan.sent.value], why: 'scan' })
      : (): void => undefined;
    const { sent: indicator, kind, store: toStore } = scan;
    const outcome = await answered(client.submitScan({ indicator, kind, store: toStore }, { signal: ended.signal }));
    const at = now();
    end(outcome.ok ? 'in the queue' : requestErrorLabel(outcome.error));
    if (outcome.ok) {
      submissions.answered(client.address, at);
      strikes = 0;
    }
    const current = scanList.get(scan.id) ?? scan;
    if (current.progress.kind !== 'submitting') return calledOff(current, outcome, at);
    if (outcome.ok) {
      due.set(scan.id, nextPoll(at, at));
      return move(current, { kind: 'queued' }, { qid: outcome.value.qid, submitted: at });
    }
    return refused(current, client, outcome.error);
  }

  /** Cancelled while the request was on its way: what became of the request says whether the service goes on. */
  async function calledOff(
    scan: Scan,
    outcome: Awaited<ReturnType<ScanService['submitScan']>>,
    at: number,
  ): Promise<void> {
    if (scan.progress.kind !== 'unclear') return;
    if (outcome.ok) return move(scan, { kind: 'canceled', sent: true }, { qid: outcome.value.qid, submitted: at });
    if (isUnheard(outcome.error)) await move(scan, { kind: 'canceled', sent: false });
  }

  async function refused(scan: Scan, client: ScanService, error: RequestError): Promise<void> {
    if (error.kind === 'canceled' && ended.signal.aborted) return;
    if (error.kind === 'rateLimited') {
      submissions.backOff(client.address, now(), error.retryAt);
      const { retryAt, serviceMessage } = error;
      return move(scan, { kind: 'waiting', retryAt, ...(serviceMessage === undefined ? {} : { serviceMessage }) });
    }
    if (error.kind === 'keyRejected' && error.status === 403) {
      // It may be about this indicator alone; what was said of it holds for no other.
      await move(scan, { kind: 'failed', error });
      const { kind, detail, hadKey, status } = error;
      strikes++;
      if (strikes >= mostStrikes) await giveUp(waiting(client), { kind, detail, hadKey, status });
      return;
    }
    if (!isUnheard(error)) {
      submissions.backOff(client.address, now());
      await move(scan, { kind: 'unclear', error });
      strikes++;
      if (strikes >= mostStrikes) await giveUp(waiting(client), error);
      return;
    }
    // What is wrong with the service as a whole is met once, not once for each of forty.
    const alike = error.kind === 'badRequest' ? [] : waiting(client).filter(({ id }) => id !== scan.id);
    await giveUp([scan, ...alike], error);
  }

  async function giveUp(scans: readonly Scan[], error: RequestError): Promise<void> {
    strikes = 0;
    for (const scan of scans) await move(scan, { kind: 'failed', error });
  }

  async function poll(scan: Scan, qid: number, client: ScanService): Promise<void> {
    const outcome = await answered(client.pollScan(qid, scan.sent, { signal: ended.signal }));
    const at = now();
    due.set(scan.id, nextPoll(scan.submitted ?? scan.at, at));
    if (outcome.ok) polls.answered(client.address, at);
    const current = scanList.get(scan.id);
    if (ended.signal.aborted || current === undefined || !isOpen(current)) return;
    if (outcome.ok) {
      const isNew = !isSame(current.progress, outcome.value);
      polls.heard(isNew, actionable(client).length, at);
      return heard(current, outcome.value);
    }
    const { error } = outcome;
    if (error.kind === 'badRequest') {
      polls.answered(client.address, at);
      return move(current, { kind: 'failed', error });
    }
    polls.backOff(client.address, at, error.kind === 'rateLimited' ? error.retryAt : undefined);
    return stillOpen(current, withError(current.progress, error));
  }

  async function heard(scan: Scan, state: ScanState): Promise<void> {
    switch (state.kind) {
      case 'queued':
      case 'processing':
        return stillOpen(scan, state);
      case 'notFound':
      case 'failed':
        return move(scan, state);
      case 'done': {
        const { risk, retired } = state.record;
        await ports.learn(scan, state.record);
        return move(scanList.get(scan.id) ?? scan, { kind: 'done', risk, retired });
      }
    }
  }

  async function stillOpen(scan: Scan, progress: ScanProgress): Promise<void> {
    if (now() - (scan.submitted ?? scan.at) > followedMillis) return move(scan, { kind: 'tooOld' });
    if (!isSame(progress, scan.progress)) await move(scan, progress);
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
      const at = due.get(scan.id) ?? lease.since + pollGapMillis;
      if (found === undefined || at < found.at) found = { scan, qid, at };
    }
    return found && { ...found, at: Math.max(found.at, polls.next(client.address)) };
  }

  /** Begins what is due; answers with when the next thing is. */
  function step(client: ScanService): number {
    let next = Infinity;
    if (submitting === undefined) {
      const [first] = waiting(client);
      const at = first === undefined ? Infinity : submissions.next(client.address);
      if (first !== undefined && at <= now()) {
        submitting = first.id;
        void submit(first, client).finally(() => {
          submitting = undefined;
          wake.abort();
        });
      } else next = Math.min(next, at);
    }
    if (polling === undefined) {
      const found = nextPolled(client);
      if (found !== undefined && found.at <= now()) {
        polling = found.scan.id;
        void poll(found.scan, found.qid, client).finally(() => {
          polling = undefined;
          wake.abort();
        });
      } else next = Math.min(next, found?.at ?? Infinity);
    }
    return next;
  }

  async function sleepUntil(moment: number): Promise<void> {
    if (wake.signal.aborted) wake = new AbortController();
    else await ports.wait(Math.max(moment - now(), shortestSleepMillis), wake.signal);
  }

  async function run(): Promise<void> {
    for (;;) {
      const client = service();
      const isIdle = actionable(client).length === 0 && submitting === undefined && polling === undefined;
      if (ended.signal.aborted || client === undefined || isIdle) return;
      await keepLease();
      if (now() - listed >= relistMillis) await relist();
      const next = lease.held ? step(client) : Infinity;
      await sleepUntil(Math.min(next, lease.at + (lease.held ? renewMillis : relistMillis), listed + relistMillis));
    }
  }

  async function start(): Promise<void> {
    wake.abort();
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
  function scanOf(order: ScanOrder, place: number, client: ScanService): Scan {
    const at = now() + place;
    const { address, host, remote } = client;
    return { ...order, id: newId(), at, changed: at, address, host, remote, progress: { kind: 'waiting' } };
  }

  return {
    list: () => scanList.list(),
    async load() {
      await relist();
      void start();
    },
    async follow() {
      if (running) return;
      await relist();
      void start();
    },
    async add(orders) {
      const client = service();
      if (client === undefined) return [];
      if (listed === -Infinity) await relist();
      const found = orders.map(
        (order, place) => underWay(scanList.open(), order, client) ?? scanOf(order, place, client),
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
    async followAgain(ids) {
      const address = service()?.address;
      const left = ids
        .map((id) => scanList.get(id))
        .filter((scan) => scan !== undefined)
        .filter((scan) => isFollowable(scan) && scan.address === address);
      // What has ended stays so, whatever window says it: the same scan goes on as another row.
      const again = left.map((scan): Scan => ({ ...scan, id: newId(), changed: now(), progress: { kind: 'queued' } }));
      await scanList.put(...again);
      await scanList.remove(left.map(({ id }) => id));
      void start();
      return again;
    },
    remove: (ids) => scanList.remove(ids),
    poke: () => void start(),
    onChanged: (listener) => scanList.onChanged(listener),
    dispose() {
      ended.abort();
      wake.abort();
      void releaseLease();
    },
  };
}

/** The same wish that is on its way already. */
function underWay(open: readonly Scan[], order: ScanOrder, { address }: ScanService): Scan | undefined {
  const key = lookupKey(order.sent);
  return open.find(
    (scan) =>
      scan.address === address &&
      scan.kind === order.kind &&
      scan.store === order.store &&
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
