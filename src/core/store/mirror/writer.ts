import { setImmediate } from 'node:timers/promises';
import type { ChainEnd, LeftOutCount, MirrorState, MirrorTarget, MirrorWriter, PageRead } from '../../mirror/ports';
import { isObject, textOf } from '../../stix/fields';
import { StoreFault } from '../fault';
import { deferOrders } from '../query/waiting';
import { type Connection } from '../sqlite';
import { beginMirrorRun, mirrorById, mirrorFor, nextRun, noteEnd, stillThere } from './mirrors';
import { type MirrorRun } from './run';

export interface MirrorWriterPorts {
  readonly guarded: <T>(work: (connection: Connection) => T) => T;
  readonly takeLease: (name: string, forMillis: number) => boolean;
  readonly giveLease: (name: string) => void;
  readonly now: () => number;
}

const leaseMillis = 90_000;
/** Objects a transaction: the thread hears of a cancel, and answers others, between two. */
const batch = 1_000;
/** A sync goes on beside whatever the editor does: it takes less memory than an import that somebody waits for. */
const cacheKilobytes = 20 * 1024;
const maxReasons = 40;

/** Counts what was left out, by reason. */
class Reasons {
  private readonly counts = new Map<string, { count: number; example: string }>();

  add(leftOut: readonly { readonly reason: string; readonly example: string }[]): void {
    for (const { reason, example } of leftOut) {
      const name = this.counts.has(reason) || this.counts.size < maxReasons ? reason : 'Other reasons';
      const held = this.counts.get(name) ?? { count: 0, example: example.slice(0, 120) };
      held.count++;
      this.counts.set(name, held);
    }
  }

  clear(): void {
    this.counts.clear();
  }

  told(): readonly LeftOutCount[] {
    return [...this.counts].map(([reason, each]) => ({ reason, ...each })).toSorted((a, b) => b.count - a.count);
  }
}

interface Open {
  readonly state: MirrorState;
  readonly lease: string;
  readonly run: MirrorRun;
  readonly reasons: Reasons;
  started: boolean;
  objects: readonly unknown[];
}

function envelopeOf(
  bytes: Uint8Array,
): { readonly objects: readonly unknown[]; readonly body: Readonly<Record<string, unknown>> } | undefined {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  if (!isObject(body)) return undefined;
  // An empty page may be `{}` (TAXII 2.1, 3.7).
  if (body.objects !== undefined && body.objects !== null && !Array.isArray(body.objects)) return undefined;
  return { body, objects: Array.isArray(body.objects) ? (body.objects as readonly unknown[]) : [] };
}

function printOf(objects: readonly unknown[]): string {
  const id = (value: unknown): string => (isObject(value) ? (textOf(value.id) ?? '') : '');
  return `${objects.length} ${id(objects[0])} ${id(objects[objects.length >> 1])} ${id(objects.at(-1))}`;
}

/** The port is asynchronous, since elsewhere a thread lies between: what is thrown here rejects, too. */
function promised<Given extends readonly unknown[], Result>(work: (...given: Given) => Result) {
  return (...given: Given): Promise<Result> => new Promise((resolve) => resolve(work(...given)));
}

/** The store's side of a sync; one run at a time. */
export function createMirrorWriter({ guarded, takeLease, giveLease, now }: MirrorWriterPorts): MirrorWriter {
  let open: Open | undefined;

  const current = (): Open => {
    if (open === undefined) throw new StoreFault({ kind: 'failed', detail: 'no sync is under way' });
    return open;
  };

  const keepLease = ({ lease }: Open): void => {
    if (!takeLease(lease, leaseMillis)) {
      throw new StoreFault({ kind: 'locked', detail: 'another window has taken the sync over' });
    }
  };

  const begin = (target: MirrorTarget): Awaited<ReturnType<MirrorWriter['begin']>> => {
    if (open !== undefined) return { busy: true };
    const state = guarded((c) => mirrorFor(c, target, now()));
    const lease = `mirror:${state.id}`;
    if (!takeLease(lease, leaseMillis)) return { busy: true };
    try {
      guarded((c) => {
        deferOrders(c);
        c.bulk(true, cacheKilobytes);
      });
      const run = guarded((c) => beginMirrorRun(c, state, now()));
      open = { state, lease, run, reasons: new Reasons(), started: false, objects: [] };
      return { state };
    } catch (error) {
      giveLease(lease);
      throw error;
    }
  };

  const finish = async (one: Open, end: ChainEnd): Promise<void> => {
    const { run, state } = one;
    if (end.complete) {
      for (let from: number | undefined = end.full ? 0 : undefined; from !== undefined;) {
        const at: number = from;
        from = guarded(() => run.markStale(at));
        keepLease(one);
        await setImmediate();
      }
      while (guarded(() => run.expire())) await setImmediate();
    }
    guarded(() => run.settle());
    one.reasons.add(run.takeLeftOut());
    guarded((c) => noteEnd(c, state.id, end, now()));
  };

  return {
    begin: promised(begin),
    chain: promised(() => {
      const one = current();
      keepLease(one);
      one.objects = [];
      if (one.started) one.run.startChain(guarded((c) => nextRun(c, one.state.id)));
      one.started = true;
      one.reasons.clear();
    }),
    read: promised((bytes: Uint8Array): PageRead | undefined => {
      const one = current();
      const envelope = envelopeOf(bytes);
      if (envelope === undefined) return undefined;
      const { objects, body } = envelope;
      one.objects = objects;
      const next = typeof body.next === 'number' ? String(body.next) : typeof body.next === 'string' ? body.next : '';
      const more = body.more === true || body.more === 'true';
      return { objects: objects.length, more, print: printOf(objects), ...(next === '' ? {} : { next }) };
    }),
    async write() {
      const one = current();
      const { objects, run, state, reasons } = one;
      one.objects = [];
      let fresh = 0;
      // The request for the next page leaves before this thread is busy with this one.
      await setImmediate();
      for (let at = 0; at < objects.length; at += batch) {
        fresh += guarded((c) => {
          stillThere(c, state.id);
          return run.take(objects.slice(at, at + batch));
        });
        reasons.add(run.takeLeftOut());
        await setImmediate();
      }
      keepLease(one);
      return { fresh };
    },
    keep: promised(() => keepLease(current())),
    async finish(end) {
      const one = current();
      try {
        await finish(one, end);
        const state = guarded((c) => mirrorById(c, one.state.id)) ?? one.state;
        return { state, counts: { ...one.run.counts }, leftOut: one.reasons.told() };
      } finally {
        open = undefined;
        try {
          guarded((c) => c.bulk(false));
          giveLease(one.lease);
        } catch {
          // The store is in trouble, which is told already; the lease ends by time.
        }
      }
    },
  };
}
