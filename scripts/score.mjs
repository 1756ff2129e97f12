// `npm run score [-- --verbose]`: scores the finding engine on the labeled lines of log formats, by class, and on the
// labeled corpus, if present. The corpus (real logs, reports, and code that can't be published) is next to the repository
// or in THREAT_LOOKUPS_CORPUS. `-- --speed` also measures the speed.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';
import { fail, print, ExpectedError } from './lib/terminal.mjs';

const corpus = process.env.THREAT_LOOKUPS_CORPUS ?? join(root, '..', 'shared', 'corpus');
const bundle = join(root, 'out', 'score', 'indicators.mjs');

function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(corpus, script), ...args], { stdio: 'inherit' });
  if (status !== 0) throw new ExpectedError(`${script} exited with ${status}.`);
}

const lines = join(root, 'test', 'fixtures', 'logs');

/** Compares the indicators found in labeled lines with the labels: exact matches, and others. */
function compare(text, { expect, optional = [] }, found) {
  const key = ({ start, raw, type }) => `${start} ${type} ${raw}`;
  let from = 0;
  const locate = (label) => {
    const start = label.start ?? text.indexOf(label.raw, from);
    from = start + label.raw.length;
    return { ...label, start };
  };
  const required = expect.map(locate);
  from = 0;
  const allowed = new Set([...required, ...optional.map(locate)].map(key));
  const keys = new Set(found.map(key));
  return {
    labels: required.map((label) => ({ type: label.type, isFound: keys.has(key(label)) })),
    extra: found.filter((occurrence) => !allowed.has(key(occurrence))).length,
  };
}

/** Prints, by class of log formats, how many labels of each type are found, and what else is. */
async function scoreLines() {
  const { findIndicators } = await import(pathToFileURL(bundle).href);
  const types = ['ip', 'domain', 'url'];
  const cell = (value) => String(value).padStart(16);
  print(`${'class'.padEnd(12)}${['IP addresses', 'domains', 'URLs', 'others'].map(cell).join('')}`);
  for (const file of readdirSync(lines).sort()) {
    const labels = [];
    let extra = 0;
    for (const line of readFileSync(join(lines, file), 'utf8').trim().split('\n')) {
      const { text, language, ...expected } = JSON.parse(line);
      const result = compare(text, expected, findIndicators(text, { languageId: language }));
      labels.push(...result.labels);
      extra += result.extra;
    }
    const shares = types.map((type) => {
      const ofType = labels.filter((label) => label.type === type);
      return `${ofType.filter(({ isFound }) => isFound).length} of ${ofType.length}`;
    });
    print(`${file.replace('.jsonl', '').padEnd(12)}${[...shares, extra].map(cell).join('')}`);
  }
}

async function main() {
  const args = process.argv.slice(2);
  await build({
    entryPoints: [join(root, 'src', 'core', 'indicators', 'index.ts')],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    outfile: bundle,
    logLevel: 'warning',
  });
  await scoreLines();
  if (!existsSync(join(corpus, 'score.mjs'))) {
    print(`Skipped: no corpus found at ${corpus}. Set THREAT_LOOKUPS_CORPUS to its folder.`);
    return;
  }
  const rest = args.filter((argument) => argument !== '--speed');
  run('score.mjs', '--module', bundle, '--corpus', join(corpus, 'dev'), ...rest);
  if (args.includes('--speed')) run('speed.mjs', bundle);
}

main().catch(fail);
