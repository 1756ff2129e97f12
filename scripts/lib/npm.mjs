// Runs npm on a specific Node version.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { npmEnvironment } from './environment.mjs';
import { ExpectedError } from './terminal.mjs';

const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED/;

/**
 * The error for a failed fetch.
 * @param {string} what
 */
export function cannotFetch(what) {
  return new ExpectedError(
    `Fetching ${what} failed: can't reach the npm registry. Check your network and npm's proxy and registry settings, then try again.`,
  );
}

/** npm's entry file: of the npm that runs this script, otherwise next to Node, otherwise on the PATH. */
function npmCli() {
  const outer = process.env.npm_execpath;
  const beside = ['../lib/node_modules/npm/bin/npm-cli.js', 'node_modules/npm/bin/npm-cli.js'];
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)];
  const candidates = [
    ...(outer !== undefined && /npm-cli\.c?js$/.test(outer) ? [outer] : []),
    ...folders.flatMap((folder) => beside.map((path) => join(folder, path))),
    ...folders.map((folder) => join(folder, 'npm')).map((path) => (existsSync(path) ? realpathSync(path) : path)),
  ];
  const found = candidates.find((path) => /\.c?js$/.test(path) && existsSync(path));
  if (found === undefined) throw new ExpectedError('npm not found next to Node or on the PATH. Install Node with npm.');
  return found;
}

/**
 * Runs npm, with its settings for tests: nothing is fetched.
 * @param {readonly string[]} args
 * @param {{ cwd: string }} options
 * @returns {Promise<{ code: number, output: string }>} what it printed on both streams
 */
export async function npmOffline(args, { cwd }) {
  const child = spawn(
    process.execPath,
    [npmCli(), ...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd,
      env: npmEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((done, failed) => child.on('error', failed).on('close', done));
  return { code, output };
}

/**
 * Runs `npm ci` without install scripts in a folder with package.json and package-lock.json.
 * @param {string} folder
 * @param {{ what: string, node?: string, args?: readonly string[] }} options `what` is the name in messages
 */
export async function npmCi(folder, { what, node = process.execPath, args = [] }) {
  const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000'];
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--no-progress'];
  const child = spawn(node, [npmCli(), 'ci', ...quiet, ...patience, ...args], {
    cwd: folder,
    env: npmEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const code = await new Promise((done, failed) => child.on('error', failed).on('close', done));
  if (code === 0) return;
  if (unreachable.test(errors)) {
    throw cannotFetch(what);
  }
  throw new ExpectedError(
    `Fetching ${what} failed. Output of npm:\n${errors.trim().split('\n').slice(0, 12).join('\n')}`,
  );
}
