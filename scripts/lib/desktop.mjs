// The desktop VS Code of this machine, started separately from the user's settings and extensions.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cleanEnvironment } from './environment.mjs';
import { ExpectedError } from './terminal.mjs';
import { versions } from './vscode.mjs';

const windows = process.platform === 'win32';

/** Runs `code` with arguments; on Windows it is a script that requires a shell. */
function code(path, args, environment = {}) {
  return spawnSync(windows ? `"${path}"` : path, windows ? args.map((arg) => `"${arg}"`) : args, {
    encoding: 'utf8',
    shell: windows,
    env: cleanEnvironment(environment),
  });
}

function onPath(name) {
  const names = windows ? [`${name}.cmd`] : [name];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const candidate of names) {
      try {
        return realpathSync(join(folder, candidate)) && join(folder, candidate);
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}

/** Whether a window can be shown. */
function hasScreen() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

const isAtLeast = (version, oldest) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
};

/**
 * Finds a desktop VS Code that is new enough.
 * @returns {{ path: string, version: string } | { reason: string }} a sentence with the reason if there is none
 */
export function findDesktop() {
  const path = onPath('code');
  if (path === undefined) return { reason: 'No desktop VS Code (`code`) found on the PATH.' };
  if (!hasScreen()) return { reason: 'The desktop VS Code requires a display.' };
  if (process.env.WSL_DISTRO_NAME && realpathSync(path).startsWith('/mnt/')) {
    return { reason: 'The VS Code on the PATH runs on Windows, but the checkout is on Linux.' };
  }
  const [version = ''] = (code(path, ['--version']).stdout ?? '').split(/\r?\n/);
  if (!/^\d+\.\d+/.test(version))
    return { reason: "The `code` on the PATH isn't a desktop VS Code that can be started here." };
  if (!isAtLeast(version, versions.oldest.number)) {
    return { reason: `The desktop VS Code is ${version}; the extension requires ${versions.oldest.number} or later.` };
  }
  return { path, version };
}

/**
 * Opens a folder in the desktop VS Code with separate data and extension folders.
 * @param {{ path: string, vsix: string, dataDir: string, extensionsDir: string, folder: string, file: string,
 * environment: Record<string, string> }} options
 * @returns {{ closed: Promise<void>, close: () => void }} `closed` resolves when the last window is closed
 */
export function openDesktop({ path, vsix, dataDir, extensionsDir, folder, file, environment }) {
  const separate = ['--user-data-dir', dataDir, '--extensions-dir', extensionsDir];
  const installed = code(path, [...separate, '--install-extension', vsix, '--force']);
  if (installed.status !== 0)
    throw new ExpectedError(`VS Code failed to install the extension:\n${installed.stderr.trim()}`);
  const args = [...separate, '--disable-workspace-trust', '--new-window', '--wait', folder, file];
  const child = spawn(windows ? `"${path}"` : path, windows ? args.map((arg) => `"${arg}"`) : args, {
    shell: windows,
    stdio: 'ignore',
    env: cleanEnvironment(environment),
  });
  const closed = new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', () => done());
  });
  return {
    closed,
    close: () => {
      // The window isn't a child process of `code`; VS Code stores its process ID in its data folder.
      try {
        process.kill(Number(readFileSync(join(dataDir, 'code.lock'), 'utf8')), 'SIGTERM');
      } catch {
        // Already closed.
      }
      child.kill();
    },
  };
}
