// `npm run score [-- --verbose]`: how well the finding engine does on the labelled corpus, where that is present.
// The corpus (real logs, reports and code, not ours to ship) is looked for beside the repository, or where
// THREAT_LOOKUPS_CORPUS says. `-- --speed` times the engine, too.
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
  if (status !== 0) throw new ExpectedError(`${script} ended with ${status}.`);
}

async function main() {
  const args = process.argv.slice(2);
  if (!existsSync(join(corpus, 'score.mjs'))) {
    print(`Nothing was scored: there is no corpus at ${corpus}. Name its folder in THREAT_LOOKUPS_CORPUS.`);
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
