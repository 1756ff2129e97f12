// Programs that check something and report the outcome.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './paths.mjs';
import { runScript } from './steps.mjs';

/** @typedef {{ passed: number, failed: readonly { title: string, details: string }[],
 *   skipped?: readonly string[], durations?: readonly { title: string, file?: string, ms: number }[] }} Outcome */

/** Programs that keep syntax trees in memory spend less time on collecting garbage. */
const largeYoungGeneration = ['--min-semi-space-size=64', '--max-semi-space-size=128'];

/** Files below a folder of the checkout whose names end in `ending`, as relative paths. */
function filesBelow(folder, ending) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();
}

/**
 * Runs a program that exits with 0 if everything is OK, as one check.
 * @returns {Promise<Outcome>}
 */
export async function program(title, script, args) {
  const { code, output } = await runScript(script, args, {
    quiet: true,
    inBackground: true,
    node: largeYoungGeneration,
  });
  return code === 0 ? { passed: 1, failed: [] } : { passed: 0, failed: [{ title, details: output }] };
}

/**
 * Checks the types and lints.
 * @returns {Promise<{ types: Outcome, lint: Outcome }>}
 */
export async function sourceChecks() {
  const run = await runScript('scripts/lib/sourceChecks.mjs', [], {
    quiet: true,
    inBackground: true,
    node: largeYoungGeneration,
  });
  if (run.code !== 0) throw new Error(run.output);
  const found = JSON.parse(run.output);
  const outcome = (title) =>
    found[title] === '' ? { passed: 1, failed: [] } : { passed: 0, failed: [{ title, details: found[title] }] };
  return { types: outcome('types'), lint: outcome('lint') };
}

/** Tests keep their files in memory if there is this much space: stores would wait for the disk. */
const sharedMemory = '/dev/shm';
const enoughMemory = 4 * 1024 ** 3;

/** The folder for temporary files of tests that open many stores: in memory if there is enough. */
function parentInMemory() {
  try {
    const { bavail, bsize } = statfsSync(sharedMemory);
    accessSync(sharedMemory, constants.W_OK);
    return Math.min(bavail * bsize, freemem()) < enoughMemory ? tmpdir() : sharedMemory;
  } catch {
    return tmpdir();
  }
}

/** An empty folder in memory, which is removed with this process at the latest, and how to remove it. */
function temporaryInMemory() {
  const folder = mkdtempSync(join(parentInMemory(), 'tests-'));
  // Some tests start processes as another account.
  chmodSync(folder, 0o755);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  return { folder, remove };
}

const durationsFile = join(root, 'out', 'durations.json');

/** The durations of test files in previous runs, in milliseconds. */
function knownDurations() {
  return existsSync(durationsFile) ? JSON.parse(readFileSync(durationsFile, 'utf8')) : {};
}

/** Stores the durations of the files of a complete run, for the order of the next one. */
function rememberDurations(durations) {
  const sums = {};
  for (const { file, ms } of durations) {
    if (file !== undefined) sums[relative(root, file)] = (sums[relative(root, file)] ?? 0) + ms;
  }
  writeFileSync(durationsFile, JSON.stringify({ ...knownDurations(), ...sums }, null, 2));
}

/** The files that take longest first, so that no long one starts last; by size where no duration is known. */
function longestFirst(files) {
  const known = knownDurations();
  const weight = (file) => known[file] ?? statSync(join(root, file)).size / 10;
  return files.toSorted((a, b) => weight(b) - weight(a));
}

/** The tests that ran when a run ended early. */
function runningTests(folder) {
  const names = readdirSync(folder).filter((name) => name.startsWith('running-'));
  return names.map((name) => `“${readFileSync(join(folder, name), 'utf8')}”`).join(' and ');
}

/**
 * Runs the mocha tests in a folder in plain Node. Each process takes one file after the other.
 * @param {string} folder
 * @param {{ grep?: string, files?: readonly string[], timeout: number, limit: number, jobs?: number,
 *   inMemory?: boolean, inBackground?: boolean }} options `files` are parts of paths; `timeout` per test and `limit` of the
 * whole run in milliseconds; `jobs` is the number of processes (default 1); `inMemory` keeps temporary files in memory if
 * there is enough; `inBackground` leaves the processors to other stages first
 * @returns {Promise<Outcome>}
 */
export async function mocha(
  folder,
  { grep, files: wanted, timeout, limit, jobs = 1, inMemory = false, inBackground = false },
) {
  const parts = wanted?.map((path) => path.replace(/\.m?[jt]s$/, ''));
  const files = filesBelow(folder, '.test.mjs').filter((path) => parts?.some((part) => path.includes(part)) ?? true);
  if (files.length === 0) return { passed: 0, failed: [] };
  const resultsFolder = mkdtempSync(join(tmpdir(), 'threat-lookups-results-'));
  const results = join(resultsFolder, 'results.json');
  const temporary = inMemory ? temporaryInMemory() : undefined;
  const { code, output } = await runScript(
    'node_modules/mocha/bin/mocha.js',
    [
      ...['--no-config', '--forbid-only', '--timeout', String(timeout)],
      ...(jobs > 1 ? ['--parallel', '--jobs', String(jobs)] : []),
      ...['--reporter', join(root, 'scripts', 'lib', 'reporter.cjs')],
      ...['--require', join(root, 'scripts', 'lib', 'running.cjs')],
      ...(grep === undefined ? [] : ['--grep', grep]),
      ...longestFirst(files),
    ],
    {
      quiet: true,
      limit,
      inBackground,
      node: largeYoungGeneration,
      env: {
        THREAT_LOOKUPS_RESULTS: results,
        THREAT_LOOKUPS_RUNNING: resultsFolder,
        ...(temporary ? { TMPDIR: temporary.folder } : {}),
      },
    },
  );
  const found = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : { passed: 0, failed: [] };
  if (!found.hasEnded || (code !== 0 && found.failed.length === 0)) {
    const details = `It exited with ${code}, last in ${runningTests(resultsFolder)}.\n${output}`;
    found.failed.push({ title: `the run of ${folder}`, details });
  }
  rmSync(resultsFolder, { recursive: true, force: true });
  temporary?.remove();
  if (grep === undefined) rememberDurations(found.durations ?? []);
  return found;
}

/**
 * Tokenizes test/grammar/*.explore as VS Code does. Files that start with a syntax test contain assertions; the others
 * have a snapshot next to them.
 * @returns {Promise<Outcome>}
 */
export async function grammar() {
  let passed = 0;
  const failed = [];
  for (const file of filesBelow('test/grammar', '.explore')) {
    const hasAssertions = /SYNTAX TEST/.test(readFileSync(join(root, file), 'utf8').split('\n', 1)[0] ?? '');
    if (!hasAssertions && !existsSync(join(root, `${file}.snap`))) {
      failed.push({
        title: file,
        details: 'No snapshot. Create one with npx vscode-tmgrammar-snap --updateSnapshot.',
      });
      continue;
    }
    const script = `node_modules/vscode-tmgrammar-test/dist/${hasAssertions ? 'unit' : 'snapshot'}.js`;
    const { code, output } = await runScript(script, [file], { quiet: true });
    if (code === 0) passed++;
    else failed.push({ title: file, details: output });
  }
  return { passed, failed };
}
