// Pinned tools: each has a package.json and a package-lock.json in scripts/tools, and a folder in the cache.
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { npmCi } from './npm.mjs';
import { cache, root } from './paths.mjs';
import { print, seconds } from './terminal.mjs';

const hourMillis = 3_600_000;

/** Removes the folders of interrupted fetches; those of running ones are younger. */
function removeLeftovers() {
  for (const name of readdirSync(cache).filter((entry) => entry.endsWith('.part'))) {
    const path = join(cache, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > hourMillis) rmSync(path, { recursive: true, force: true });
  }
}

/** A name that changes with the pinned versions and the preparation. */
function cacheKey(description, recipe) {
  const hash = createHash('sha256').update(recipe).update(`${process.platform}-${process.arch}`);
  for (const path of readdirSync(description, { recursive: true }).map(String).sort()) {
    if (path.endsWith('.json')) hash.update(readFileSync(join(description, path)));
  }
  return `${basename(description)}-${hash.digest('hex').slice(0, 12)}`;
}

/**
 * The cache folder of a pinned tool, fetched on first use. It is created under a temporary name and renamed when
 * complete, so interrupted or parallel runs never leave an incomplete folder.
 * @param {string} name folder in scripts/tools
 * @param {{ what: string, node?: string, recipe?: string, prepare?: (folder: string, finally: string) => void |
 * Promise<void>, }} options `what` is the name in messages; `recipe` must change whenever `prepare` does; `prepare`
 * gets the temporary and the final path of the folder
 * @returns {Promise<string>} the folder
 */
export async function ensureTool(name, { what, node, recipe = '', prepare }) {
  const description = join(root, 'scripts', 'tools', name);
  const folder = join(cache, cacheKey(description, recipe));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  removeLeftovers();
  const started = Date.now();
  print(`Fetching ${what}…`);
  const part = `${folder}.${randomBytes(4).toString('hex')}.part`;
  try {
    cpSync(description, part, { recursive: true });
    cpSync(join(root, '.npmrc'), join(part, '.npmrc'));
    await npmCi(part, { what, node });
    await prepare?.(part, folder);
    try {
      renameSync(part, folder);
    } catch (error) {
      // Another run was faster; its copy is equivalent.
      if (!existsSync(folder)) throw error;
    }
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  print(`Fetched ${what} in ${seconds(Date.now() - started)}.`);
  return folder;
}
