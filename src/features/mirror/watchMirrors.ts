import type * as vscode from 'vscode';
import type { SyncQueue } from '../../core/mirror/syncQueue';
import { watchStoreFolder } from '../common/watchStoreFolder';
import type { MirrorModel } from './mirrorModel';

/** What comes quickly one after the other is looked at once. */
const gatherMillis = 2_000;

export interface WatchMirrorsParts {
  readonly model: MirrorModel;
  readonly syncs: SyncQueue;
  readonly storeFolder: vscode.Uri;
  readonly isLeased: (name: string) => boolean;
  readonly mirrorsVersion: () => string;
  readonly isShown: () => boolean;
  /** Another window has synced. */
  readonly onDataChanged: () => void;
}

/** The lease under which a mirror is synced, by its id in the store. */
export function leaseOf(id: number): string {
  return `mirror:${id}`;
}

/**
 * Shows here what other windows mirror: their writes to the store and the focus of this window are the moments to look whether
 * one of them syncs, or has just ended. Nothing is asked in between.
 */
export function watchMirrors(parts: WatchMirrorsParts): vscode.Disposable {
  const { model, syncs, storeFolder, isLeased, mirrorsVersion, isShown, onDataChanged } = parts;
  let seen = '';
  const look = (): void => {
    if (syncs.busy().length > 0 || !model.isSetUp()) return;
    if (!model.isLoaded) void model.load().catch(() => undefined);
    const isSyncing = model.collections().some(({ state }) => state !== undefined && isLeased(leaseOf(state.id)));
    const now = mirrorsVersion();
    // A short sync is over before anybody has seen it under way: what counts is what it has left.
    if (now !== seen) {
      seen = now;
      onDataChanged();
      void model.load().catch(() => undefined);
    } else if (isSyncing && isShown()) void model.load().catch(() => undefined);
  };
  return watchStoreFolder(storeFolder, gatherMillis, look);
}
