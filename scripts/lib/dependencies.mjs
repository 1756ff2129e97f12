// The node_modules of the checkout.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { npmCi } from './npm.mjs';
import { root, cache } from './paths.mjs';
import { print, seconds } from './terminal.mjs';

const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages ?? {};

/** Whether every package that the lock file requires on all machines is installed in that version. */
function installed() {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const present = packagesOf(hidden);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, wanted]) =>
      path === '' ||
      wanted.optional === true ||
      wanted.devOptional === true ||
      wanted.peer === true ||
      present[path]?.integrity === wanted.integrity,
  );
}

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Holds a lock file with this process ID while `work` runs; waits while another running process has it. */
async function withLock(work) {
  mkdirSync(cache, { recursive: true });
  const lock = join(cache, 'install.lock');
  for (let isReported = false; ;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(existsSync(lock) ? readFileSync(lock, 'utf8') : 0);
    if (holder !== 0 && !isRunning(holder)) rmSync(lock, { force: true });
    if (!isReported) print('Waiting for another run that is installing dependencies…');
    isReported = true;
    await pause(300);
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Installs the packages of package-lock.json if node_modules is missing or differs. */
export async function ensureDependencies() {
  if (installed()) return;
  await withLock(async () => {
    if (installed()) return;
    const started = Date.now();
    print('Installing dependencies…');
    await npmCi(root, { what: 'the dependencies' });
    print(`Installed dependencies in ${seconds(Date.now() - started)}.`);
  });
}
