import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { tested } from '../../scripts/lib/places.mjs';

/** What may be in the package; a new kind of file is a decision, taken here. */
const welcome = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package(\.nls(\.[a-z-]+)?)?\.json|readme\.md|changelog\.md|LICENSE\.txt)$/,
  /^extension\/dist\/([a-z]+|webviews\/[a-z]+)\.(js|css)$/,
  /^extension\/(media|syntaxes|l10n)\/[\w./-]+\.(png|svg|md|json|log)$/,
];

describe('The package', () => {
  let names: readonly string[];

  before(async () => {
    const found: string[] = [];
    const zip = await openPromise(tested);
    for await (const entry of zip.eachEntry()) found.push(entry.fileName);
    names = found;
  });

  it('holds bundles, manifest, pictures and grammar, and nothing else', () => {
    assert.deepEqual(
      names.filter((name) => !welcome.some((kind) => kind.test(name))),
      [],
    );
    assert.ok(names.includes('extension/dist/extension.js'));
    assert.ok(names.includes('extension/package.json'));
  });

  it('holds no source, test, map, README picture or command line', () => {
    assert.deepEqual(
      names.filter((name) => /\.(ts|tsx|map|mjs)$|\/(src|test|node_modules|pictures)\//.test(name)),
      [],
    );
  });

  it('shows a README without pictures and links that lead nowhere', async () => {
    const zip = await openPromise(tested);
    let readme = '';
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === 'extension/readme.md') readme = await text(await zip.openReadStreamPromise(entry));
    }
    assert.match(readme, /^# Threat Lookups\n/);
    assert.doesNotMatch(readme, /\]\((?!https:|#|command:)/);
  });

  it('is at most 1 MB', () => {
    const { size } = statSync(tested);
    assert.ok(size <= 1_000_000, `${size} bytes`);
  });
});
