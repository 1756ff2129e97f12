import { isUnheard } from '../api/endpoints/submission';
import type { RequestError, Outcome } from '../api/requestError';
import { isWithin, isAhead } from '../records/clockBounds';
import { requestErrorCode } from '../lookups/requestOutcome';
import type { ScanListener, ScanPorts, Scans, ScanService, ScanStore } from './scans';
import { ScanList } from './scanList';
import { isResumable, isOpen, type Scan, type NewScan, type ScanProgress } from './types';
import type { UtcMillis } from '../records/record';
import type { ScanState } from '../records/scan';
import { lookupKey } from '../indicators/identity/lookupKey';

/** The minimum time between two polls of a service, from the last answer (lookup API: “Limits”, polling). */
const minPollGapMillis = 500;
const maxPollIntervalMillis = 60_000;
/** The maximum time between two polls of a service, however many scans are open. */
const maxGapMillis = 10_000;
/** A scan that isn't done by then is no longer tracked. */
const maxTrackingMillis = 24 * 3_600_000;

const minBackoffMillis = 2_000;
const maxBackoffMillis = 60_000;

/** When to poll a scan again: after an eighth of its age, at most a minute. */
function nextPoll(submitted: UtcMillis, lastPoll: UtcMillis): UtcMillis {
  const age = Math.max(0, lastPoll - submitted);
  return lastPoll + Math.min(Math.max(minPollGapMillis, age / 8), maxPollIntervalMillis);
}

/** Spaces out the requests to a service: a gap after an answer, growing pauses after errors. */
class RequestPacer {
  private address = '';
  private until = -Infinity;
  private failures = 0;

  /** Consecutive polls without a change. */
  private unchangedPolls = 0;

  constructor(private readonly gapMillis: number) {}

  /** The earliest time for a request to the service. */
  nextAllowedAt(address: string): UtcMillis {
    return address === this.address ? this.until : -Infinity;
  }

  succeeded(address: string, now: UtcMillis): void {
    if (address !== this.address) this.unchangedPolls = 0;
    this.set(address, now + this.gapMillis);
    this.failures = 0;
  }

  /** Records a poll: the gap grows by a quarter with each round of all `open` scans without a change. */
  polled(isNew: boolean, open: number, now: UtcMillis): void {
    this.unchangedPolls = isNew ? 0 : this.unchangedPolls + 1;
    const rounds = Math.floor(this.unchangedPolls / Math.max(1, open));
    this.set(this.address, now + Math.min(this.gapMillis * 1.25 ** rounds, maxGapMillis));
  }

  /** Records an error of the service; `retryAt` is when it allows the next request. */
  backOff(address: string, now: UtcMillis, retryAt?: UtcMillis): void {
    if (address !== this.address) this.failures = 0;
    const grown = now + Math.min(minBackoffMillis * 2 ** this.failures, maxBackoffMillis);
    this.failures = Math.min(this.failures + 1, 10);
    this.set(address, Math.max(retryAt ?? grown, now + this.gapMillis));
  }

  private set(address: string, until: UtcMillis): void {
    this.address = address;
    this.until = until;
  }
}

/** The lease of a window that crashed expires after this time. */
const leaseMillis = 10_000;
const renewMillis = 3_000;
/** How often a window without the lease tries to acquire it. */
const retryMillis = 2_000;

/** The lease of the window that submits and polls the scans of all windows. */
export class ScanLease {
  private isHeld = false;
  private renewedAt = -Infinity;
  private acquiredAt = -Infinity;

  constructor(
    private readonly store: Pick<ScanStore, 'lease'>,
    private readonly now: () => UtcMillis,
  ) {}

  get held(): boolean {
    return this.isHeld;
  }

  /** When it was acquired, or last not acquired. */
  get since(): UtcMillis {
    return this.acquiredAt;
  }

  /** When to call {@link renew} next. */
  get renewalAt(): UtcMillis {
    return this.renewedAt + (this.isHeld ? renewMillis : retryMillis);
  }

