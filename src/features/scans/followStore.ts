import type * as vscode from 'vscode';
import type { Scans } from '../../core/scans';
import { followStoreMoments } from '../common/storeMoments';

/** What comes quickly one after the other is looked at once. */
const gatherMillis = 250;

export interface FollowParts {
  readonly scans: Pick<Scans, 'follow'>;
  /** Folder of the store that all windows share. */
  readonly storeFolder: vscode.Uri;
  /** Whether some window submits and polls now, by one read of a key. */
  readonly isScanning: () => boolean;
}

/**
 * Shows here what other windows scan: their writes to the store and the focus of this window are the moments to look
 * whether one of them scans, or has just ended. Nothing is asked in between.
 */
export function followStore({ scans, storeFolder, isScanning }: FollowParts): vscode.Disposable {
  let wasScanning = false;
  const look = (): void => {
    const isNow = isScanning();
    if (isNow || wasScanning) void scans.follow();
    wasScanning = isNow;
  };
  return followStoreMoments(storeFolder, gatherMillis, look);
}
