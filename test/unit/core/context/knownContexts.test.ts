import assert from 'node:assert/strict';
import { knownContexts } from '../../../../src/core/context/knownContexts';
import { contextCategories, type Context } from '../../../../src/core/records/context';
import { contextCategory, contextLabel } from '../../../../src/core/records/labels/contextLabels';
import type { Known } from '../../../../src/core/records/knowledge';
import { emptyRecord } from '../../../../src/core/records/record';
import { bundle } from '../../../../scripts/lib/messages.mjs';

const resolver = { type: 'ip', value: '8.8.8.8' } as const;
const listed = (...contexts: readonly Context[]): Known => ({
  kind: 'known',
  source: { kind: 'import', name: 'mine.json' },
  asOf: 0,
  detail: 'full',
  record: { ...emptyRecord('8.8.8.8', 'ip'), contexts },
});

describe('Known contexts', () => {
  it("don't say that a link is a well-known service if it leads elsewhere", () => {
    const of = (value: string): readonly string[] =>
      knownContexts({ type: 'url', value }, []).map(({ category }) => category);
    const named = knownContexts({ type: 'domain', value: 'nam02.safelinks.protection.outlook.com' }, []);
    assert.ok(named.some(({ category }) => category === 'vendor'));
    assert.ok(of('https://www.google.com/maps').includes('popular'));
    for (const link of [
      'https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Flookups-test-1.com%2Fx&data=1',
      'https://nam02.safelinks.protection.outlook.com/?data=1',
      'https://www.google.com/url?q=https://lookups-test-1.com/x',
      'https://www.google.com/url?q=x',
      'https://www.google.com/amp/s/?u=http%3A%2F%2Flookups-test-1.com',
    ])
      assert.deepEqual(of(link), [], link);
    const lookalike = 'https://safelinks.protection.outlook.com.lookups-test-1.com/?url=x';
    assert.deepEqual(of(lookalike), []);
  });

  it('combines lists of the store and of the extension, the most specific one first', () => {
    const sinkhole = { kind: 'informational', category: 'sinkhole', label: 'Our sinkhole' } as const;
    const cloud = { kind: 'knownServices', category: 'cloud', label: 'Some cloud' } as const;
    const all = knownContexts(resolver, [listed(cloud, sinkhole)]);
    assert.deepEqual(
      all.map(({ label, source }) => `${label}, ${source}`),
      ['Our sinkhole, mine.json', 'Google Public DNS, Threat Lookups', 'Some cloud, mine.json'],
    );
  });

  it('contain a statement once, and no locations', () => {
    const same = { kind: 'knownServices', category: 'resolver', label: 'google public DNS ' } as const;
    const place = { kind: 'location', category: 'other', label: '' } as const;
    const all = knownContexts(resolver, [listed(same, place)]);
    assert.deepEqual(
      all.map(({ source }) => source),
      ['mine.json'],
    );
  });

  it('are those of a list that the user added rather than the same of the extension', () => {
    const address = { type: 'ip', value: '52.95.110.1' } as const;
    const aws = { kind: 'knownServices', category: 'cloud', label: 'AWS eu-west-1 · EC2' } as const;
    const labels = (...known: readonly Known[]) => knownContexts(address, known).map(({ label }) => label);
    assert.deepEqual(labels(), ['AWS']);
    assert.deepEqual(labels(listed(aws)), ['AWS eu-west-1 · EC2']);
    assert.deepEqual(labels(listed({ ...aws, category: 'popular', label: 'P' })), ['P', 'AWS']);
  });

  it('are about the host of a URL', () => {
    const url = { type: 'url', value: 'https://8.8.8.8/resolve?name=x' } as const;
    assert.deepEqual(knownContexts(url, []), knownContexts(resolver, []));
  });

  it('have a name in every language, which never says that something is safe', () => {
    const german = bundle('de');
    for (const category of contextCategories) {
      assert.ok(contextCategory(category) in german, category);
      assert.doesNotMatch(contextCategory(category), /safe|clean|harmless|benign|trusted/i);
    }
  });

  it('aren’t repeated if the list calls them like the category', () => {
    const label = (text: string) => contextLabel({ kind: 'informational', category: 'sinkhole', label: text });
    assert.equal(label('sinkhole'), 'Sinkhole');
    assert.equal(label('Shadow'), 'Sinkhole · Shadow');
    assert.equal(label(''), 'Sinkhole');
  });
});