  /** Acquires or renews the lease if that is due; returns whether it was acquired just now. */
  async renew(): Promise<boolean> {
    // A clock that was set back must not keep the lease from being renewed.
    if (isAhead(this.renewalAt, renewMillis, this.now())) return false;
    const wasHeld = this.isHeld;
    let held = true;
    try {
      held = await this.store.lease(leaseMillis);
    } catch {
      // Without a store, no other window sees these scans.
    }
    this.isHeld = held;
    this.renewedAt = this.now();
    if (!wasHeld) this.acquiredAt = this.now();
    return held && !wasHeld;
  }

  async release(): Promise<void> {
    const wasHeld = this.isHeld;
    this.isHeld = false;
    this.renewedAt = this.acquiredAt = -Infinity;
    if (wasHeld) await this.store.lease(0).catch(() => false);
  }
}

/** A scan to poll, and when. */
interface DuePoll {
  readonly scan: Scan;
  readonly qid: number;
  readonly at: UtcMillis;
}

/** Polls submitted scans until they end (lookup API: “Poll for scan results”). */
class ScanPoller {
  private readonly pacer = new RequestPacer(minPollGapMillis);
  /** When to poll each scan; without an entry, soon after the lease was acquired. */
  private readonly due = new Map<string, UtcMillis>();

  constructor(
    private readonly scanList: ScanList,
    private readonly ports: Pick<ScanPorts, 'now' | 'saveResult'>,
    private readonly ended: AbortSignal,
  ) {}

  /** A scan was submitted. */
  submitted(id: string, at: UtcMillis): void {
    this.due.set(id, nextPoll(at, at));
  }

  /** The scan to poll next, and when; `leasedSince` is when this window acquired the lease. */
  next(scans: readonly Scan[], address: string, leasedSince: UtcMillis): DuePoll | undefined {
    let found: DuePoll | undefined;
    for (const scan of scans) {
      const { qid, progress } = scan;
      if (qid === undefined || (progress.kind !== 'queued' && progress.kind !== 'processing')) continue;
      // Another window may have polled right before it released the lease or was killed.
      const at = this.due.get(scan.id) ?? leasedSince + minPollGapMillis;
      if (found === undefined || at < found.at) found = { scan, qid, at };
    }
    return found && { ...found, at: Math.max(found.at, this.pacer.nextAllowedAt(address)) };
  }

  /** Polls a scan once; `countOpen` returns the number of scans that share the polls. */
  async poll({ scan, qid }: DuePoll, client: ScanService, countOpen: () => number): Promise<void> {
    const outcome = await settled(client.pollScan(qid, scan.sent, { signal: this.ended }));
    const at = this.ports.now();
    this.due.set(scan.id, nextPoll(scan.submitted ?? scan.at, at));
    if (outcome.ok) this.pacer.succeeded(client.address, at);
    const current = this.scanList.get(scan.id);
    if (this.ended.aborted || current === undefined || !isOpen(current)) return;
    if (outcome.ok) {
      const isNew = !isSame(current.progress, outcome.value);
      this.pacer.polled(isNew, countOpen(), at);
      return this.applyState(current, outcome.value);
    }
    const { error } = outcome;
    if (error.kind === 'badRequest') {
      this.pacer.succeeded(client.address, at);
      return this.scanList.setProgress(current, { kind: 'failed', error });
    }
    this.pacer.backOff(client.address, at, error.kind === 'rateLimited' ? error.retryAt : undefined);
    return this.setOpenProgress(current, withError(current.progress, error));
  }

  private async applyState(scan: Scan, state: ScanState): Promise<void> {
    switch (state.kind) {
      case 'queued':
      case 'processing':
        return this.setOpenProgress(scan, state);
      case 'notFound':
      case 'failed':
        return this.scanList.setProgress(scan, state);
      case 'done': {
        const { risk, retired } = state.record;
        await this.ports.saveResult(scan, state.record);
        return this.scanList.setProgress(this.scanList.get(scan.id) ?? scan, { kind: 'done', risk, retired });
      }
    }
  }

