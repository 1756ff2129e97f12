import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Network file systems by their Linux magic number: NFS, SMB, CIFS, SMB2, AFS, Coda. */
const networkTypes = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x73757245]);

/** Whether a `statfs` type is a network file system. Other systems than Linux use other numbers. */
export function isNetworkType(type: number): boolean {
  return networkTypes.has(type >>> 0);
}

/**
 * Whether the file is on a network drive. Write-ahead logging needs shared memory: across machines it seems to work but
 * can lose data.
 */
export function isOnNetwork(file: string): boolean {
  if (process.platform === 'win32') return /^(?:\\\\|\/\/)(?![?.])/.test(file);
  try {
    return process.platform === 'linux' && isNetworkType(statfsSync(dirname(file)).type);
  } catch {
    return false;
  }
}
