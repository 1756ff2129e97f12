// The user's browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Opens a URL in the default browser.
 * @param {string} address
 * @returns {Promise<boolean>} false if there is no browser
 */
export async function openInBrowser(address) {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return false;
  const child = spawn(process.platform === 'darwin' ? 'open' : 'xdg-open', [address], {
    stdio: 'ignore',
    detached: true,
  });
  try {
    await once(child, 'spawn');
  } catch {
    return false;
  }
  child.unref();
  return true;
}
