import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { root } from '../../../scripts/lib/paths.mjs';

const threatSchema = z.strictObject({ threat: z.string(), protection: z.string(), tests: z.array(z.string()) });
const threatsByInput = z
  .record(z.string(), z.array(threatSchema))
  .parse(JSON.parse(readFileSync(join(root, 'test', 'security.json'), 'utf8')));
const threats = Object.values(threatsByInput).flat();

/** The titles in a test file, as written in the source. */
function titlesOf(file: string): ReadonlySet<string> {
  const source = readFileSync(join(root, file), 'utf8');
  const calls = source.matchAll(
    /\b(?:it|describe)\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g,
  );
  return new Set([...calls].map(([, a, b, c]) => (a ?? b ?? c ?? '').replace(/\\(['"`\\])/g, '$1')));
}

describe('Threat model in test/security.json', () => {
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
      assert.ok((threatsByInput[kind]?.length ?? 0) > 0, kind);
  });

  it('has a protection and a test for each threat', () => {
    for (const { threat, protection, tests } of threats) {
      assert.ok(threat !== '' && protection !== '' && tests.length > 0, threat);
      for (const test of tests) assert.match(test, /^test\/[\w/-]+\.test\.ts › ./, threat);
    }
  });

  it('names only existing tests', () => {
    const missing = threats.flatMap(({ tests }) =>
      tests.flatMap((test) => {
        const [, file = '', title = ''] = /^(.+?) › (.+)$/.exec(test) ?? [];
        if (!existsSync(join(root, file))) return [`${file} does not exist`];
        const titles = titlesOf(file);
        const isThere = titles.has(title) || title.split(' › ').every((part) => titles.has(part));
        return isThere ? [] : [`${file} has no test “${title}”`];
      }),
    );
    assert.deepEqual(missing, []);
  });
});
