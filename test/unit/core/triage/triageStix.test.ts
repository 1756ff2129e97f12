import assert from 'node:assert/strict';
import { v5 as uuidOf } from 'uuid';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { Known } from '../../../../src/core/records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import { readBundle } from '../../../../src/core/stix/objects';
import type { Triaged } from '../../../../src/core/triage/assess';
import type { Clients } from '../../../../src/core/triage/clients/counted';
import type { Timeline, TimelineUnit } from '../../../../src/core/triage/timeline';
import { countSkippedInStix, triageStix } from '../../../../src/core/triage/triageStix';

const now = Date.UTC(2026, 4, 1, 12);
const credit = 'List by A, CC BY 4.0 (https://a.example/)';
const placeCredit = 'Places by B';

function row(indicator: Indicator, more: Partial<Triaged> = {}): Triaged {
  const found = { indicator, reserved: false, lines: 3, files: 1, locations: [] };
  return { ...found, status: 'notLookedUp', known: [], ...more };
}

function knownRow(indicator: Indicator, record: Partial<IndicatorRecord>, more: Partial<Triaged> = {}): Triaged {
  const known: Known = {
    kind: 'known',
    source: { kind: 'mirror', name: 'Block list' },
    asOf: now,
    detail: 'full',
    record: { ...emptyRecord(indicator.value, indicator.type), ...record },
  };
  return row(indicator, { status: 'found', known: [known], lead: known, ...more });
}

type Objects = readonly (Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string })[];

function objectsOf(rows: readonly Triaged[]): Objects {
  return (JSON.parse(triageStix(rows, now, 'stix')) as { readonly objects: Objects }).objects;
}

