// The entry point of all npm scripts: `node scripts/run.mjs TASK [arguments]` runs scripts/TASK.mjs on Node 24 with the
// dependencies of package-lock.json. This file runs on Node 20 or later.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureDependencies } from './lib/dependencies.mjs';
import { nodeOf } from './lib/node.mjs';
import { root } from './lib/paths.mjs';
import { fail, ExpectedError } from './lib/terminal.mjs';

/** npm only ends its shell, which doesn't forward the signal, so this process also ends when its parent does. */
function endWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

/** Runs this file on another Node version; its exit code is our exit code. */
function rerun(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal's Ctrl-C reaches the child directly; a signal sent only to this process doesn't.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
  }
  child.on('error', fail);
  child.on('close', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
}

async function main() {
  const [task = '', ...args] = process.argv.slice(2);
  const file = join(root, 'scripts', `${task}.mjs`);
  if (!/^[a-z-]+$/.test(task) || task === 'run' || !existsSync(file))
    throw new ExpectedError(`Unknown task “${task}”.`);
  process.chdir(root);
  endWithParent();
  const node = await nodeOf(24);
  if (node !== process.execPath) return rerun(node);
  await ensureDependencies();
  process.argv = [process.argv[0], file, ...args];
  await import(pathToFileURL(file).href);
}

main().catch(fail);
