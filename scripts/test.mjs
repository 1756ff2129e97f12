// `npm test [-- --only STAGE,… --grep TITLE --file PATH… --slowest N]`: runs all checks, stage by stage.
import { parseArgs } from 'node:util';
import { fail, print, seconds, ExpectedError } from './lib/terminal.mjs';
import { program, grammar, mocha, sourceChecks } from './lib/checks.mjs';
import { runInDesktop, runInServer } from './lib/editor-tests.mjs';
import { buildTests, packageForTests } from './lib/steps.mjs';
import { versions } from './lib/vscode.mjs';

/** @typedef {{ passed: number, failed: readonly { title: string, details: string }[],
 *   skipped?: readonly string[], durations?: readonly { title: string, ms: number }[] }} Outcome */

const bin = {
  depcruise: 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
  knip: 'node_modules/knip/bin/knip.js',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  tsc: 'node_modules/typescript/bin/tsc',
};

/** Prettier remembers which contents are formatted. */
const prettierCache = ['--cache', '--cache-strategy=content', '--cache-location=out/prettier-cache'];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    grep: { type: 'string' },
    file: { type: 'string', multiple: true },
    slowest: { type: 'string' },
  },
});
const filters = { grep: values.grep, files: values.file };

/** Merges two outcomes. */
const mergeOutcomes = (a, b) => ({
  passed: a.passed + b.passed,
  failed: [...a.failed, ...b.failed],
  skipped: [...(a.skipped ?? []), ...(b.skipped ?? [])],
});

/** Runs an action as one check. */
async function check(title, action) {
  try {
    await action();
    return { passed: 1, failed: [] };
  } catch (error) {
    return { passed: 0, failed: [{ title, details: error instanceof Error ? error.message : String(error) }] };
  }
}

/** The desktop VS Codes to test: a named one, or two downloaded ones; none by default. */
function desktops() {
  const { THREAT_LOOKUPS_VSCODE: executable, THREAT_LOOKUPS_DESKTOP: wanted } = process.env;
  if (executable) return [{ executable }];
  if (wanted === 'download') return [{ version: `${versions.oldest.number}.0` }, { version: 'stable' }];
  return [];
}

async function desktop() {
  if (desktops().length === 0) {
    throw new ExpectedError(
      'Set THREAT_LOOKUPS_VSCODE to a desktop VS Code, or THREAT_LOOKUPS_DESKTOP=download to download it.',
    );
  }
  let outcome = { passed: 0, failed: [] };
  for (const choice of desktops()) outcome = mergeOutcomes(outcome, await runInDesktop({ ...filters, ...choice }));
  return outcome;
}

/**
 * Lanes run side by side, and the stages of a lane one after another. Windows of VS Code and pages wait half of their time, in
 * which `background` computes. With more lanes, a run on two processors isn't shorter, and tests of windows time out.
 */
const lanes = ['background', 'windows'];

/**
 * The stages in order. `needs` lists builds, which run once. `titled` stages contain tests that `--grep` selects.
 * @type {readonly { name: string, lane: string, group?: string, needs?: readonly ('package' | 'unit' | 'pages' | 'editor' |
 * 'ui')[], titled?: boolean, optional?: () => boolean, run: () => Promise<Outcome> }[]}
 */
const stages = [
  {
    name: 'format',
    lane: 'background',
    group: 'lint',
    run: () => program('format', bin.prettier, ['--check', '--log-level=warn', ...prettierCache, '.']),
  },
  { name: 'lint', lane: 'background', run: async () => (await checkedSource()).lint },
  {
    name: 'layers',
    lane: 'background',
    group: 'lint',
    run: () => program('layers', bin.depcruise, ['src', '--config', '.dependency-cruiser.cjs', '--output-type=err']),
  },
  {
    name: 'exports',
    lane: 'background',
    group: 'lint',
    run: () => program('exports', bin.knip, ['--no-progress']),
  },
  {
    name: 'types',
    lane: 'background',
    run: async () =>
      selectedStages().some(({ name }) => name === 'lint')
        ? (await checkedSource()).types
        : program('types', bin.tsc, ['--project', '.', '--noEmit', '--pretty', 'false']),
  },
  {
    name: 'wording',
    lane: 'background',
    group: 'lint',
    run: () => program('wording', 'scripts/wording.mjs', []),
  },
  {
    name: 'build',
    lane: 'background',
    run: async () => {
      let outcome = { passed: 0, failed: [] };
      for (const what of ['package', 'unit', 'pages', 'editor', 'ui']) {
        outcome = mergeOutcomes(outcome, await check(what, () => ensureBuilt(what)));
      }
      return outcome;
    },
  },
  {
    name: 'unit',
    lane: 'background',
    needs: ['unit'],
    titled: true,
    run: () =>
      mocha('out/test/unit', {
        ...filters,
        timeout: 120_000,
        limit: 1_500_000,
        jobs: 2,
        inMemory: true,
        inBackground: true,
      }),
  },
  { name: 'grammar', lane: 'background', run: () => grammar() },
  ...['newest', 'oldest'].map((version) => ({
    name: `editor-${version}`,
    lane: 'windows',
    group: 'editor',
    needs: ['editor', 'package'],
    titled: true,
    run: () => runInServer(version, filters),
  })),
  {
    name: 'desktop',
    lane: 'windows',
    needs: ['editor', 'package'],
    titled: true,
    optional: () => desktops().length === 0,
    run: desktop,
  },
  {
    name: 'pages',
    lane: 'windows',
    needs: ['pages'],
    titled: true,
    run: () => mocha('out/test/pages', { ...filters, timeout: 120_000, limit: 1_500_000, inMemory: true }),
  },
  {
    name: 'ui',
    lane: 'windows',
    needs: ['ui', 'package'],
    titled: true,
    run: () => mocha('out/test/ui', { ...filters, timeout: 120_000, limit: 2_400_000, jobs: 2 }),
  },
];