  private async setOpenProgress(scan: Scan, progress: ScanProgress): Promise<void> {
    if (this.ports.now() - (scan.submitted ?? scan.at) > maxTrackingMillis)
      return this.scanList.setProgress(scan, { kind: 'expired' });
    if (!isSame(progress, scan.progress)) await this.scanList.setProgress(scan, progress);
  }
}

/** How often the list is read for changes of other windows. */
const refreshMillis = 2_000;
const minSleepMillis = 20;
/** After that many unconfirmed or rejected submissions in a row, the rest of a selection isn't sent. */
const maxFailures = 3;

/**
 * Saves each scan, saves it again as `submitting`, submits it once, then polls it until it ends (lookup API: “Submit an
 * indicator”, “Poll for scan results”). Runs at most one submission and one poll at a time.
 */
export class ScanEngine implements Scans {
  private readonly scanList: ScanList;
  private readonly ended = new AbortController();
  private readonly lease: ScanLease;
  private readonly poller: ScanPoller;
  private readonly submissions = new RequestPacer(0);
  /** Unconfirmed or rejected submissions in a row. */
  private consecutiveFailures = 0;
  private submitting: string | undefined;
  private polling: string | undefined;
  private listedAt = -Infinity;
  private running = false;
  private wakeController = new AbortController();

  constructor(private readonly ports: ScanPorts) {
    this.scanList = new ScanList(ports.store, () => ports.now());
    this.lease = new ScanLease(ports.store, () => ports.now());
    this.poller = new ScanPoller(this.scanList, ports, this.ended.signal);
  }

  list(): readonly Scan[] {
    return this.scanList.list();
  }

  async load(): Promise<void> {
    await this.refreshList();
    this.wake();
  }

  async refresh(): Promise<void> {
    if (this.running) return;
    await this.load();
  }

  async add(newScans: readonly NewScan[]): Promise<readonly Scan[]> {
    const client = this.ports.service();
    if (client === undefined) return [];
    if (this.listedAt === -Infinity) await this.refreshList();
    const scans = newScans.map(
      (newScan, index) =>
        findDuplicate(this.scanList.open(), newScan, client) ?? this.createScan(newScan, index, client),
    );
    await this.scanList.put(...scans.filter(({ id }) => this.scanList.get(id) === undefined));
    this.wake();
    return scans;
  }

  async cancel(ids: readonly string[]): Promise<void> {
    const canceled = this.scansOf(ids)
      .filter(isOpen)
      .map((scan): Scan => ({
        ...scan,
        changed: this.now(),
        // A request that was sent may arrive, or be rejected.
        progress:
          scan.progress.kind === 'submitting'
            ? { kind: 'unclear' }
            : { kind: 'canceled', sent: scan.progress.kind !== 'waiting' },
      }));
    await this.scanList.put(...canceled);
  }

  async resume(ids: readonly string[]): Promise<readonly Scan[]> {
    const address = this.ports.service()?.address;
    const untracked = this.scansOf(ids).filter((scan) => isResumable(scan) && scan.address === address);
    // A final state is never changed, so the scan continues as another entry.
    const resumed = untracked.map((scan): Scan => ({
      ...scan,
      id: this.newId(),
      changed: this.now(),
      progress: { kind: 'queued' },
    }));
    await this.scanList.put(...resumed);
    await this.scanList.remove(untracked.map(({ id }) => id));
    this.wake();
    return resumed;
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.scanList.remove(ids);
  }

  wake(): void {
    void this.start();
  }

  onChanged(listener: ScanListener): () => void {
    return this.scanList.onChanged(listener);
  }

  dispose(): void {
    this.ended.abort();
    this.wakeController.abort();
    void this.lease.release();
  }

  private now(): number {
    return this.ports.now();
  }

  private newId(): string {
    return this.ports.newId?.() ?? crypto.randomUUID();
  }

  private scansOf(ids: readonly string[]): readonly Scan[] {
    return ids.map((id) => this.scanList.get(id)).filter((scan) => scan !== undefined);
  }

