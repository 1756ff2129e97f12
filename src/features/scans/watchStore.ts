import type * as vscode from 'vscode';
import type { Scans } from '../../core/scans';
import { watchStoreFolder } from '../shared/files/watchStoreFolder';

const debounceMillis = 250;

export interface WatchParts {
  readonly scans: Pick<Scans, 'refresh'>;
  /** Folder of the store that all windows share. */
  readonly storeFolder: vscode.Uri;
  /** Whether some window submits and polls now; reads one key. */
  readonly isScanning: () => boolean;
}

/**
 * Shows the scans of other windows: checks for them when the store is written to or this window gets the focus, not in
 * between.
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
