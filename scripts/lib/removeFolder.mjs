import { rmSync } from 'node:fs';

/**
 * Removes a folder that a process which is ending may still write into: what appears meanwhile is removed as well.
 * (`maxRetries` of `rmSync` only tries the folder itself again, not what was added to it.)
 * @param {string} folder
 */
export function removeFolder(folder) {
  for (let attempt = 1; ; attempt++)
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt === 10 || error.code !== 'ENOTEMPTY') throw error;
    }
}
