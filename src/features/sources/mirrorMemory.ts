import { readSubscriptions, type Subscriptions } from '../../core/sync/subscriptions';
import type { StoredSyncs } from '../../core/sync/syncQueue';
import type { Memory } from '../shared/notices/notices';

const subscriptionsKey = 'mirror.subscriptions';
const syncsKey = 'mirror.syncs';
const limitsKey = 'mirror.limits';

/** Subscriptions, and which syncs are paused or interrupted; in VS Code's globalState. */
export class MirrorMemory {
  constructor(private readonly memory: Memory) {}

  subscriptions(): Subscriptions {
    return readSubscriptions(this.memory.get(subscriptionsKey));
  }

  async save(subscriptions: Subscriptions): Promise<void> {
    await this.memory.update(subscriptionsKey, subscriptions);
  }

  syncs(): StoredSyncs {
    return readSyncs(this.memory.get(syncsKey));
  }

  /** The size limit that the user has allowed for a collection, bytes; undefined if only the setting counts. */
  limitOf(key: string): number | undefined {
    const limits = this.memory.get(limitsKey);
    const limit: unknown = typeof limits === 'object' && limits !== null ? Reflect.get(limits, key) : undefined;
    return typeof limit === 'number' && limit > 0 ? limit : undefined;
  }

  async saveLimit(key: string, bytes: number | undefined): Promise<void> {
    const limits = this.memory.get(limitsKey);
    const others = typeof limits === 'object' && limits !== null ? Object.entries(limits) : [];
    const kept = others.filter(([name]) => name !== key);
    await this.memory.update(limitsKey, Object.fromEntries(bytes === undefined ? kept : [...kept, [key, bytes]]));
  }

  saveSyncs(kept: StoredSyncs): void {
    void this.memory.update(syncsKey, kept);
  }
}

function readSyncs(value: unknown): StoredSyncs {
  if (typeof value !== 'object' || value === null) return { paused: [], underWay: [] };
  const { paused, underWay } = value as Readonly<Record<string, unknown>>;
  return {
    paused: Array.isArray(paused) ? paused.filter((key) => typeof key === 'string') : [],
    underWay: Array.isArray(underWay) ? underWay.filter(isUnderWay) : [],
  };
}

function isUnderWay(value: unknown): value is StoredSyncs['underWay'][number] {
  if (typeof value !== 'object' || value === null) return false;
  const { key, full } = value as Readonly<Record<string, unknown>>;
  return typeof key === 'string' && typeof full === 'boolean';
}
