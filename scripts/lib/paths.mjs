// Paths of the checkout, the cache, and build outputs.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Finds the checkout: the closest parent folder with the extension's manifest (bundled tests are in deeper folders than
 * this file).
 */
function checkout() {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'threat-lookups') return folder;
    if (folder === dirname(folder)) throw new Error('The checkout of Threat Lookups was not found.');
  }
}

/** Absolute path of the checkout. */
export const root = checkout();

/** Absolute path of the cache of fetched tools; THREAT_LOOKUPS_CACHE overrides it. */
export const cache = resolve(process.env.THREAT_LOOKUPS_CACHE || join(root, '.cache'));

/** The esbuild metafile of all bundles of the last build. */
export const bundlesFile = join(root, 'out', 'bundles.json');

/** The licenses of the bundles' contents, generated for each package. */
export const noticesFile = join(root, 'THIRD-PARTY-NOTICES.txt');

/** The package written by `npm run package`. */
export const vsix = join(root, 'dist', 'threat-lookups.vsix');

/** The npm package of the command line, written by `npm run package:cli`. */
export const npmPackage = join(root, 'dist', 'npm');

/** The copy of the package that tests install, because every build empties `dist`, also that of a test of `npm start`. */
export const tested = join(root, 'out', 'threat-lookups.vsix');

/** The copy of the command line that tests run. */
export const testedCli = join(root, 'out', 'cli.mjs');

/** The files that are packaged. */
export const staged = join(root, 'out', 'package');

/** The unpacked package, which tests inside the extension host run. */
export const unpacked = join(root, 'out', 'extension');
