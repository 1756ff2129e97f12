import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** File systems of other machines by the number that Linux gives them: NFS, SMB, CIFS, SMB2, AFS, Coda. */
const networkTypes = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x73757245]);

/** True for a type of `statfs` that is a network file system; other systems than Linux number them otherwise. */
export function isNetworkType(type: number): boolean {
  return networkTypes.has(type >>> 0);
}

/**
 * True where the file lies on another machine. Write-ahead logging shares memory between its users: there it may seem to
 * work, and loses data once a second machine joins in.
 */
export function isOnNetwork(file: string): boolean {
  if (process.platform === 'win32') return /^(?:\\\\|\/\/)(?![?.])/.test(file);
  try {
    return process.platform === 'linux' && isNetworkType(statfsSync(dirname(file)).type);
  } catch {
    return false;
  }
}
