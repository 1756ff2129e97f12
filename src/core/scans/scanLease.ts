import type { UtcMillis } from '../records/record';
import type { ScanStore } from './scans';
import { isAhead } from '../records/clockBounds';

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
