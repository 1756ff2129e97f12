import type { Pool } from 'pg';
import { lookupKey, parseIndicator } from '../../../core/indicators';
import type { ScanRequest } from '../../../core/records/scan';
import type { QueuedScan } from '../../../core/store/activity/scanQueue';
import type { ScanSettings } from '../../../core/store/protocol/protocol';
import { type ScanResult, writeScanResult } from '../../../core/store/writing/scanResults';
import type { Enricher } from '../../scans/enricher';
import { createBlockCheck, getFailure, runScan, timedOut } from '../../scans/runScan';
import type { ScanSubmission, ScanSubmissions } from '../../scans/scanSubmissions';
import { type JobQueue, openJobQueue } from '../jobQueue';
import { openTeamSource } from '../sources';
import { type TeamContext, unitOfWork } from '../unit';
import {
  addScan,
  beginScan,
  endScan,
  failScan,
  findScan,
  lockOpenScan,
  noteStage,
  pruneScans,
  ScanEnded,
} from './rows';

export interface TeamScanOptions {
  readonly enricher?: Enricher | undefined;
  readonly settings: ScanSettings;
  /** Concurrent scans of this process. */
  readonly concurrency?: number;
  /** The maximum duration of a scan. */
  readonly scanMillis?: number;
  /** Called with errors of the database; scans continue when it can be used again. */
  readonly onError: (error: unknown) => void;
}

/** The scans of a team: each process accepts some, and any runs them. */
export interface TeamScans extends ScanSubmissions {
  /** Begins to run scans. */
  start(): Promise<void>;
  /** Stops running scans and puts them back into the queue. */
  close(): Promise<void>;
}

/**
 * Scans of data that is stored, scans that ask elsewhere, which only processes may do that are allowed to, and scans that
 * ended the process each time.
 */
const kinds = { stored: 'scan', outside: 'scan_outside', lost: 'scan_lost' } as const;

/** A scan that crashes its process must not do so forever. Each time the database fails counts too. */
const attempts = 10;
const lostMessage = 'The scan was started ten times but never finished.';

const pruneMillis = 3_600_000;

/** Opens the scans of a team store. */
export async function openTeamScans(context: TeamContext, pool: Pool, options: TeamScanOptions): Promise<TeamScans> {
  const { scanMillis = 5 * 60_000, onError } = options;
  const queue = await openJobQueue(pool, onError);
  // Who does a job that takes longer than a scan can is gone.
  const seconds = Math.ceil(scanMillis / 1_000) + 60;
  await queue.define({ name: kinds.lost, attempts: 1_000, seconds });
  for (const name of [kinds.stored, kinds.outside]) await queue.define({ name, attempts, seconds, lost: kinds.lost });
  return new QueuedScans(context, queue, { scanMillis, ...options });
}

class QueuedScans implements TeamScans {
  private readonly closing = new AbortController();
  private readonly blockedBy;
  private pruning: NodeJS.Timeout | undefined;

  constructor(
    private readonly context: TeamContext,
    private readonly queue: JobQueue,
    private readonly options: TeamScanOptions & Required<Pick<TeamScanOptions, 'scanMillis'>>,
  ) {
    this.blockedBy = createBlockCheck(() => options.settings);
  }

  private get looksOutside(): boolean {
    return this.options.settings.mode !== 'off';
  }

  async submit(request: ScanRequest, { outside, by = '' }: ScanSubmission): Promise<number | 'full'> {
    const scan = { ...request, outside: outside && this.looksOutside };
    const name = nameOf(scan);
    const qid = await this.context.team.transaction().execute(async (transaction) => {
      const added = await addScan(transaction, scan, by);
      if (added !== 'full') await this.queue.send(name, { qid: added }, transaction);
      return added;
    });
    this.queue.wake(name);
    return qid;
  }

  find(qid: number, by = ''): ReturnType<ScanSubmissions['find']> {
    return findScan(this.context, qid, by);
  }

