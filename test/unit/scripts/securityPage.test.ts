import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';

const page = readFileSync(join(root, 'docs', 'contributing', 'security.md'), 'utf8');

/** The cells of the threat tables by heading. */
function threats(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const sections = page.slice(page.indexOf('\n## Threats')).split('\n### ').slice(1);
  return new Map(
    sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const rows = lines.filter((line) => line.startsWith('| ')).map((line) => line.split('|').slice(1, -1));
      // Skips the header rows.
      return [heading, rows.slice(2).map((cells) => cells.map((cell) => cell.trim()))];
    }),
  );
}

/** The titles in a test file, as written in the source. */
function titlesOf(file: string): ReadonlySet<string> {
  const source = readFileSync(join(root, file), 'utf8');
  const calls = source.matchAll(
    /\b(?:it|describe)\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g,
  );
  return new Set([...calls].map(([, a, b, c]) => (a ?? b ?? c ?? '').replace(/\\(['"`\\])/g, '$1')));
}

describe('Threat model in docs/contributing/security.md', () => {
  it('covers every kind of untrusted input', () => {
    for (const kind of [
      'Documents',
      'Service responses',
      'STIX and TAXII',
      'Lists',
      'Workspace settings',
      'File names',
      'Other extensions and links',
      'Web pages',
      'Other local users',
      'A stolen, corrupted, or foreign store',
      'The package',
    ])
      assert.ok((threats().get(kind)?.length ?? 0) > 0, kind);
  });

  it('names a protection and a test for each threat', () => {
    for (const [threat = '', protection = '', test = '', ...others] of [...threats().values()].flat()) {
      assert.deepEqual([threat !== '', protection !== '', others], [true, true, []], threat);
      assert.match(test, /^`test\/[\w/-]+\.test\.ts › [^`]+`(<br>`test\/[\w/-]+\.test\.ts › [^`]+`)*$/, threat);
    }
  });

  it('names only existing tests', () => {
    const missing = [...page.matchAll(/`(test\/[^`›]+?) › ([^`]+)`/g)].flatMap(([, file = '', title = '']) => {
      if (!existsSync(join(root, file))) return [`${file} does not exist`];
      const titles = titlesOf(file);
      const isThere = titles.has(title) || title.split(' › ').every((part) => titles.has(part));
      return isThere ? [] : [`${file} has no test “${title}”`];
    });
    assert.deepEqual(missing, []);
  });
});
