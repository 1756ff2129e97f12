import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { manifest } from '../../harness/manifest';

/** A default as the page shows it. */
const shown = (value: unknown): string =>
  value === '' ? 'empty' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

describe('docs/settings.md', () => {
  it('lists every current setting with its default, and no other', () => {
    const page = readFileSync(join(root, 'docs', 'settings.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `(threatLookups\.[\w.]+)` *\| (.+?) *\|/gm)].map(([, name, value]) => [
      name,
      value,
    ]);
    const current = Object.entries(manifest.contributes.configuration.properties)
      .filter(
        ([, { markdownDeprecationMessage, deprecationMessage }]) => !(markdownDeprecationMessage ?? deprecationMessage),
      )
      .map(([name, setting]) => [name, shown(setting.default)]);
    assert.deepEqual(listed.toSorted(), current.toSorted());
  });
});
