import { rmSync } from 'node:fs';

/**
 * Removes a folder into which an ending process may still write, with files that appear in the meantime.
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
