// Programs that check something and report the outcome.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { runScript } from './steps.mjs';

/** @typedef {{ passed: number, failed: readonly { title: string, details: string }[],
 *   skipped?: readonly string[] }} Outcome */

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
  const { code, output } = await runScript(script, args, { quiet: true });
  return code === 0 ? { passed: 1, failed: [] } : { passed: 0, failed: [{ title, details: output }] };
}

/**
 * Runs the mocha tests in a folder in plain Node.
 * @param {string} folder
 * @param {{ grep?: string, files?: readonly string[], timeout: number, limit: number }} options `files` are parts of paths;
 * `timeout` per test and `limit` of the whole run in milliseconds
 * @returns {Promise<Outcome>}
 */
export async function mocha(folder, { grep, files: wanted, timeout, limit }) {
  const files = filesBelow(folder, '.test.mjs').filter((path) => wanted?.some((part) => path.includes(part)) ?? true);
  if (files.length === 0) return { passed: 0, failed: [] };
  const resultsFolder = mkdtempSync(join(tmpdir(), 'threat-lookups-results-'));
  const results = join(resultsFolder, 'results.json');
  const { code, output } = await runScript(
    'node_modules/mocha/bin/mocha.js',
    [
      ...['--no-config', '--forbid-only', '--timeout', String(timeout)],
      ...['--reporter', join(root, 'scripts', 'lib', 'reporter.cjs')],
      ...(grep === undefined ? [] : ['--grep', grep]),
      ...files,
    ],
    { quiet: true, limit, env: { THREAT_LOOKUPS_RESULTS: results } },
  );
  const found = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : { passed: 0, failed: [] };
  rmSync(resultsFolder, { recursive: true, force: true });
  if (code !== 0 && found.failed.length === 0) {
    const where = found.running === undefined ? 'after the last test' : `in “${found.running}”`;
    found.failed.push({ title: `the run of ${folder}`, details: `It exited with ${code} ${where}.\n${output}` });
  }
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
