import * as vscode from 'vscode';
import type { SyncQueue } from '../../../core/mirror/syncQueue';
import type { MirrorModel } from '../mirrorModel';
import type { MirrorFeatureParts } from '../mirrorParts';
import { dueOf, idleCollections, jittered } from './schedule';

/** How often to check what is due, milliseconds. */
const pollMillis = 60_000;

export interface RegularSyncsParts {
  readonly settings: MirrorFeatureParts['settings'];
  readonly model: MirrorModel;
  readonly syncs: SyncQueue;
}

/**
 * Syncs what is due by `threatLookups.mirror.syncIntervalMinutes`: without notifications, not in mode `offline`, and not what
 * is paused. Of several windows one does it, by the store.
 */
export function registerRegularSyncs({ settings, model, syncs }: RegularSyncsParts): vscode.Disposable {
  const tries = new Map<string, number>();
  const chance = Math.random();
  const check = async (): Promise<void> => {
    const { mirror, lookups } = settings.current();
    if (mirror.everyMillis === 0 || lookups.mode === 'offline' || !model.isSetUp()) return;
    const idle = await idleCollections({
      load: () => model.load(),
      collections: () =>
        model
          .collections()
          .flatMap(({ key, isChosen, state, list }) =>
            isChosen ? [{ key, lastSync: state?.lastSync, minWait: (list?.intervalMinutes ?? 0) * 60_000 }] : [],
          ),
      isIdle: (key) => syncs.statusOf(key).kind === 'idle',
    });
    const all = idle.map((collection) => ({ ...collection, lastTry: tries.get(collection.key) }));
    for (const key of dueOf(all, jittered(mirror.everyMillis, chance), Date.now())) {
      tries.set(key, Date.now());
      void syncs.sync(key);
    }
  };
  // A failed store was reported already; the next check retries.
  const timer = setInterval(() => void check().catch(() => undefined), pollMillis);
  return new vscode.Disposable(() => clearInterval(timer));
}
