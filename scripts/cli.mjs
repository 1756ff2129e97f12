// `npm run --silent cli -- …`: runs the command line, rebuilt if a source is newer.
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { fail, ExpectedError } from './lib/terminal.mjs';
import { runScript } from './lib/steps.mjs';

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether a source is newer than the bundle. */
function stale(bundle) {
  const built = modified(bundle);
  return readdirSync(join(root, 'src'), { recursive: true })
    .map((path) => join(root, 'src', String(path)))
    .concat(join(root, 'esbuild.js'), join(root, 'package-lock.json'))
    .some((path) => modified(path) > built);
}

try {
  const bundle = join(root, 'dist', 'cli.mjs');
  if (stale(bundle)) {
    const { code, output } = await runScript('esbuild.js', [], { quiet: true });
    if (code !== 0) throw new ExpectedError(`The build failed:\n${output.trim()}`);
  }
  const child = spawn(process.execPath, [bundle, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
  }
  child.on('error', fail);
  child.on('close', (code, signal) => (process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)));
} catch (error) {
  fail(error);
}
