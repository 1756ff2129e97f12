import assert from 'node:assert/strict';
import { galleryPresets } from '../../../../src/core/lists/gallery';
import { comparableName } from '../../../../src/core/lists/gallery/comparableName';
import { readGallery } from '../../../../src/features/sources/gallery/presets';

describe('Lists that a workspace suggests', () => {
  it('have their host in the name if they look like another list', () => {
    const name = galleryPresets[0]?.name ?? '';
    assert.notEqual(name, '');
    const suggested = [
      name,
      name.toUpperCase(),
      `${name}\u200b`,
      name.replaceAll('o', 'о'),
      ` ${name} `,
      'Team list',
    ].map((each, at) => ({ name: each, url: `https://spoof.example/${String(at)}.txt`, type: 'knownServices' }));
    const { entries } = readGallery({ presets: [], suggested }, false);
    const names = entries.filter(({ origin }) => origin === 'workspace').map(({ preset }) => preset.name);
    assert.equal(names.length, suggested.length);
    assert.equal(names.pop(), 'Team list');
    for (const each of names) assert.match(each, / \(spoof\.example\)$/);
  });

  it('are compared as they look', () => {
    assert.equal(comparableName('URLhaus (online)'), comparableName(' urlhaus\u202e-ОNLINE'));
    assert.notEqual(comparableName('URLhaus (online)'), comparableName('URLhaus (offline)'));
  });
});
