import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { bundledPackages, noticesOf } from '../../scripts/lib/notices.mjs';
import { bundlesFile, root, tested } from '../../scripts/lib/paths.mjs';

type Metafile = Parameters<typeof bundledPackages>[0];

const parsed = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The files of the package whose name fits, by name. */
async function packaged(names: RegExp): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const zip = await openPromise(tested);
  for await (const entry of zip.eachEntry()) {
    if (names.test(entry.fileName)) found.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return found;
}

/** What may be in the package; a new kind of file is a decision, taken here. */
const welcome = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package(\.nls(\.[a-z-]+)?)?\.json|readme\.md|changelog\.md|LICENSE\.txt|SECURITY\.md|THIRD-PARTY-NOTICES\.txt)$/,
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
    const readme = [...(await packaged(/^extension\/readme\.md$/)).values()].join();
    assert.match(readme, /^# Threat Lookups\n/);
    assert.doesNotMatch(readme, /\]\((?!https:|#|command:)/);
  });

  it('is at most 1 MB', () => {
    const { size } = statSync(tested);
    assert.ok(size <= 1_000_000, `${size} bytes`);
  });

  describe('in its third-party notices', () => {
    let notices: string;
    let bundles: ReadonlyMap<string, string>;
    let built: Metafile;

    before(async () => {
      notices = [...(await packaged(/^extension\/THIRD-PARTY-NOTICES\.txt$/)).values()].join();
      bundles = await packaged(/\.(js|css)$/);
      built = parsed(bundlesFile) as Metafile;
    });

    it('names every package of which code is in a bundle that ships, with its license text', () => {
      for (const [name, content] of bundles) {
        const output = built.outputs[name.replace('extension/', '')];
        assert.ok(output, `${name} is not from the build`);
        assert.equal(output.bytes, Buffer.byteLength(content), `${name} differs from what was built`);
      }
      assert.ok(bundledPackages(built).length >= 7);
      for (const { name, version, text: license } of noticesOf(built, { root })) {
        assert.ok(notices.includes(`\n${name} ${version}`), name);
        assert.ok(notices.includes(license.replaceAll('\r\n', '\n')), `the license of ${name}`);
      }
    });

    it('names every runtime dependency of the manifest', () => {
      const { dependencies } = parsed(join(root, 'package.json')) as { dependencies: Readonly<Record<string, string>> };
      for (const [name, version] of Object.entries(dependencies)) assert.ok(notices.includes(`\n${name} ${version}\n`));
    });

    it('names what packages embed: data, WebAssembly and what has a license comment of its own', () => {
      const all = [...bundles.values()].join('\n');
      assert.match(all, /s3-website-us-east-1/, 'the Public Suffix List is in a bundle');
      assert.match(notices, /\nPublic Suffix List \(part of tldts\)\nLicense: MPL-2\.0\n/);
      assert.match(all, /AGFzbQ/, 'WebAssembly is in a bundle');
      for (const name of ['llhttp', 'milo']) assert.ok(notices.includes(`\n${name} (part of undici)\n`), name);
      const commented = [...all.matchAll(/[/(]\*! ([\w.-]+)\. \w+ License\./g)].map(([, name = '']) => name);
      for (const name of commented) assert.ok(notices.includes(`\n${name} (part of `), name);
    });
  });
});
