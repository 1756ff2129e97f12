import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundledPackages, noticesOf, noticesText } from '../../../scripts/lib/notices.mjs';
import { root } from '../../../scripts/lib/paths.mjs';

/** A metafile with one output that contains these inputs, with their remaining bytes. */
function metafile(inputs: Readonly<Record<string, number>>): Parameters<typeof bundledPackages>[0] {
  const entries = Object.entries(inputs).map(([path, bytesInOutput]) => [path, { bytesInOutput }] as const);
  const output = { bytes: 1, imports: [], exports: [], inputs: Object.fromEntries(entries) };
  return { outputs: { 'dist/some.js': output } };
}

describe('Third-party notices', () => {
  let folder: string;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'threat-lookups-notices-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('list the packages with code in a bundle, including nested and scoped ones', () => {
    const found = bundledPackages(
      metafile({
        'src/extension.ts': 10,
        'node_modules/zod/v4/index.js': 10,
        'node_modules/zod/v4/core.js': 10,
        'node_modules/@scope/part/dist/index.js': 10,
        'node_modules/zod/node_modules/inner/index.js': 1,
        'node_modules/shaken/index.js': 0,
      }),
    );
    assert.deepEqual(found, ['node_modules/@scope/part', 'node_modules/zod', 'node_modules/zod/node_modules/inner']);
  });

  it('contain name, version, license, source, and license text of each package', () => {
    write(
      'node_modules/@scope/part/package.json',
      '{"name":"@scope/part","version":"1.2.3","license":"MIT","repository":{"url":"git+ssh://git@github.com/scope/part.git"}}',
    );
    write('node_modules/@scope/part/LICENSE.md', 'Permission is granted to @scope/part.\n');
    write('node_modules/@scope/part/NOTICE', 'Made by somebody.\n');
    const text = noticesText(noticesOf(metafile({ 'node_modules/@scope/part/a.js': 1 }), { root: folder }));
    for (const line of [
      '@scope/part 1.2.3',
      'License: MIT',
      'Source: https://github.com/scope/part',
      'Permission is granted to @scope/part.',
      'Made by somebody.',
    ])
      assert.ok(text.split('\n').includes(line), line);
  });

  it('fail for a package without a license text, and name it', () => {
    write('node_modules/bare/package.json', '{"name":"bare","version":"4.5.6","license":"MIT"}');
    const make = () => noticesOf(metafile({ 'node_modules/bare/a.js': 1 }), { root: folder });
    assert.throws(make, /bare 4\.5\.6 is in a bundle, but node_modules\/bare has no license text/);
    write('node_modules/bare/LICENSE', '  \n');
    assert.throws(make, /has no license text/);
  });

  it('fail for a package that declares no license', () => {
    write('node_modules/bare/package.json', '{"name":"bare","version":"4.5.6"}');
    write('node_modules/bare/LICENSE', 'All rights reserved.');
    const make = () => noticesOf(metafile({ 'node_modules/bare/a.js': 1 }), { root: folder });
    assert.throws(make, /bare 4\.5\.6 is in a bundle, but node_modules\/bare has no license in its package\.json/);
  });

  it('list embedded parts after their package, each with its license text', () => {
    const notices = noticesOf(metafile({ 'node_modules/tldts/dist/cjs/index.js': 1 }), { root });
    assert.deepEqual(
      notices.map(({ name, license }) => `${name}: ${license}`),
      ['tldts: MIT', 'tldts-core: MIT', 'Public Suffix List: MPL-2.0'],
    );
    const text = noticesText(notices);
    assert.match(text, /Source: https:\/\/publicsuffix\.org\/list\/public_suffix_list\.dat/);
    assert.match(text, /Mozilla Public License Version 2\.0[^]*3\.2\. Distribution of Executable Form/);
  });

  it('list a part only if it is in a bundle, and fail for an undeclared license in a package', () => {
    write('node_modules/outer/package.json', '{"name":"outer","version":"1.0.0","license":"MIT"}');
    write('node_modules/outer/LICENSE', 'Permission.');
    write('node_modules/outer/lib/inner/LICENSE.md', 'Other permission.');
    const source = 'https://example.com/';
    const text = 'node_modules/outer/lib/inner';
    const parts = [{ name: 'inner', within: 'outer', at: 'lib/inner/', license: 'ISC', source, text }];
    const without = noticesOf(metafile({ 'node_modules/outer/lib/a.js': 1 }), { root: folder, parts });
    assert.deepEqual(
      without.map(({ name }) => name),
      ['outer'],
    );
    const built = metafile({ 'node_modules/outer/lib/inner/deep/a.js': 1 });
    assert.equal(noticesOf(built, { root: folder, parts })[1]?.text, 'Other permission.');
    assert.throws(
      () => noticesOf(built, { root: folder, parts: [] }),
      /outer\/lib\/inner has its own license and is in a bundle/,
    );
  });

  it('fail for an embedded part without a license text', () => {
    write('node_modules/outer/package.json', '{"name":"outer","version":"1.0.0","license":"MIT"}');
    write('node_modules/outer/LICENSE', 'Permission.');
    const part = { name: 'inner', within: 'outer', license: 'MIT', source: 'https://example.com/', text: 'inner.txt' };
    const make = () => noticesOf(metafile({ 'node_modules/outer/a.js': 1 }), { root: folder, parts: [part] });
    assert.throws(make, /inner, part of outer, is in a bundle, but inner\.txt has no license text/);
  });
});
