import type { UtcMillis } from '../records/record';
import type { ScanState } from '../records/scan';
import { maxTrackingMillis, minPollGapMillis, nextPoll, RequestPacer } from './pacing';
import { isSame, settled, withError } from './scanHelpers';
import type { ScanList } from './scanList';
import type { ScanPorts, ScanService } from './scans';
import { isOpen, type Scan, type ScanProgress } from './types';

/** A scan to poll, and when. */
export interface DuePoll {
  readonly scan: Scan;
  readonly qid: number;
  readonly at: UtcMillis;
}

/** Polls submitted scans until they end (api-spec: “Poll for scan results”). */
export class ScanPoller {
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
