import assert from 'node:assert/strict';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { Known } from '../../../../src/core/records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import { readBundle } from '../../../../src/core/stix/objects';
import type { Triaged } from '../../../../src/core/triage/assess';
import type { Timeline, TimelineUnit } from '../../../../src/core/triage/timeline';
import { leftOutOfStix, triageStix } from '../../../../src/core/triage/triageStix';

const now = Date.UTC(2026, 4, 1, 12);
const credit = 'List by A, CC BY 4.0 (https://a.example/)';
const placeCredit = 'Places by B';

function row(indicator: Indicator, more: Partial<Triaged> = {}): Triaged {
  const found = { indicator, reserved: false, lines: 3, files: 1, locations: [] };
  return { ...found, standing: 'unasked', known: [], ...more };
}

function knownRow(indicator: Indicator, record: Partial<IndicatorRecord>, more: Partial<Triaged> = {}): Triaged {
  const known: Known = {
    kind: 'known',
    source: { kind: 'mirror', name: 'Block list' },
    asOf: now,
    detail: 'full',
    record: { ...emptyRecord(indicator.value, indicator.type), ...record },
  };
  return row(indicator, { standing: 'known', known: [known], lead: known, ...more });
}

type Objects = readonly (Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string })[];

function objectsOf(rows: readonly Triaged[]): Objects {
  return (JSON.parse(triageStix(rows, now, 'stix')) as { readonly objects: Objects }).objects;
}

