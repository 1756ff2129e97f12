// `npm run pictures`: captures the pictures of the README and the walkthrough from the running extension into
// media/pictures.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';
import { fail } from './lib/terminal.mjs';
import { buildTests, packageForTests } from './lib/steps.mjs';

const published = ['readme', 'mirror', 'results', 'triage'];
/**
 * Walks through every view, or through windows of fictional services, for review, and records the themes for the tests
 * of pages; run only by name.
 */
const byName = ['views', 'wordings', 'themes'];
/** `npm run pictures -- mirror` runs one file only. */
const files = [...published, ...byName].filter((name) =>
  process.argv[2] === undefined ? published.includes(name) : process.argv[2] === name,
);
const home = mkdtempSync(join(tmpdir(), 'threat-lookups-pictures-'));
try {
  await packageForTests();
  await buildTests('pictures');
  for (const name of files) {
    const { takePictures } = await import(
      pathToFileURL(join(root, 'out', 'test', 'pictures', `${name}.picture.mjs`)).href
    );
    // The folder's name is visible in the window title.
    await takePictures(join(home, name, 'demo'));
  }
} catch (error) {
  fail(error);
} finally {
  rmSync(home, { recursive: true, force: true });
}
