import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';

const pageName = 'docs/reference/lookup-api.md';

/** Comments of a source, each on one line. */
function commentsIn(source: string): readonly string[] {
  const joined = source.replace(/\s*\n\s*\*(?!\/) ?|(?<=\/\/[^\n]*)\n\s*\/\/ ?/g, ' ');
  return [...joined.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;,{])\/\/ .*/gm)].map(([comment]) => comment);
}

/** The sections of the lookup API that a text cites: `lookup API: “Errors”, “Limits”`. */
function citedIn(text: string): readonly string[] {
  return [...text.matchAll(/\blookup API: (“[^”]+”(?:, “[^”]+”)*)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
  );
}

/** Cited documents that aren't in the repository. */
function missingIn(comment: string): readonly string[] {
  const pages = [...comment.matchAll(/[\w./-]*\w\.md\b/g)].map(([page]) => page);
  const sections = [...comment.matchAll(/[(;] ?([^\s():;“”][^():;“”]*): “[A-Z]/g)].map(([, document = '']) => document);
  const names = [...comment.matchAll(/\b(?:[a-z]+-spec|[A-Z]+-(?:FACTS|SPEC|NOTES))\b/g)].map(([name]) => name);
  return [
    ...pages.filter((page) => !existsSync(join(root, page))),
    ...sections.filter((document) => document !== 'lookup API'),
    ...names,
  ];
}

describe('Citations in comments', () => {
  const files = ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:[cm]?[jt]s|tsx)$/.test(name) && !/\b(?:fixtures|node_modules)\b/.test(name))
      .map((name) => ({
        name: `${folder}/${name}`,
        comments: commentsIn(readFileSync(join(root, folder, name), 'utf8')),
      })),
  );

  it(`name sections of ${pageName}`, () => {
    const page = readFileSync(join(root, pageName), 'utf8');
    const headings = new Set([...page.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading));
    const cited = files.flatMap(({ name, comments }) =>
      comments.flatMap((comment) => citedIn(comment).map((section) => ({ name, section }))),
    );
    assert.ok(cited.length > 100, `only ${cited.length} citations were found`);
    assert.deepEqual(
      cited.filter(({ section }) => !headings.has(section)),
      [],
    );
  });

  it('name only documents of the repository', () => {
    const missing = files.flatMap(({ name, comments }) =>
      comments.flatMap(missingIn).map((document) => `${name}: ${document}`),
    );
    assert.deepEqual(missing, []);
  });

  it('are detected in every form of comment', () => {
    const [block = '', line = ''] = commentsIn(
      '/**\n * As usual (lookup API:\n * “Feed link\n * result”).\n */\n// See no-page.md.',
    );
    assert.deepEqual(citedIn(block), ['Feed link result']);
    assert.deepEqual(missingIn(line), ['no-page.md']);
    assert.deepEqual(missingIn('Reads it (other-page: “Errors”; other-spec).'), ['other-page', 'other-spec']);
  });
});
