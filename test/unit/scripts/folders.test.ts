import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const maxFiles = 20;

/** A folder and the folders below it, with the number of their source files. */
function filesOf(folder: string): readonly (readonly [string, number])[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  const below = entries.filter((entry) => entry.isDirectory());
  return [[folder, files.length], ...below.flatMap(({ name }) => filesOf(join(folder, name)))];
}

describe('Folders', () => {
  it(`contain at most ${maxFiles} source files`, () => {
    const folders = [...filesOf('src'), ...filesOf(join('test', 'unit'))];
    assert.ok(folders.length > 50);
    assert.deepEqual(
      folders.filter(([, files]) => files > maxFiles),
      [],
    );
  });
});
