import { readSubscriptions, type Subscriptions } from '../../core/mirror/subscriptions';
import type { KeptSyncs } from '../../core/mirror/syncs';
import type { Memory } from '../common/notices';

const subscriptionsKey = 'mirror.subscriptions';
const syncsKey = 'mirror.syncs';

/** What was subscribed to, and which syncs are paused or were broken off; in VS Code's globalState. */
export class MirrorMemory {
  constructor(private readonly memory: Memory) {}

  subscriptions(): Subscriptions {
    return readSubscriptions(this.memory.get(subscriptionsKey));
  }

  async keep(subscriptions: Subscriptions): Promise<void> {
    await this.memory.update(subscriptionsKey, subscriptions);
  }

  syncs(): KeptSyncs {
    return readSyncs(this.memory.get(syncsKey));
  }

  keepSyncs(kept: KeptSyncs): void {
    void this.memory.update(syncsKey, kept);
  }
}

function readSyncs(value: unknown): KeptSyncs {
  if (typeof value !== 'object' || value === null) return { paused: [], underWay: [] };
  const { paused, underWay } = value as Readonly<Record<string, unknown>>;
  return {
    paused: Array.isArray(paused) ? paused.filter((key) => typeof key === 'string') : [],
    underWay: Array.isArray(underWay) ? underWay.filter(isUnderWay) : [],
  };
}

function isUnderWay(value: unknown): value is KeptSyncs['underWay'][number] {
  if (typeof value !== 'object' || value === null) return false;
  const { key, full } = value as Readonly<Record<string, unknown>>;
  return typeof key === 'string' && typeof full === 'boolean';
}
