// `npm run score [-- --verbose]`: scores the finding engine on the labeled corpus, if present. The corpus (real logs,
// reports, and code that can't be published) is next to the repository or in THREAT_LOOKUPS_CORPUS. `-- --speed` also
// measures the speed.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { fail, print, ExpectedError } from './lib/terminal.mjs';

const corpus = process.env.THREAT_LOOKUPS_CORPUS ?? join(root, '..', 'shared', 'corpus');
const bundle = join(root, 'out', 'score', 'indicators.mjs');

function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(corpus, script), ...args], { stdio: 'inherit' });
  if (status !== 0) throw new ExpectedError(`${script} exited with ${status}.`);
}

async function main() {
  const args = process.argv.slice(2);
  if (!existsSync(join(corpus, 'score.mjs'))) {
    print(`Skipped: no corpus found at ${corpus}. Set THREAT_LOOKUPS_CORPUS to its folder.`);
    return;
  }
  await build({
    entryPoints: [join(root, 'src', 'core', 'indicators', 'index.ts')],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    outfile: bundle,
    logLevel: 'warning',
  });
  const rest = args.filter((argument) => argument !== '--speed');
  run('score.mjs', '--module', bundle, '--corpus', join(corpus, 'dev'), ...rest);
  if (args.includes('--speed')) run('speed.mjs', bundle);
}

main().catch(fail);