let sourceChecked;

/** Checks types and lints once per run. */
function checkedSource() {
  return (sourceChecked ??= sourceChecks());
}

const builds = new Map();

/** Builds once per run; rejects on every call if the build fails. */
function ensureBuilt(what) {
  if (!builds.has(what)) builds.set(what, what === 'package' ? packageForTests() : buildTests(what));
  return builds.get(what);
}

/** The selected stages. */
function selectedStages() {
  const wanted = values.only?.split(',');
  const known = new Set(stages.flatMap(({ name, group }) => [name, group]));
  const unknown = wanted?.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new ExpectedError(`Unknown stage “${unknown}”. Available: ${stages.map(({ name }) => name).join(', ')}.`);
  }
  const titledOnly = values.grep !== undefined || values.file !== undefined;
  if (wanted === undefined)
    return stages.filter(
      (stage) => !(stage.optional?.() ?? false) && (!titledOnly || stage.titled) && !cannotSelectFiles(stage),
    );
  const selected = stages.filter(({ name, group }) => wanted.includes(name) || wanted.includes(group));
  const whole = selected.find(cannotSelectFiles);
  if (whole !== undefined) throw new ExpectedError(`“${whole.name}” can't select files. Use --grep.`);
  return selected;
}

/** Tests in an extension host are one bundle, of which only titles are known. */
function cannotSelectFiles({ needs }) {
  return values.file !== undefined && needs?.includes('editor') === true;
}

/** Runs a stage; any error is its failure. */
async function run(stage) {
  try {
    for (const what of stage.needs ?? []) await ensureBuilt(what);
    const outcome = await stage.run();
    const empty = outcome.passed + outcome.failed.length === 0;
    if (!empty || (stage.titled && (values.grep ?? values.file) !== undefined)) return outcome;
    return { passed: 0, failed: [{ title: stage.name, details: 'No tests found.' }] };
  } catch (error) {
    const details =
      error instanceof ExpectedError ? error.message : error instanceof Error ? error.stack : String(error);
    return { passed: 0, failed: [{ title: stage.name, details }] };
  }
}

function report({ name }, { passed, failed, skipped = [], durations = [] }, took) {
  const more = [
    ...(failed.length > 0 ? [`, ${failed.length} failed`] : []),
    ...(skipped.length > 0 ? [`, ${skipped.length} skipped`] : []),
  ];
  const counts = `${passed} passed${more.join('')}`;
  console.log(`${failed.length > 0 ? '✗' : '✓'} ${name.padEnd(14)} ${counts.padEnd(24)} ${seconds(took)}`);
  for (const title of skipped) console.log(`    – skipped: ${title}`);
  for (const { title, ms } of durations.toSorted((a, b) => b.ms - a.ms).slice(0, Number(values.slowest ?? 0)))
    console.log(`    ${seconds(ms).padStart(8)}  ${title}`);
  for (const { title, details } of failed)
    console.log(`    ✗ ${title}\n${details.trimEnd().replace(/^/gm, '        ')}`);
}

async function main() {
  let total = { passed: 0, failed: [] };
  const startedAt = Date.now();
  const stagesToRun = selectedStages();
  let found = 0;
  const runAll = async (some) => {
    for (const stage of some) {
      const started = Date.now();
      const outcome = await run(stage);
      report(stage, outcome, Date.now() - started);
      total = mergeOutcomes(total, outcome);
      if (stage.titled) found += outcome.passed + outcome.failed.length + (outcome.skipped?.length ?? 0);
    }
  };
  const unplanned = stages.find(({ lane }) => !lanes.includes(lane));
  if (unplanned !== undefined) throw new Error(`There is no lane “${unplanned.lane}” for ${unplanned.name}.`);
  await Promise.all(lanes.map((lane) => runAll(stagesToRun.filter((stage) => stage.lane === lane))));
  const isFiltered = (values.grep ?? values.file) !== undefined;
  if (found === 0 && isFiltered && stagesToRun.some(({ titled }) => titled)) {
    throw new ExpectedError('No test matches this title or file.');
  }
  print(`Took ${seconds(Date.now() - startedAt)}.`);
  console.log(`${total.passed} passed, ${total.failed.length} failed`);
  process.exitCode = total.failed.length > 0 ? 1 : 0;
}

main().catch(fail);
