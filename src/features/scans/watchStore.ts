import type * as vscode from 'vscode';
import type { Scans } from '../../core/scans';
import { watchStoreFolder } from '../common/watchStoreFolder';

/** What comes quickly one after the other is looked at once. */
const debounceMillis = 250;

export interface WatchParts {
  readonly scans: Pick<Scans, 'refresh'>;
  /** Folder of the store that all windows share. */
  readonly storeFolder: vscode.Uri;
  /** Whether some window submits and polls now, by one read of a key. */
  readonly isScanning: () => boolean;
}

/**
 * Shows here what other windows scan: their writes to the store and the focus of this window are the moments to look
 * whether one of them scans, or has just ended. Nothing is asked in between.
 */
export function watchStore({ scans, storeFolder, isScanning }: WatchParts): vscode.Disposable {
  let wasScanning = false;
  const refresh = (): void => {
    const isNow = isScanning();
    if (isNow || wasScanning) void scans.refresh();
    wasScanning = isNow;
  };
  return watchStoreFolder(storeFolder, debounceMillis, refresh);
}
