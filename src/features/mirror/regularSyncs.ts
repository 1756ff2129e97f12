import * as vscode from 'vscode';
import type { SyncQueue } from '../../core/mirror/syncQueue';
import type { MirrorModel } from './mirrorModel';
import type { MirrorFeatureParts } from './mirrorParts';
import { dueOf, jittered } from './schedule';

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
  const look = async (): Promise<void> => {
    const { mirror, lookups } = settings.current();
    if (mirror.everyMillis === 0 || lookups.mode === 'offline' || !model.isSetUp()) return;
    await model.load();
    const open = model
      .collections()
      .filter(({ key, isChosen }) => isChosen && syncs.statusOf(key).kind === 'idle')
      .map(({ key, state }) => ({ key, lastSync: state?.lastSync, lastTry: tries.get(key) }));
    for (const key of dueOf(open, jittered(mirror.everyMillis, chance), Date.now())) {
      tries.set(key, Date.now());
      void syncs.sync(key);
    }
  };
  // A failed store was reported already; the next check retries.
  const timer = setInterval(() => void look().catch(() => undefined), pollMillis);
  return new vscode.Disposable(() => clearInterval(timer));
}
