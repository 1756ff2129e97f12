import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { LookupEngine } from '../../../../src/core/lookups';
import type { LookupSettings } from '../../../../src/core/lookups/options';
import { emptyRecord } from '../../../../src/core/records/record';
import type { Knowledge } from '../../../../src/core/records/knowledge';
import { StoreReader } from '../../../../src/core/store/reader';
import { type Assessment, assess } from '../../../../src/core/triage/assess';
import type { AssessingContext } from '../../../../src/core/triage/triageMessages';
import { Assessor } from '../../../../src/service/triage/assessor';
import { addGeoLocations, aRecord, addRecords, anAnswer, storeFolder } from '../../core/store/builders';

const service = { address: 'https://intel.example', host: 'intel.example' };
const source = { kind: 'service', name: service.host, address: service.address } as const;
const answers: readonly (readonly [string, Knowledge])[] = [
  ['missed.lookups-test-4.com', { kind: 'notFound', source, asOf: Date.now() }],
  [
    'asked.lookups-test-4.com',
    {
      kind: 'known',
      source,
      asOf: Date.now(),
      record: { ...emptyRecord('asked.lookups-test-4.com', 'domain'), risk: 'high' },
      detail: 'summary',
    },
  ],
];

const hosts = [
  ...['n1.lookups-test-1.com', 'n2.lookups-test-1.com', 'deep.below.lookups-test-3.com', 'below.lookups-test-3.com'],
  ...['except.below.lookups-test-3.com', 'lookups-test-2.com', 'missed.lookups-test-4.com', 'asked.lookups-test-4.com'],
  ...['cached.lookups-test-4.com', 'www.google.com', 'ignored.lookups-test-9.com', 'printer.corp', 'wiki.internal'],
  ...['9.9.9.9', '198.18.5.9', '203.0.114.7', '8.8.8.8', '10.1.2.3', '2001:db9::2', 'xn--bcher-kva.lookups-test-1.com'],
  ...['10-1-2-3.sslip.io', 'Mixed.Lookups-Test-1.com', 'user.github.io'],
  ...[
    'a.listed.lookups-test-5.com',
    'b.listed.lookups-test-5.com',
    'a.cached.lookups-test-4.com',
    'a.n2.lookups-test-1.com',
  ],
];
const isAddress = (host: string): boolean => host.includes(':') || /^[\d.]+$/.test(host);
const plainHost = fc
  .constantFrom(...hosts)
  .map((value): Indicator => ({ type: isAddress(value) ? 'ip' : 'domain', value }));
const url = fc
  .record({
    host: fc.constantFrom(...hosts),
    scheme: fc.constantFrom('http', 'https', 'ftp'),
    rest: fc.constantFrom('/', '/a', '/a?b=1', ':8443/b', '/?next=http://wiki.internal/', '/a?b=n1.lookups-test-1.com'),
  })
  .map(({ host, scheme, rest }): Indicator => ({
    type: 'url',
    value: `${scheme}://${host.includes(':') ? `[${host}]` : host}${rest}`,
  }));
const indicators = fc.array(fc.oneof(plainHost, url), { minLength: 1, maxLength: 60 });

const settings = fc.record({
  mode: fc.constantFrom('offline', 'onDemand', 'automatic'),
  urls: fc.constantFrom('full', 'withoutQuery', 'hostOnly'),
  freshMillis: fc.constantFrom(0, 60_000),
  notFoundMillis: fc.constantFrom(0, 60_000),
  ignore: fc.constantFrom([], [{ pattern: 'ignored.lookups-test-9.com', origin: 'user' as const }]),
  skipWellKnown: fc.boolean(),
}) as fc.Arbitrary<LookupSettings>;
const contexts = fc.record({
  settings,
  service: fc.constantFrom(undefined, { ...service, remote: true }, { ...service, remote: false }),
  answers: fc.constantFrom([], answers),
  unread: fc.constantFrom(undefined, undefined, 'damaged' as const),
  skipFalsePositives: fc.constantFrom(undefined, true),
}) as fc.Arbitrary<AssessingContext>;

