import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseIndicator } from '../../../../src/core/indicators/detect/parseIndicator';
import { readSubject } from '../../../../src/features/records/readSubject';

describe('The subject of a record', () => {
  const read = (argument: unknown): unknown => readSubject(argument, parseIndicator);

  it('is a threat or a feed by name or ID, or an indicator in its canonical form', () => {
    const threat = { kind: 'threat', source: 'local:', tid: 3, name: 'Example Kit' };
    assert.deepEqual(read(threat), threat);
    assert.deepEqual(read({ kind: 'indicator', type: 'ip', value: 'A.Example' }), {
      kind: 'indicator',
      type: 'domain',
      value: 'a.example',
    });
    assert.deepEqual(read({ type: 'domain', value: 'a.example', webviewSection: 'indicator' }), {
      kind: 'indicator',
      type: 'domain',
      value: 'a.example',
    });
  });

  it('is undefined if it names nothing, or hides its service', () => {
    for (const argument of [
      undefined,
      'a.example',
      { kind: 'threat', source: '' },
      { kind: 'threat', source: '', name: ' ' },
      { kind: 'feed', source: 'a\u0000', fid: 3 },
      { kind: 'indicator', type: 'domain', value: 'no indicator' },
      { kind: 'threat', source: '', name: 'a'.repeat(3_000) },
    ]) {
      assert.equal(read(argument), undefined, JSON.stringify(argument));
    }
    fc.assert(fc.property(fc.anything(), (argument) => void read(argument)));
  });
});