  async start(): Promise<void> {
    const { queue, context, options } = this;
    const atOnce = options.concurrency ?? 4;
    const run = ({ qid = 0 }: { readonly qid?: number }, signal: AbortSignal): Promise<void> => this.run(qid, signal);
    await queue.work(kinds.stored, { atOnce }, run);
    if (this.looksOutside) await queue.work(kinds.outside, { atOnce }, run);
    await queue.work(kinds.lost, { atOnce: 1 }, ({ qid = 0 }) => failScan(context.team, qid, lostMessage));
    const prune = (): void => void pruneScans(context.team).catch(options.onError);
    prune();
    this.pruning = setInterval(prune, pruneMillis).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.pruning);
    const closed = this.queue.close();
    this.closing.abort(new Error('the service is closing'));
    await closed;
  }

  /** Runs a scan, whose job is then done. Rejects where it has to be started again. */
  private async run(qid: number, claim: AbortSignal): Promise<void> {
    const { context, options, closing } = this;
    const scan = await beginScan(context.team, qid);
    if (scan === undefined) return;
    const tooLong = AbortSignal.timeout(options.scanMillis);
    const signal = AbortSignal.any([closing.signal, claim, tooLong]);
    const stages = new Stages((stage) => noteStage(context.team, qid, stage).catch(options.onError));
    let outcome;
    try {
      outcome = await runScan(scan, {
        ...options,
        enricher: options.enricher,
        blockedBy: this.blockedBy,
        signal,
        onStage: (stage) => stages.note(stage),
      });
    } catch (error) {
      await stages.written;
      if (closing.signal.aborted) return this.putBack(scan);
      claim.throwIfAborted();
      return failScan(context.team, qid, tooLong.aborted ? timedOut : getFailure(error));
    }
    await stages.written;
    await this.finish(scan, outcome.result, outcome.message);
  }

  /** This doesn't count as a failed attempt. */
  private async putBack(scan: QueuedScan): Promise<void> {
    await this.context.team.transaction().execute(async (transaction) => {
      await noteStage(transaction, scan.qid, undefined);
      await this.queue.send(nameOf(scan), { qid: scan.qid }, transaction);
    });
  }

  /** Writes the results and ends the scan in one transaction, unless another process has done that. */
  private async finish(scan: QueuedScan, result: ScanResult, message: string): Promise<void> {
    const { context } = this;
    const { id: sourceId } = await openTeamSource(context, { kind: 'scan', name: 'Local scans' });
    const keys = [scan.indicator.value, ...result.redirects].flatMap((value) => {
      const indicator = parseIndicator(value);
      return indicator === undefined ? [] : [lookupKey(indicator)];
    });
    try {
      await unitOfWork(
        context,
        {
          needs: async (transaction) => {
            await lockOpenScan(transaction, scan.qid);
            return { keys: [lookupKey(scan.indicator), ...keys], foundValues: true, sourceId };
          },
        },
        (connection) => connection.transaction(() => writeScanResult(connection, scan, result, connection.now())),
        (transaction, record) => endScan(transaction, scan.qid, message, record),
      );
    } catch (error) {
      if (!(error instanceof ScanEnded)) throw error;
    }
  }
}

/** The stages of a scan, written one after the other; of those that wait, only the last one is. */
class Stages {
  written: Promise<void> = Promise.resolve();
  private next: string | undefined;

  constructor(private readonly write: (stage: string) => Promise<void>) {}

  note(stage: string): void {
    const isWaiting = this.next !== undefined;
    this.next = stage;
    if (isWaiting) return;
    this.written = this.written.then(() => {
      const last = this.next ?? stage;
      this.next = undefined;
      return this.write(last);
    });
  }
}

const nameOf = ({ outside }: Pick<QueuedScan, 'outside'>): string => (outside ? kinds.outside : kinds.stored);
