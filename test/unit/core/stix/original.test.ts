import assert from 'node:assert/strict';
import { readBundle } from '../../../../src/core/stix/objects';

function originals(...objects: readonly unknown[]) {
  const bundle = readBundle(0);
  return objects
    .flatMap((object) => bundle.read(object).statements)
    .filter((statements) => statements.kind === 'object');
}

describe('Original STIX objects', () => {
  it('include every object with an ID and a type, even types unrelated to indicators', () => {
    const note = { type: 'note', id: 'note--1', spec_version: '2.1', created: '2024-05-01T00:00:00Z', content: 'x' };
    const [kept] = originals(note, { type: 'note', content: 'y' }, { id: 'note--2' }, { type: 'note', id: 'none' });
    assert.deepEqual(kept, {
      kind: 'object',
      id: 'note--1',
      type: 'note',
      spec: '2.1',
      created: '2024-05-01T00:00:00.000000Z',
      modified: undefined,
      body: JSON.stringify(note),
    });
    assert.equal(originals({ type: 'note', content: 'y' }, { id: 'note--2' }, { type: 'note', id: 'none' }).length, 0);
  });

  it('keep six fractional digits', () => {
    const [kept] = originals({ type: 'tool', id: 'tool--1', created: '2024-05-01T00:00:00.1234567Z' });
    assert.equal(kept?.created, '2024-05-01T00:00:00.123456Z');
    assert.equal(kept.spec, '2.0');
  });
});