  /** `index` keeps the order of scans that are added together. */
  private createScan(newScan: NewScan, index: number, client: ScanService): Scan {
    const at = this.now() + index;
    const { address, host, remote } = client;
    return { ...newScan, id: this.newId(), at, changed: at, address, host, remote, progress: { kind: 'waiting' } };
  }

  private async refreshList(): Promise<void> {
    this.listedAt = this.now();
    const inFlight = [this.submitting, this.polling].filter((id) => id !== undefined);
    await this.scanList.reload(new Set(inFlight));
  }

  /** The scans that can be submitted or polled now, oldest first. */
  private actionable(client: ScanService | undefined): readonly Scan[] {
    if (client === undefined) return [];
    const isPaused = client.remote && this.ports.isOffline();
    return this.scanList
      .open()
      .filter(({ address, progress }) => address === client.address && (!isPaused || progress.kind === 'waiting'))
      .reverse();
  }

  private waiting(client: ScanService): readonly Scan[] {
    return this.actionable(client).filter(({ progress }) => progress.kind === 'waiting');
  }

  private async start(): Promise<void> {
    this.wakeController.abort();
    if (this.running || this.ended.signal.aborted || this.actionable(this.ports.service()).length === 0) return;
    this.running = true;
    try {
      await this.run();
      await this.lease.release();
    } finally {
      this.running = false;
    }
    // Scans may have been added while the lease was released.
    this.wake();
  }

  private async run(): Promise<void> {
    for (;;) {
      const client = this.ports.service();
      const isIdle =
        this.actionable(client).length === 0 && this.submitting === undefined && this.polling === undefined;
      if (this.ended.signal.aborted || client === undefined || isIdle) return;
      if (await this.lease.renew()) await this.takeOver();
      if (!isWithin(this.listedAt, refreshMillis, this.now())) await this.refreshList();
      const next = this.lease.held ? this.step(client) : Infinity;
      await this.sleepUntil(Math.min(next, this.lease.renewalAt, this.listedAt + refreshMillis));
    }
  }

  private async sleepUntil(time: number): Promise<void> {
    if (this.wakeController.signal.aborted) this.wakeController = new AbortController();
    else {
      // No sleep is longer, also if the clock was set back.
      const millis = Math.min(Math.max(time - this.now(), minSleepMillis), refreshMillis);
      await this.ports.wait(millis, this.wakeController.signal);
    }
  }

  /** This window submits and polls from now on. */
  private async takeOver(): Promise<void> {
    await this.refreshList();
    for (const scan of this.scanList.open()) {
      // The window that submitted it is gone, and whether the request arrived is unknown.
      if (scan.progress.kind === 'submitting' && scan.id !== this.submitting)
        await this.scanList.setProgress(scan, { kind: 'unclear' });
    }
  }

  /** Starts the requests that are due; returns when the next one is. */
  private step(client: ScanService): number {
    let next = Infinity;
    if (this.submitting === undefined) {
      const [first] = this.waiting(client);
      const at = first === undefined ? Infinity : this.submissions.nextAllowedAt(client.address);
      if (first !== undefined && at <= this.now()) {
        this.submitting = first.id;
        void this.submit(first, client).finally(() => {
          this.submitting = undefined;
          this.wakeController.abort();
        });
      } else next = Math.min(next, at);
    }
    if (this.polling === undefined) {
      const found = this.poller.next(this.actionable(client), client.address, this.lease.since);
      if (found !== undefined && found.at <= this.now()) {
        this.polling = found.scan.id;
        void this.poller
          .poll(found, client, () => this.actionable(client).length)
          .finally(() => {
            this.polling = undefined;
            this.wakeController.abort();
          });
      } else next = Math.min(next, found?.at ?? Infinity);
    }
    return next;
  }

