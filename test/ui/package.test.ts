import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { bundledPackages, noticesOf, packagedPart } from '../../scripts/lib/notices.mjs';
import { bundlesFile, root, tested } from '../../scripts/lib/paths.mjs';

type Metafile = Parameters<typeof bundledPackages>[0];

const parseFile = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The contents of the matching files in the package, by name. */
async function packagedFiles(names: RegExp): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const zip = await openPromise(tested);
  for await (const entry of zip.eachEntry()) {
    if (names.test(entry.fileName)) found.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return found;
}

/** The files allowed in the package. Decide here about new kinds of files. */
const allowed = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package(\.nls(\.[a-z-]+)?)?\.json|readme\.md|changelog\.md|LICENSE\.txt|SECURITY\.md|THIRD-PARTY-NOTICES\.txt)$/,
  /^extension\/dist\/extension\.cjs$/,
  /^extension\/dist\/(services|worker|enrichment|finder|largeFiles|mcp|features\/[a-zA-Z/]+|chunks\/[A-Z0-9]{8})\.mjs$/,
  /^extension\/dist\/webviews\/([a-z]+|[A-Z0-9]{8})\.(js|css)$/,
  /^extension\/(media|syntaxes|l10n)\/[\w./-]+\.(png|svg|md|json|log)$/,
];

/** The entry of the extension host and the chunks that it imports statically. */
function startupFiles({ outputs }: Metafile): readonly string[] {
  const loaded = new Set(['dist/extension.cjs']);
  for (const file of loaded)
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') loaded.add(path);
  return [...loaded];
}

describe('The package', () => {
  let names: readonly string[];

  before(async () => {
    const found: string[] = [];
    const zip = await openPromise(tested);
    for await (const entry of zip.eachEntry()) found.push(entry.fileName);
    names = found;
  });

  it('contains bundles, manifest, pictures, and grammar, and nothing else', () => {
    assert.deepEqual(
      names.filter((name) => !allowed.some((kind) => kind.test(name))),
      [],
    );
    assert.ok(names.includes('extension/dist/extension.cjs'));
    assert.ok(names.includes('extension/package.json'));
  });

  it('contains every bundle of the build except the command line', () => {
    const built = Object.keys((parseFile(bundlesFile) as Metafile).outputs);
    const missing = built.filter(
      (path) => /\.([cm]?js|css)$/.test(path) && path !== 'dist/cli.mjs' && !names.includes(`extension/${path}`),
    );
    assert.ok(built.includes('dist/finder.mjs'));
    assert.deepEqual(missing, []);
  });

  it('contains no source, test, source map, README picture, or command line', () => {
    assert.deepEqual(
      names.filter((name) => /\.(ts|tsx|map)$|\/cli\.mjs$|\/(src|test|node_modules|pictures)\//.test(name)),
      [],
    );
  });

  it('contains a README without the section for developers, pictures, and broken links', async () => {
    const readme = [...(await packagedFiles(/^extension\/readme\.md$/)).values()].join();
    assert.match(readme, /^# Threat Lookups\n/);
    assert.doesNotMatch(readme, /^## Development|npm start/m);
    assert.match(readme, /^## Also included\n[^]*To report a vulnerability/m);
    assert.doesNotMatch(readme, /\]\((?!https:|#|command:)|All documentation|See privacy/);
  });

  it('is at most 1 MiB', () => {
    const { size } = statSync(tested);
    assert.ok(size <= 1_024 * 1_024, `${size} bytes`);
  });

  it('loads one file of registrations at activation: at most 20,000 bytes, no library, and no code of a feature', () => {
    const built = parseFile(bundlesFile) as Metafile;
    const files = startupFiles(built);
    const inputs = files.flatMap((file) => Object.keys(built.outputs[file]?.inputs ?? {}));
    assert.ok(inputs.includes('src/extension.ts'));
    const heavy = /node_modules\/|\/feature\.ts$|^src\/services\.ts$|core\/(indicators|explore|lookups|mirror)\//;
    assert.deepEqual(
      inputs.filter((path) => heavy.test(path)),
      [],
    );
    const withCode = files.filter((file) => Object.keys(built.outputs[file]?.inputs ?? {}).length > 0);
    assert.deepEqual(withCode, ['dist/extension.cjs']);
    assert.ok(files.filter((file) => file in built.outputs).length <= 2, 'besides, only the helpers of esbuild');
    const size = files.reduce((sum, file) => sum + (built.outputs[file]?.bytes ?? 0), 0);
    assert.ok(size <= 20_000, `${size} bytes`);
  });

  describe('has third-party notices that', () => {
    let notices: string;
    let bundles: ReadonlyMap<string, string>;
    let built: Metafile;

    before(async () => {
      notices = [...(await packagedFiles(/^extension\/THIRD-PARTY-NOTICES\.txt$/)).values()].join();
      bundles = await packagedFiles(/\.([cm]?js|css)$/);
      built = packagedPart(parseFile(bundlesFile) as Metafile);
    });

    it('contain every package with code in a shipped bundle, with its license text', () => {
      for (const [name, content] of bundles) {
        const output = built.outputs[name.replace('extension/', '')];
        assert.ok(output, `${name} isn't from the build`);
        assert.equal(output.bytes, Buffer.byteLength(content), `${name} differs from the build`);
      }
      assert.ok(bundledPackages(built).length >= 7);
      for (const { name, version, text: license } of noticesOf(built, { root })) {
        assert.ok(notices.includes(`\n${name} ${version}`), name);
        assert.ok(notices.includes(license.replaceAll('\r\n', '\n')), `the license of ${name}`);
      }
    });

    it('contain every runtime dependency of the manifest but that of the command line', () => {
      const { dependencies } = parseFile(join(root, 'package.json')) as {
        dependencies: Readonly<Record<string, string>>;
      };
      const missing = Object.entries(dependencies).filter(
        ([name, version]) => !notices.includes(`\n${name} ${version}\n`),
      );
      assert.deepEqual(
        missing.map(([name]) => name),
        ['kysely', 'pg', 'pg-boss', 'prom-client', 'undici'],
      );
    });

    it('contain the embedded parts of packages: data, and code with its own license comment', () => {
      const all = [...bundles.values()].join('\n');
      assert.match(all, /s3-website-us-east-1/, 'the Public Suffix List is in a bundle');
      assert.match(notices, /\nPublic Suffix List \(part of tldts\)\nLicense: MPL-2\.0\n/);
      const commented = [...all.matchAll(/[/(]\*! ([\w.-]+)\. \w+ License\./g)].map(([, name = '']) => name);
      for (const name of commented) assert.ok(notices.includes(`\n${name} (part of `), name);
    });
  });
});