describe('A triage as STIX', () => {
  const place = {
    country: 'DE',
    asn: 'AS64500',
    organization: 'Net',
    isAdded: true,
    sources: [{ name: 'IPtoASN', asOf: now, credits: [placeCredit] }],
  };
  const address: Indicator = { type: 'ip', value: '5.5.5.5' };

  it('contains unknown rows as observed data, and counts internal and ignored ones, which it leaves out', () => {
    const rows = [
      row({ type: 'domain', value: 'a.example' }),
      row({ type: 'url', value: 'http://a.example/x' }),
      row({ type: 'ip', value: '10.0.0.7' }, { standing: 'reserved' }),
      row({ type: 'domain', value: 'mine.example' }, { standing: 'ignored' }),
    ];
    assert.deepEqual(leftOutOfStix(rows), { reserved: 1, ignored: 1 });
    const objects = objectsOf(rows);
    const observed = objects.filter(({ type }) => type === 'observed-data');
    assert.deepEqual(
      observed.map((each) => each['number_observed']),
      [3, 3],
    );
    const [domain, url] = observed.map((each) => objects.find(({ id }) => String(each['object_refs']) === id));
    assert.deepEqual([domain?.['value'], url?.['value']], ['a.example', 'http://a.example/x']);
    assert.ok(!objects.some(({ type }) => type === 'indicator'));
    assert.doesNotMatch(JSON.stringify(objects), /10\.0\.0\.7|mine\.example/);
  });

  it('dates observed data with the times of the log, else with the export', () => {
    const observed = (more: Partial<Triaged>, timelineUnit?: TimelineUnit) => {
      const text = triageStix([row({ type: 'domain', value: 'a.example' }, more)], now, 'stix', { timelineUnit });
      const { objects } = JSON.parse(text) as { readonly objects: Objects };
      const found = objects.find(({ type }) => type === 'observed-data');
      return [found?.['first_observed'], found?.['last_observed'], found?.['number_observed']];
    };
    const exported = '2026-05-01T12:00:00.000Z';
    const start = Date.UTC(2026, 3, 30, 10, 0, 16) / 1_000;
    const timeline = (scale: number, ...counts: readonly number[]): Timeline => ({
      scale,
      first: start / 2 ** scale,
      counts,
      from: start,
      to: start + 17 * scale,
    });
    assert.deepEqual(observed({}, 'seconds'), [exported, exported, 3]);
    assert.deepEqual(observed({ timeline: timeline(0, 3) }, 'lines'), [exported, exported, 3]);
    const once = '2026-04-30T10:00:16.000Z';
    assert.deepEqual(observed({ timeline: timeline(0, 1), lines: 1 }, 'seconds'), [once, once, 1]);
    // Of files without times, the occurrences aren't in that time.
    const wide = { timeline: timeline(3, 2, 0, 1), lines: 9 };
    assert.deepEqual(
      observed(wide, 'seconds'),
      [once, '2026-04-30T10:01:07.000Z', 3],
      'times of lines, not edges of bins',
    );
    assert.deepEqual(observed({ timeline: timeline(0) }, 'seconds'), [exported, exported, 3]);
  });

  it('contains the country, network, and organization of an address', () => {
    const objects = objectsOf([knownRow(address, { risk: 'high' }, { place })]);
    const of = (type: string) => objects.filter((each) => each.type === type);
    const [network] = of('autonomous-system');
    const [host] = of('ipv4-addr');
    const [location] = of('location');
    assert.deepEqual([network?.['number'], network?.['name']], [64500, 'Net']);
    assert.deepEqual([host?.['value'], host?.['belongs_to_refs']], [address.value, [network?.id]]);
    assert.equal(location?.['country'], 'DE');
    const [indicator] = of('indicator');
    assert.deepEqual(
      of('relationship').map((each) => [each['source_ref'], each['relationship_type'], each['target_ref']]),
      [
        [host?.id, 'located-at', location.id],
        [indicator?.id, 'related-to', host?.id],
      ],
    );
    // The organization is kept without a number of its network.
    const bare = objectsOf([row(address, { place: { ...place, asn: 'unknown' } })]);
    assert.ok(bare.some(({ type, name }) => type === 'identity' && name === 'Net'));
    assert.deepEqual([...new Set(bare.map(({ id }) => id))].length, bare.length);
  });

  it('contains the credits of all sources of a row as markings', () => {
    const objects = objectsOf([knownRow(address, { risk: 'high', credits: [credit] }, { place })]);
    const markings = objects.filter(({ type }) => type === 'marking-definition');
    assert.deepEqual(
      markings.map(({ definition }) => definition),
      [{ statement: credit }, { statement: placeCredit }],
    );
    const refs = (type: string) => objects.find((each) => each.type === type)?.['object_marking_refs'];
    assert.deepEqual(
      refs('indicator'),
      markings.map(({ id }) => id),
    );
    assert.deepEqual(refs('location'), [markings[1]?.id]);
  });

  it('contains the known host of a URL as an indicator based on the observation of the URL', () => {
    const url: Indicator = { type: 'url', value: 'http://c2.a-site.com/x' };
    const host: Indicator = { type: 'domain', value: 'c2.a-site.com' };
    const { known } = knownRow(host, { risk: 'critical' });
    const objects = objectsOf([row(url, { standing: 'hostKnown', hostKnown: known })]);
    const of = (type: string) => objects.filter((each) => each.type === type);
    const [indicator] = of('indicator');
    assert.match(String(indicator?.['pattern']), /c2\.a-site\.com/);
    assert.deepEqual(
      of('relationship').map((each) => [each['source_ref'], each['relationship_type'], each['target_ref']]),
      [[indicator?.id, 'based-on', of('observed-data')[0]?.id]],
    );
  });

  it('contains the name above that a source rates as an indicator based on the observation', () => {
    const name: Indicator = { type: 'domain', value: 'mail.lookups-test-1.com' };
    const parent = { name: 'lookups-test-1.com', risk: 'high' } as const;
    const below = knownRow(name, { risk: 'medium' }, { standing: 'parentKnown' });
    const known = below.known.map((each) => ({ ...each, source: { ...each.source, parent } }));
    const url: Indicator = { type: 'url', value: 'http://mail.lookups-test-1.com/' };
    for (const each of [{ ...below, known }, row(url, { standing: 'hostKnown', hostKnown: known })]) {
      const objects = objectsOf([each]);
      const [indicator, ...others] = objects.filter(({ type }) => type === 'indicator');
      assert.deepEqual(others, []);
      assert.match(String(indicator?.['pattern']), /'lookups-test-1\.com'/);
      const [relationship] = objects.filter(({ type }) => type === 'relationship');
      assert.deepEqual(
        [relationship?.['source_ref'], relationship?.['relationship_type']],
        [indicator?.id, 'based-on'],
      );
      assert.ok(objects.some(({ type }) => type === 'observed-data'));
    }
  });

  it('calls a public resolver on a block list unknown, and rated indicators what they are', () => {
    const listing = { description: 'Listed in Block list', risk: 'high' } as const;
    const contexts = [{ kind: 'harmless', category: 'resolver', label: 'Google', source: 'List' }] as const;
    const resolver: Indicator = { type: 'ip', value: '8.8.8.8' };
    const record = { risk: 'high', riskFactors: [listing] } as const;
    const typesOf = (each: Triaged) => objectsOf([each]).find(({ type }) => type === 'indicator')?.['indicator_types'];
    assert.deepEqual(typesOf(knownRow(resolver, record, { isNoise: true, contexts })), ['unknown']);
    assert.deepEqual(typesOf(knownRow(address, record)), ['malicious-activity']);
    assert.deepEqual(typesOf(knownRow(address, { risk: 'none' })), ['benign']);
    const url: Indicator = { type: 'url', value: 'http://8.8.8.8/x' };
    assert.deepEqual(typesOf(knownRow(url, { risk: 'high' })), ['malicious-activity']);
  });

  it('can be read again, also line by line', () => {
    const rows = [knownRow(address, { risk: 'high' }, { place }), row({ type: 'domain', value: 'a.example' })];
    const bundle = readBundle(now);
    const kinds = objectsOf(rows).flatMap((object) => bundle.read({ ...object }).statements.map(({ kind }) => kind));
    assert.ok(kinds.includes('indicator'), kinds.join());
    const lines = triageStix(rows, now, 'stixLines').trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { id: string }).id),
      objectsOf(rows).map(({ id }) => id),
    );
  });
});
