import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseIndicator } from '../../../../src/core/indicators/detect/parseIndicator';
import { knownReadings, readTyped } from '../../../../src/features/records/typedSubject';
import { type LinkError, readLink } from '../../../../src/features/records/openLink';

const group = (kind: 'threat' | 'feed', fields: object): object => ({
  kind: 'group',
  subject: { kind, source: '', ...fields },
});

describe('Input of “Open Record…”', () => {
  const means = (text: string): unknown => {
    const read = readTyped(text, parseIndicator);
    return read.kind === 'readings' ? read.readings : read.error;
  };

  it('may be an indicator, defanged or not', () => {
    const indicator = { type: 'domain', value: 'login-update.example' };
    assert.deepEqual(means(' login-update[.]example '), [{ kind: 'indicator', indicator }]);
  });

  it('may be an ID of a given kind, or of any kind', () => {
    assert.deepEqual(means('iid 12'), [{ kind: 'iid', iid: 12 }]);
    assert.deepEqual(means('TID:12'), [group('threat', { tid: 12 })]);
    assert.deepEqual(means('fid #12'), [group('feed', { fid: 12 })]);
    assert.deepEqual(means('12'), [{ kind: 'iid', iid: 12 }, group('threat', { tid: 12 }), group('feed', { fid: 12 })]);
  });

  it('may be a name', () => {
    assert.deepEqual(means('threat Example Kit'), [group('threat', { name: 'Example Kit' })]);
    assert.deepEqual(means('Example Kit'), [
      group('threat', { name: 'Example Kit' }),
      group('feed', { name: 'Example Kit' }),
    ]);
  });

  it('is offered as stored records with that name, or as either kind if there are none', () => {
    const kinds = ['threat', 'feed'] as const;
    const kept = (text: string, found: readonly { readonly kind: 'threat' | 'feed'; readonly name: string }[]) =>
      knownReadings(kinds, (kind) => kind, text, found);
    assert.deepEqual(kept(' maple stealer', [{ kind: 'threat', name: 'Maple Stealer' }]), ['threat']);
    assert.deepEqual(kept('Maple', [{ kind: 'threat', name: 'Maple Stealer' }]), kinds);
    assert.deepEqual(kept('Maple Stealer', []), kinds);
    assert.deepEqual(kept('feed Maple Stealer', [{ kind: 'threat', name: 'Maple Stealer' }]), kinds);
  });

  it('is rejected with a reason otherwise', () => {
    assert.deepEqual(means('iid twelve'), { kind: 'invalidNumber' });
    assert.deepEqual(means('tid 0'), { kind: 'invalidNumber' });
    assert.deepEqual(means('99999999999999999999'), { kind: 'invalidNumber' });
    assert.deepEqual(means('a'.repeat(20_000)), { kind: 'tooLong' });
    assert.deepEqual(means('threat \u202e x'), { kind: 'invalidName', group: 'threat' });
  });

  it('may be a file hash or a network, which have no records, or a CVE, which is no feed', () => {
    for (const length of [32, 40, 64, 96, 128]) {
      assert.deepEqual(means('9F'.repeat(length / 2)), { kind: 'hash' });
      assert.deepEqual(means('1'.repeat(length)), { kind: 'hash' });
    }
    for (const network of ['203.0.113.0/24', '203[.]0[.]113[.]0/24', '2001:db8::/32'])
      assert.deepEqual(means(network), { kind: 'network' }, network);
    assert.deepEqual(means('CVE-2024-3094'), [group('threat', { name: 'CVE-2024-3094' })]);
    assert.deepEqual(means('abc123'), [group('threat', { name: 'abc123' }), group('feed', { name: 'abc123' })]);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readTyped(text, parseIndicator)));
  });
});

describe('A link to a record', () => {
  const read = (path: string, query = '', fragment = ''): unknown => {
    const link = readLink({ path, query, fragment }, parseIndicator);
    return link.ok ? link.subject : link.error;
  };

  it('refers to an indicator, a threat, or a feed', () => {
    assert.deepEqual(read('/indicator/hxxp://a[.]lookups-test-1.com/x'), {
      kind: 'indicator',
      type: 'url',
      value: 'http://a.lookups-test-1.com/x',
    });
    assert.deepEqual(read('/threat/12'), { kind: 'threat', source: '', tid: 12 });
    assert.deepEqual(read('/feed/Phish List'), { kind: 'feed', source: '', name: 'Phish List' });
  });

  it('is rejected with a reason otherwise', () => {
    const refused: readonly (readonly [LinkError, string, string?, string?])[] = [
      [{ kind: 'unknownKind' }, '/run/calc'],
      [{ kind: 'unknownKind' }, ''],
      [{ kind: 'unknownKind' }, '/indicator'],
      [{ kind: 'unknownKind' }, '/Indicator/a.example'],
      [{ kind: 'empty' }, '/indicator/'],
      [{ kind: 'extraParts' }, '/indicator/a.example', 'key=1'],
      [{ kind: 'extraParts' }, '/threat/12', '', 'send'],
      [{ kind: 'tooLong' }, `/indicator/${'a'.repeat(5_000)}.example`],
      [{ kind: 'invisible' }, '/threat/a\u202eb'],
      [{ kind: 'invisible' }, '/indicator/a.example\n'],
      [{ kind: 'notIndicator' }, '/indicator/command:workbench.action.quit'],
      [{ kind: 'notIndicator' }, '/indicator/a.example b.example'],
      [{ kind: 'invalidName', group: 'threat' }, '/threat/0'],
    ];
    for (const [error, path, query, fragment] of refused) assert.deepEqual(read(path, query, fragment), error, path);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('indicator', 'threat', 'feed'), (text, kind) => {
        readLink({ path: `/${kind}/${text}`, query: '', fragment: '' }, parseIndicator);
      }),
    );
  });
});
