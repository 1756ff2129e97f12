import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { root } from '../../../scripts/lib/paths.mjs';

const folders = ['docs', 'src', 'scripts', 'test', 'data'];
const files = [
  ...readdirSync(root).filter((name) => /\.(?:md|json|cjs|mjs|js|yaml)$/.test(name) && name !== 'package-lock.json'),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.(?:md|[cm]?[jt]s|tsx|json)$/.test(name) && !/\b(?:node_modules|fixtures)\b/.test(name)),
  ),
];
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The anchors of the headings in a document, as GitHub and VS Code name them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Returns the problem with a link to a path from the root, if any. */
function problemOf(path: string, anchor: string | undefined): string | undefined {
  if (!existsSync(join(root, path))) return `${path} doesn't exist`;
  if (anchor === undefined || statSync(join(root, path)).isDirectory() || anchorsOf(read(path)).has(anchor)) return;
  return `${path} has no heading for #${anchor}`;
}

/** The links of a document, as paths from the root. */
function linksIn(file: string, text: string): readonly (readonly [string, string | undefined])[] {
  const prose = text.replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '');
  return [...prose.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path = '', anchor]) => [
    path === '' ? file : normalize(join(dirname(file), path)),
    anchor,
  ]);
}

/** The documents that code, the manifest, and other documents name. */
function namedIn(text: string): readonly (readonly [string, string | undefined])[] {
  return [...text.matchAll(/\b(?<!\/)(docs\/(?:[\w-]+\/)*[\w-]+\.md)\b(?:#([\w-]+))?/g)].map(
    ([, path = '', anchor]) => [path, anchor],
  );
}

function problemsIn(links: readonly (readonly [string, string | undefined])[]): readonly string[] {
  return links.flatMap(([path, anchor]) => problemOf(path, anchor) ?? []);
}

describe('Links', () => {
  it('in documents lead to files and headings that exist', () => {
    const documents = files.filter((name) => name.endsWith('.md'));
    const links = documents.map((file) => ({ file, links: linksIn(file, read(file)) }));
    assert.ok(links.flatMap(({ links: all }) => all).length > 150);
    assert.deepEqual(
      links.flatMap(({ file, links: all }) => problemsIn(all).map((problem) => `${file}: ${problem}`)),
      [],
    );
  });

  it('from code, the manifest, and plain text name documents and headings that exist', () => {
    const named = files.map((file) => ({ file, links: namedIn(read(file)) }));
    assert.ok(named.flatMap(({ links }) => links).length > 20);
    assert.deepEqual(
      named.flatMap(({ file, links }) => problemsIn(links).map((problem) => `${file}: ${problem}`)),
      [],
    );
  });

  it('reach every page from the index', () => {
    const linked = new Set(linksIn('docs/README.md', read('docs/README.md')).map(([path]) => path));
    const pages = files.filter((name) => /^docs\/.+\/.+\.md$/.test(name));
    assert.deepEqual(
      pages.filter((page) => !linked.has(page)),
      [],
    );
  });

  it('are detected with their anchors', () => {
    assert.deepEqual(linksIn('a/b/c.md', '[x](../d.md#d-e) [y](#f) `[z](no.md)` [w](https://a.example/b.md)'), [
      ['a/d.md', 'd-e'],
      ['a/b/c.md', 'f'],
    ]);
    assert.deepEqual([...anchorsOf('# A “b”, c\n```\n# no\n```\n## A b c\n## A b c')], ['a-b-c', 'a-b-c-1', 'a-b-c-2']);
    assert.equal(problemsIn([['docs/README.md', 'no-such-heading']]).length, 1);
  });
});
