import type { UtcMillis } from '../../core/records/record';
import type { Memory } from '../shared/notices/notices';

/** A service that was used before. The key itself is in the keychain; this only records that there was one. */
export interface RecentService {
  readonly address: string;
  readonly usedAt: UtcMillis;
  readonly hadKey: boolean;
}

const listKey = 'connection.services';
const maxServices = 10;

/** Recently used services, the latest first, for “Switch Service…” and to detect a vanished key. */
export class RecentServices {
  constructor(
    private readonly memory: Memory,
    private readonly now: () => UtcMillis = Date.now,
  ) {}

  list(): readonly RecentService[] {
    const stored: unknown = this.memory.get(listKey);
    return Array.isArray(stored) ? stored.filter(isRecent).sort((a, b) => b.usedAt - a.usedAt) : [];
  }

  find(address: string): RecentService | undefined {
    return this.list().find((service) => service.address === address);
  }

  /** Moves the service to the top; `hadKey` is unchanged if omitted. */
  async use(address: string, hadKey?: boolean): Promise<void> {
    const before = this.find(address);
    const entry = { address, usedAt: this.now(), hadKey: hadKey ?? before?.hadKey ?? false };
    const others = this.list().filter((service) => service.address !== address);
    await this.memory.update(listKey, [entry, ...others].slice(0, maxServices));
  }

  async forget(address: string): Promise<void> {
    await this.memory.update(
      listKey,
      this.list().filter((service) => service.address !== address),
    );
  }
}

function isRecent(value: unknown): value is RecentService {
  if (typeof value !== 'object' || value === null) return false;
  const { address, usedAt, hadKey } = value as Record<string, unknown>;
  return typeof address === 'string' && typeof usedAt === 'number' && typeof hadKey === 'boolean';
}