/** Location of the first line of a client. */
const placed = { files: 1, location: { file: 0, line: 1, column: 1 } };

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
      row({ type: 'ip', value: '10.0.0.7' }, { status: 'reserved' }),
      row({ type: 'domain', value: 'mine.example' }, { status: 'ignored' }),
    ];
    assert.deepEqual(countSkippedInStix(rows), { reserved: 1, ignored: 1 });
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
    const wide = { timeline: timeline(3, 2, 0, 1), lines: 9 };
    assert.deepEqual(
      observed(wide, 'seconds'),
      [once, '2026-04-30T10:01:07.000Z', 9],
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
    const objects = objectsOf([row(url, { status: 'hostFound', hostKnown: known })]);
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
    const below = knownRow(name, { risk: 'medium' }, { status: 'parentFound' });
    const known = below.known.map((each) => ({ ...each, source: { ...each.source, parent } }));
    const url: Indicator = { type: 'url', value: 'http://mail.lookups-test-1.com/' };
    for (const each of [{ ...below, known }, row(url, { status: 'hostFound', hostKnown: known })]) {
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
    const contexts = [{ kind: 'knownServices', category: 'resolver', label: 'Google', source: 'List' }] as const;
    const resolver: Indicator = { type: 'ip', value: '8.8.8.8' };
    const record = { risk: 'high', riskFactors: [listing] } as const;
    const typesOf = (each: Triaged) => objectsOf([each]).find(({ type }) => type === 'indicator')?.['indicator_types'];
    assert.deepEqual(typesOf(knownRow(resolver, record, { isFalsePositive: true, contexts })), ['unknown']);
    // Its listing isn't a reason, but what else is known stays.
    const other = { description: 'Scans hosts', risk: 'low' } as const;
    const whole = JSON.stringify(
      objectsOf([
        knownRow(resolver, { ...record, riskFactors: [listing, other] }, { isFalsePositive: true, contexts }),
      ]),
    );
    assert.ok(whole.includes('Scans hosts') && !whole.includes('Listed in Block list'), whole);
    assert.deepEqual(typesOf(knownRow(address, record)), ['malicious-activity']);
    assert.deepEqual(typesOf(knownRow(address, { risk: 'none' })), ['benign']);
    const url: Indicator = { type: 'url', value: 'http://8.8.8.8/x' };
    assert.deepEqual(typesOf(knownRow(url, { risk: 'high' })), ['malicious-activity']);
  });

  describe('with clients', () => {
    const start = Date.UTC(2026, 3, 30, 10) / 1_000;
    const clients = (...names: readonly string[]): Clients => ({
      count: names.length,
      isMore: false,
      top: names.map((name) => ({ name, lines: 1, first: start, last: start, ...placed })),
    });
    const timeline: Timeline = { scale: 0, first: start, counts: [2, 1], from: start, to: start + 1 };
    const of = (objects: Objects, type: string) => objects.filter((each) => each.type === type);
    const timed = (rows: readonly Triaged[]): Objects =>
      (JSON.parse(triageStix(rows, now, 'stix', { timelineUnit: 'seconds' })) as { readonly objects: Objects }).objects;

    it('has them as objects of the observation, with traffic between addresses and names', () => {
      const names = ['10.0.0.1', '2001:db8::7', 'pc.lookups-test-9.com', 'DOM\\m.rossi\u202e'];
      const objects = timed([row({ type: 'ip', value: '5.5.5.5' }, { clients: clients(...names), timeline })]);
      const [observation] = of(objects, 'observed-data');
      const refs = observation?.['object_refs'] as readonly string[];
      const referred = refs.map((ref) => objects.find(({ id }) => id === ref));
      assert.deepEqual(
        referred.map((each) => each?.['value'] ?? each?.['account_login'] ?? each?.['protocols']),
        ['5.5.5.5', names[0], ['ipv4'], names[1], ['ipv4'], names[2], ['ipv4'], names[3]],
      );
      const seen = of(objects, 'ipv4-addr').find(({ value }) => value === '5.5.5.5');
      for (const traffic of of(objects, 'network-traffic')) {
        assert.equal(traffic['dst_ref'], seen?.id);
        assert.ok(refs.includes(String(traffic['src_ref'])));
        const { dst_ref, protocols, src_ref } = traffic;
        const identity = JSON.stringify({ dst_ref, protocols, src_ref });
        assert.equal(traffic.id, `network-traffic--${uuidOf(identity, '00abedb4-aa42-466c-9c01-fed23315a9b7')}`);
      }
      assert.deepEqual(
        [observation?.['number_observed'], observation?.['first_observed'], observation?.['last_observed']],
        [3, '2026-04-30T10:00:00.000Z', '2026-04-30T10:00:01.000Z'],
      );
      assert.equal(new Set(objects.map(({ id }) => id)).size, objects.length);
    });

    it('has a sighting of what is known, with the markings of the indicator', () => {
      const domain: Indicator = { type: 'domain', value: 'lookups-test-1.com' };
      const more = { clients: clients('10.0.0.1'), timeline };
      const objects = timed([knownRow(domain, { risk: 'high', credits: [credit] }, more)]);
      const [indicator] = of(objects, 'indicator');
      const [sighting] = of(objects, 'sighting');
      const [observation] = of(objects, 'observed-data');
      assert.deepEqual(
        [sighting?.['sighting_of_ref'], sighting?.['observed_data_refs'], sighting?.['count'], sighting?.['last_seen']],
        [indicator?.id, [observation?.id], 3, '2026-04-30T10:00:01.000Z'],
      );
      assert.ok(Array.isArray(indicator?.['object_marking_refs']));
      for (const each of [sighting, observation])
        assert.deepEqual(each?.['object_marking_refs'], indicator['object_marking_refs']);
      // An indicator without a file wasn't observed.
      assert.deepEqual(of(timed([knownRow(domain, { risk: 'high' }, { files: 0 })]), 'sighting'), []);
    });

    it('names twenty of them, and says so', () => {
      const names = Array.from({ length: 30 }, (_, at) => `10.0.0.${at}`);
      const known = knownRow(address, { risk: 'high' }, { clients: clients(...names) });
      const rows = [known, row({ type: 'url', value: 'http://a.example/' }, { clients: clients(...names) })];
      const annotationOf = () => ({ note: 'mine' });
      const text = triageStix(rows, now, 'stix', { annotationOf });
      const { objects } = JSON.parse(text) as { readonly objects: Objects };
      assert.equal(of(objects, 'network-traffic').length, 20);
      assert.deepEqual(
        of(objects, 'note').map(({ content }) => content),
        [
          ...['Names the 20 clients with the most lines, of 30.', 'mine'],
          ...['Names the 20 clients with the most lines, of 30.', 'mine'],
        ],
      );
    });

    it('never makes indicators of clients when it is imported', () => {
      const rows = [
        row({ type: 'domain', value: 'a.example' }, { clients: clients('93.184.0.9', 'pc.lookups-test-9.com', 'm') }),
        knownRow(address, { risk: 'high' }, { clients: clients('93.184.0.8') }),
      ];
      const bundle = readBundle(now);
      const read = timed(rows).flatMap((object) => bundle.read({ ...object }).statements);
      assert.deepEqual(
        read.flatMap((each) => (each.kind === 'indicator' ? [[each.record.value, each.record.risk]] : [])),
        [
          ['a.example', 'unknown'],
          [address.value, 'high'],
        ],
      );
    });
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