const plain = (assessments: readonly Assessment[]): unknown => JSON.parse(JSON.stringify(assessments));

describe('Indicators that are assessed at once', () => {
  const folder = storeFolder();

  function fill(): void {
    const store = folder.open();
    addRecords(store, 'first.csv', [
      aRecord('n1.lookups-test-1.com', { risk: 'high', threats: [{ name: 'Kit', risk: 'high' }] }),
      aRecord('below.lookups-test-3.com', { risk: 'high', reach: 'all' }),
      aRecord('listed.lookups-test-5.com', { risk: 'high' }),
      aRecord('b.listed.lookups-test-5.com'),
      aRecord('except.below.lookups-test-3.com', { reach: 'none' }),
      { ...aRecord('198.18.0.0/15', { risk: 'low' }), type: 'ip' },
      { ...aRecord('9.9.9.9', { risk: 'low' }), type: 'ip' },
    ]);
    addRecords(store, 'urls.csv', [
      { ...aRecord('https://lookups-test-2.com:8443/b', { risk: 'critical' }), type: 'url' },
      { ...aRecord('http://203.0.114.7/a', { risk: 'critical' }), type: 'url' },
      { ...aRecord('ftp://[2001:db9::2]/a', { risk: 'medium' }), type: 'url' },
    ]);
    addRecords(store, 'sample.csv', [aRecord('n2.lookups-test-1.com', { risk: 'critical' })], 'sample');
    store.cacheAnswer(
      'cached.lookups-test-4.com',
      'https://lookups-test-1.com',
      anAnswer(aRecord('cached.lookups-test-4.com', { risk: 'medium' }), Date.now()),
    );
    addGeoLocations(store, 'places.csv', [['8.8.8.0/24', { country: 'US', asn: 'AS64500' }]]);
  }

  function assessed(all: readonly Indicator[], context?: AssessingContext): readonly Assessment[] {
    const assessor = new Assessor(folder.file(), context);
    const found = assessor.assess(all);
    assessor.close();
    return found;
  }

  /** One by one, each from lookups as a window has them. */
  function oneByOne(all: readonly Indicator[], context: AssessingContext): readonly Assessment[] {
    const reader = new StoreReader(folder.file());
    const byKey = new Map(context.answers);
    const lookups = new LookupEngine({
      geoLocations: reader,
      store: {
        find: (key) => [...reader.find(key), ...(byKey.has(key) ? [byKey.get(key) as Knowledge] : [])],
        hasRealData: () => reader.hasRealData(),
        unread: () => context.unread,
        keep: () => Promise.resolve(),
      },
      service: () => context.service as never,
      settings: () => context.settings,
      now: Date.now,
    });
    const { skipWellKnown = false } = context.settings;
    const found = all.map((each) => assess(each, lookups, skipWellKnown, context.skipFalsePositives ?? skipWellKnown));
    reader.close();
    return found;
  }

  it('are assessed as one by one, whatever is known about them, and whatever the settings are', () => {
    fill();
    fc.assert(
      fc.property(indicators, contexts, (all, context) => {
        assert.deepEqual(plain(assessed(all, context)), plain(oneByOne(all, context)));
      }),
      { numRuns: 150 },
    );
  });

  it('are compared in every state that they can be in', () => {
    fill();
    // Reproducible samples.
    const given = fc.sample(fc.tuple(indicators, contexts), { seed: 1, numRuns: 400 });
    const lookupStatuses = new Set(given.flatMap((each) => assessed(...each)).map(({ status }) => status));
    assert.deepEqual([...lookupStatuses].sort(), [
      'found',
      'hostFound',
      'ignored',
      'notFound',
      'notLookedUp',
      'parentFound',
      'reserved',
      'unreadable',
      'wellKnown',
    ]);
  });

  it('share one assessment if nothing is known about them', () => {
    fill();
    const names = Array.from({ length: 100 }, (_, at) => ({
      type: 'domain' as const,
      value: `n${at}.lookups-test-7.com`,
    }));
    assert.equal(new Set(assessed(names)).size, 1);
  });
});
