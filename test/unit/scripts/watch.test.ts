import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { startTree, stopTree, until } from '../../../scripts/lib/processes.mjs';
import { runScript } from '../../../scripts/lib/steps.mjs';

/** Hashes of the files in a folder, by path. */
function hashes(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [
        path.slice(join(root, folder).length),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
  );
}

describe('npm run watch', () => {
  const built = 'out/test-bundles/build';
  const watched = 'out/test-bundles/watch';
  const clear = (): void => rmSync(join(root, 'out/test-bundles'), { recursive: true, force: true });
  before(clear);
  after(clear);

  it('produces the same files as npm run build', async () => {
    const { code, output } = await runScript('esbuild.js', [`--dist=${built}`], { quiet: true });
    assert.equal(code, 0, output);
    const watcher = startTree(process.execPath, ['esbuild.js', '--watch', `--dist=${watched}`], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    watcher.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text));
    try {
      const count = (line: RegExp): number => printed.match(line)?.length ?? 0;
      await until(() => count(/^built, 0 errors$/gm) >= 4 && count(/^built/gm) === count(/^building$/gm), {
        within: 100_000,
        what: 'the first builds of the watcher',
      });
      const files = hashes(built);
      assert.ok('/extension.cjs' in files && '/worker.mjs' in files && '/webviews/record.js' in files);
      assert.deepEqual(hashes(watched), files);
    } finally {
      await stopTree(watcher);
    }
  });
});
