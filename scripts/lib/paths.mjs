// Where things are: the checkout, the cache, the pinned tools' descriptions.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout: the first folder upwards that holds the extension's manifest (bundled tests live deeper than this file). */
function checkout() {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'threat-lookups') return folder;
    if (folder === dirname(folder)) throw new Error('The checkout of Threat Lookups was not found.');
  }
}

/** Absolute path of the checkout. */
export const root = checkout();

/** Absolute path of the cache of fetched tools; THREAT_LOOKUPS_CACHE moves it. */
export const cache = resolve(process.env.THREAT_LOOKUPS_CACHE || join(root, '.cache'));

/** What the last build put into each bundle: esbuild's metafile of all of them. */
export const bundlesFile = join(root, 'out', 'bundles.json');

/** The licenses of what the bundles contain; made for each package. */
export const noticesFile = join(root, 'THIRD-PARTY-NOTICES.txt');

/** The package `npm run package` writes. */
export const vsix = join(root, 'dist', 'threat-lookups.vsix');

/** A copy of it that tests install: `dist` is emptied by every build. */
export const tested = join(root, 'out', 'threat-lookups.vsix');

/** The same package, unpacked: what tests inside the extension host run. */
export const unpacked = join(root, 'out', 'extension');
