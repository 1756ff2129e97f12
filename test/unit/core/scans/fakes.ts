import type { Outcome, RequestError } from '../../../../src/core/api/requestError';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { RequestLogEntry } from '../../../../src/core/lookups/types';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import type { ScanState, ScanRequest } from '../../../../src/core/records/scan';
import {
  ScanEngine,
  type Scan,
  type NewScan,
  type ScanPorts,
  type Scans,
  type ScanService,
  type ScanStore,
} from '../../../../src/core/scans/index';

const begin = 1_700_000_000_000;

/** Lets everything that only waits for promises happen. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** A clock that only a test advances. */
export class Clock {
  now = begin;
  private readonly timers = new Set<{ readonly at: number; readonly ring: () => void }>();

  readonly wait = (millis: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const ring = (): void => {
        this.timers.delete(timer);
        signal.removeEventListener('abort', ring);
        resolve();
      };
      const timer = { at: this.now + millis, ring };
      this.timers.add(timer);
      signal.addEventListener('abort', ring);
    });

  async advance(millis: number): Promise<void> {
    const end = this.now + millis;
    await settled();
    for (;;) {
      const [next] = [...this.timers].sort((a, b) => a.at - b.at);
      if (next === undefined || next.at > end) break;
      this.now = Math.max(this.now, next.at);
      next.ring();
      await settled();
    }
    this.now = end;
  }
}

/** A store shared by several windows. */
export class SharedStore {
  readonly scans = new Map<string, Scan>();
  holder = '';
  until = 0;
  broken = false;
  /** How often a window read the list. */
  reads = 0;

  constructor(private readonly clock: Clock) {}

  window(name: string): ScanStore {
    const guarded = <T>(work: () => T): Promise<T> =>
      this.broken ? Promise.reject(new Error('no store')) : Promise.resolve(work());
    return {
      list: () => {
        this.reads++;
        return guarded(() => [...this.scans.values()]);
      },
      save: (scans) =>
        guarded(() => {
          for (const scan of scans) this.scans.set(scan.id, structuredClone(scan));
        }),
      remove: (ids) => guarded(() => ids.forEach((id) => this.scans.delete(id))),
      lease: (forMillis) =>
        guarded(() => {
          const isFree = this.holder === name || this.until <= this.clock.now;
          if (!isFree) return false;
          this.holder = name;
          this.until = this.clock.now + forMillis;
          return true;
        }),
    };
  }
}

export type SubmitAnswer = RequestError | 'hang' | Promise<RequestError | undefined> | undefined;

/** A queue that notes what reaches it, and when. */
export class FakeQueue {
  readonly submissions: { readonly at: number; readonly request: ScanRequest }[] = [];
  readonly polls: { readonly at: number; readonly qid: number }[] = [];
  onSubmit: (request: ScanRequest, count: number) => SubmitAnswer = () => undefined;
  onPoll: (qid: number, count: number) => ScanState | RequestError = () => ({ kind: 'processing', stage: 'dns' });
  /** How long an answer to a poll takes. */
  answerMillis = 0;

  constructor(private readonly clock: Clock) {}

  service(remote = true, address = 'https://lookups-test-1.com/p'): ScanService {
    const outcome = <T>(value: T | RequestError): Outcome<T> =>
      isRequestError(value) ? { ok: false, error: value } : { ok: true, value };
    return {
      address: remote ? address : 'local:',
      host: remote ? new URL(address).host : 'local service',
      remote,
      submitScan: (request) => {
        const qid = this.submissions.push({ at: this.clock.now, request });
        const answer = this.onSubmit(request, qid);
        if (answer === 'hang') return new Promise(() => undefined);
        return Promise.resolve(answer).then((settled) => outcome(settled ?? { qid }));
      },
      pollScan: async (qid) => {
        const count = this.polls.push({ at: this.clock.now, qid });
        if (this.answerMillis > 0) await this.clock.wait(this.answerMillis, new AbortController().signal);
        return outcome(this.onPoll(qid, count));
      },
    };
  }
}

function isRequestError(value: unknown): value is RequestError {
  return typeof value === 'object' && value !== null && 'detail' in value;
}

export function domain(n: number): Indicator {
  return { type: 'domain', value: `lookups-test-${n}.com` };
}

export function newScan(n: number, more: Partial<NewScan> = {}): NewScan {
  return { indicator: domain(n), sent: domain(n), kind: 'passive', store: false, ...more };
}

export function record(n: number, more: Partial<IndicatorRecord> = {}): IndicatorRecord {
  return { ...emptyRecord(domain(n).value, 'domain'), risk: 'high', ...more };
}

/** A window: an engine on a store that other windows may share, with its log. */
export interface Window {
  readonly scans: Scans;
  readonly learnt: { readonly scan: Scan; readonly record: IndicatorRecord }[];
  readonly sent: Pick<RequestLogEntry, 'what' | 'why' | 'outcome'>[];
  service: ScanService | undefined;
  offline: boolean;
  blocked: ReturnType<ScanPorts['blocked']>;
  /** Progress of every scan by value. */
  progress(): Record<string, string>;
}

let ids = 0;

export function openWindow(clock: Clock, shared: SharedStore, queue: FakeQueue, name = 'a'): Window {
  const sent: { what: readonly string[]; why: RequestLogEntry['why']; outcome: RequestLogEntry['outcome'] }[] = [];
  const learnt: Window['learnt'] = [];
  const self: Window = {
    learnt,
    sent,
    service: queue.service(),
    offline: false,
    blocked: undefined,
    progress: () =>
      Object.fromEntries(self.scans.list().map(({ indicator, progress }) => [indicator.value, progress.kind])),
    scans: new ScanEngine({
      store: shared.window(name),
      service: () => self.service,
      isOffline: () => self.offline,
      blocked: () => self.blocked,
      requestLog: {
        begin: ({ what, why }) => {
          const entry: (typeof sent)[number] = { what, why, outcome: 'pending' };
          sent.push(entry);
          return (outcome) => {
            entry.outcome = outcome;
          };
        },
      },
      saveResult: (scan, found) => {
        learnt.push({ scan, record: found });
        return Promise.resolve();
      },
      now: () => clock.now,
      wait: clock.wait,
      newId: () => `scan-${++ids}`,
    }),
  };
  return self;
}
