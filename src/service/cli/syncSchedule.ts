import type { MirrorState, MirrorTarget } from '../../core/sync/ports';

const idOf = ({ server, collection }: Pick<MirrorTarget, 'server' | 'collection'>): string =>
  `${server}\n${collection}`;

/**
 * Which collections `sync --every` syncs again. Any number of processes may have the same schedule over one database: what
 * another one has synced isn't due, and one that failed is tried again after the same time.
 */
export class SyncSchedule {
  private readonly triedAt = new Map<string, number>();

  constructor(
    readonly everyMillis: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Those that are due. */
  due(targets: readonly MirrorTarget[], mirrors: readonly MirrorState[]): readonly MirrorTarget[] {
    const syncedAt = new Map(mirrors.map((mirror) => [idOf(mirror), mirror.lastSync ?? -Infinity]));
    return targets.filter((target) => {
      const id = idOf(target);
      const elapsed = this.now() - Math.max(syncedAt.get(id) ?? -Infinity, this.triedAt.get(id) ?? -Infinity);
      // After a clock was set back, nobody waits for the time that it had.
      return elapsed >= this.everyMillis || elapsed < 0;
    });
  }

  noteTried(target: MirrorTarget): void {
    this.triedAt.set(idOf(target), this.now());
  }
}
