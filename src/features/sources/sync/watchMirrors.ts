import type * as vscode from 'vscode';
import type { SyncQueue } from '../../../core/sync/syncQueue';
import { watchStoreFolder } from '../../shared/files/watchStoreFolder';
import type { SourcesModel } from '../sourcesModel';

/** Changes within this time are handled together. */
const gatherMillis = 2_000;

interface Deps {
  readonly model: SourcesModel;
  readonly syncs: SyncQueue;
  readonly storeFolder: vscode.Uri;
  readonly isLeased: (name: string) => boolean;
  readonly mirrorsVersion: () => string;
  readonly isShown: () => boolean;
  /** Another window has synced. */
  readonly onDataChanged: () => void;
}

/** The lease for syncing a mirror, by its ID in the store. */
export function getLease(id: number): string {
  return `mirror:${id}`;
}

/**
 * Shows what other windows mirror: checks whether one of them syncs, or has just ended, when the store is written or
 * this window gets the focus. Doesn't poll in between.
 */
export function watchMirrors(deps: Deps): vscode.Disposable {
  const { model, syncs, storeFolder, isLeased, mirrorsVersion, isShown, onDataChanged } = deps;
  let seen = '';
  const look = (): void => {
    if (syncs.busy().length > 0 || !model.isSetUp()) return;
    if (!model.isLoaded) void model.load().catch(() => undefined);
    const isSyncing = model.collections().some(({ state }) => state !== undefined && isLeased(getLease(state.id)));
    const now = mirrorsVersion();
    // A short sync may be over before it was visible: its result counts.
    if (now !== seen) {
      seen = now;
      onDataChanged();
      void model.load().catch(() => undefined);
    } else if (isSyncing && isShown()) void model.load().catch(() => undefined);
  };
  return watchStoreFolder(storeFolder, gatherMillis, look);
}