  private async submit(scan: Scan, client: ScanService): Promise<void> {
    const why = client.remote ? this.ports.blocked(scan) : undefined;
    if (why !== undefined) return this.scanList.setProgress(scan, { kind: 'blocked', why });
    await this.scanList.setProgress(scan, { kind: 'submitting' });
    const stored = this.scanList.get(scan.id);
    if (this.ended.signal.aborted || stored === undefined) return;
    if (stored.progress.kind !== 'submitting')
      return this.scanList.setProgress(stored, { kind: 'canceled', sent: false });
    const end = client.remote
      ? this.ports.requestLog.begin({ to: client.address, what: [scan.sent.value], why: 'scan' })
      : (): void => undefined;
    const { sent: indicator, kind, store } = scan;
    const outcome = await settled(client.submitScan({ indicator, kind, store }, { signal: this.ended.signal }));
    const at = this.now();
    end(outcome.ok ? 'queued' : requestErrorCode(outcome.error));
    if (outcome.ok) {
      this.submissions.succeeded(client.address, at);
      this.consecutiveFailures = 0;
    }
    const current = this.scanList.get(scan.id) ?? scan;
    if (current.progress.kind !== 'submitting') return this.settleCanceled(current, outcome, at);
    if (outcome.ok) {
      this.poller.submitted(scan.id, at);
      return this.scanList.setProgress(current, { kind: 'queued' }, { qid: outcome.value.qid, submitted: at });
    }
    return this.handleRejection(current, client, outcome.error);
  }

  /** Settles a scan that was canceled during the request: the outcome shows whether the service has accepted it. */
  private async settleCanceled(
    scan: Scan,
    outcome: Awaited<ReturnType<ScanService['submitScan']>>,
    at: number,
  ): Promise<void> {
    if (scan.progress.kind !== 'unclear') return;
    if (outcome.ok)
      return this.scanList.setProgress(
        scan,
        { kind: 'canceled', sent: true },
        { qid: outcome.value.qid, submitted: at },
      );
    if (isUnheard(outcome.error)) await this.scanList.setProgress(scan, { kind: 'canceled', sent: false });
  }

  private async handleRejection(scan: Scan, client: ScanService, error: RequestError): Promise<void> {
    if (error.kind === 'canceled' && this.ended.signal.aborted) return;
    if (error.kind === 'rateLimited') {
      this.submissions.backOff(client.address, this.now(), error.retryAt);
      const { retryAt, serviceMessage } = error;
      return this.scanList.setProgress(scan, {
        kind: 'waiting',
        retryAt,
        serviceMessage,
      });
    }
    if (error.kind === 'keyRejected' && error.status === 403) {
      // May be about this indicator only, so its message doesn't apply to the others.
      await this.scanList.setProgress(scan, { kind: 'failed', error });
      const { kind, detail, hadKey, status } = error;
      return this.countFailure(client, { kind, detail, hadKey, status });
    }
    if (!isUnheard(error)) {
      this.submissions.backOff(client.address, this.now());
      await this.scanList.setProgress(scan, { kind: 'unclear', error });
      return this.countFailure(client, error);
    }
    // An error of the service as a whole fails all waiting scans without further requests.
    const others = error.kind === 'badRequest' ? [] : this.waiting(client).filter(({ id }) => id !== scan.id);
    await this.failAll([scan, ...others], error);
  }

  private async countFailure(client: ScanService, error: RequestError): Promise<void> {
    this.consecutiveFailures++;
    if (this.consecutiveFailures >= maxFailures) await this.failAll(this.waiting(client), error);
  }

  private async failAll(scans: readonly Scan[], error: RequestError): Promise<void> {
    this.consecutiveFailures = 0;
    for (const scan of scans) await this.scanList.setProgress(scan, { kind: 'failed', error });
  }
}

/** The open scan that equals a new one, if any. */
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

/** Compares two states. */
function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** An open state with the error of the last poll. */
function withError(progress: ScanProgress, error: RequestError): ScanProgress {
  if (progress.kind === 'queued' || progress.kind === 'processing') return { ...progress, error };
  return { kind: 'queued', error };
}

/** Turns an exception of the client into an error. */
async function settled<T>(answer: Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await answer;
  } catch (error) {
    const detail = error instanceof Error ? error.name : 'unknown error';
    return { ok: false, error: { kind: 'unreachable', detail } };
  }
}
