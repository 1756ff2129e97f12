import assert from 'node:assert/strict';
import { Agent, fetch as poolFetch } from 'undici';
import { createEmbeddedClient, type ServiceClient } from '../../../src/core/api';
import type { Attributes, IndicatorRecord, Properties } from '../../../src/core/records/record';
import type { Store } from '../../../src/core/store/store';
import { createService, type Service } from '../../../src/service';
import { servedFrom } from '../../../src/service/servedRecords';
import { listen, type Listening } from '../../../src/service/listen';
import { aRecord, addStatements, storeFolder } from '../core/store/builders';
import { noon, someRecord } from './servedRecords';

interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const kit = { name: 'Example Kit', category: 'phishing', risk: 'high' } as const;
const feed = { name: 'Example Feed', category: 'abuse', organization: 'Example Org', pricing: 'free' } as const;
const port443: Attributes = { port: [['443', 'HTTPS']], technology: [['nginx']] };
const geo: Properties = {
  geo: { country: ['Exampleland'], countrycode: ['EX'], org: ['Net'] },
  whois: { '++privacy': ['1'], '++registrar': ['R'] },
};

function linked(value: string, parts: Partial<IndicatorRecord> = {}): IndicatorRecord {
  return aRecord(value, {
    risk: 'high',
    threats: [{ ...kit, linked: noon }],
    feeds: [{ ...feed, linked: noon }],
    ...parts,
  });
}

function fill(store: Store): void {
  addStatements(store, 'one.json', [
    {
      kind: 'threat',
      ...kit,
      details: {
        description: 'Copies sign-in pages.',
        aliases: ['Kit A', 'example  kit', 'Kit 100%'],
        external_references: [{ source_name: 'catalogue', external_id: 'C-1', url: 'https://catalogue.example/1' }],
        created: '2024-01-01T00:00:00.000Z',
        modified: '2024-02-01T00:00:00.000Z',
        malware_types: ['phishing-kit'],
      },
    },
    { kind: 'feed', ...feed, details: { website: 'https://feed.example', schedule: 'daily' } },
    {
      kind: 'indicator',
      record: linked('a.example', { attributes: port443, properties: geo, timestamps: { updated: noon } }),
    },
    {
      kind: 'indicator',
      record: linked('b.example', { risk: 'low', attributes: port443, timestamps: { updated: noon - 1000 } }),
    },
    {
      kind: 'indicator',
      record: linked('192.0.2.1', { type: 'ip', retired: true, timestamps: { updated: noon + 5000 } }),
    },
    { kind: 'indicator', record: linked('http://a.example/x', { type: 'url', feeds: [] }) },
    { kind: 'indicator', record: aRecord('alone.example') },
  ]);
  // Another source has a different statement about one of them: the leading one in the record is counted.
  addStatements(store, 'two.json', [
    {
      kind: 'indicator',
      record: linked('b.example', {
        risk: 'critical',
        attributes: { port: [['22']] },
        timestamps: { updated: noon - 1000 },
      }),
    },
    { kind: 'threat', ...kit, risk: 'critical', details: { aliases: ['Kit B'] } },
  ]);
}

for (const way of ['in process', 'over HTTP'] as const) {
  describe(`threats and feeds of the local service, ${way}`, () => {
    const folder = storeFolder();
    let service: Service;
    let listening: Listening | undefined;
    let agent: Agent | undefined;
    let store: Store;
    let ask: (path: string) => Promise<Answered>;

    beforeEach(async () => {
      store = folder.open(() => noon);
      fill(store);
      const embedded = way === 'in process';
      service = createService({ store: servedFrom(store), tier: 'business', embedded, key: 'k', now: () => noon });
      if (embedded) {
        ask = async (path) => {
          const response = await service(new Request(`http://localhost/api/${path}`));
          return { status: response.status, body: (await response.json()) as Answered['body'] };
        };
        return;
      }
      const opened = await listen(service, { port: 0 });
      assert.ok('url' in opened);
      listening = opened;
      const dispatcher = new Agent();
      agent = dispatcher;
      ask = async (path) => {
        const response = await poolFetch(`${opened.url}/api/${path}&key=k`, { dispatcher });
        return { status: response.status, body: (await response.json()) as Answered['body'] };
      };
    });
    afterEach(async () => {
      await agent?.close();
      await listening?.close();
      [agent, listening] = [undefined, undefined];
    });

    const idOf = async (kind: 'threat' | 'feed', name: string): Promise<number> => {
      const { body } = await ask(`${kind}.php?${kind}=${encodeURIComponent(name)}`);
      return body[kind === 'threat' ? 'tid' : 'fid'] as number;
    };

    it('are found by ID, by name in any case, and by another name', async () => {
      const tid = await idOf('threat', 'example KIT');
      const { status, body } = await ask(`threat.php?tid=${tid}`);
      assert.equal(status, 200);
      assert.deepEqual(body, {
        tid,
        threat: 'Example Kit',
        category: 'phishing',
        risk: 'critical',
        description: 'Copies sign-in pages.',
        wikisummary: null,
        wikireference: null,
        othernames: ['Kit A', 'Kit 100%', 'Kit B'],
        news: [],
        ttps: [],
        external_references: [{ source_name: 'catalogue', external_id: 'C-1', url: 'https://catalogue.example/1' }],
        retired: 0,
        stamp_added: '2024-01-01 00:00:00',
        stamp_updated: '2024-02-01 00:00:00',
        stamp_seen: null,
        stamp_retired: null,
        malware_types: ['phishing-kit'],
      });
      for (const name of ['kit a', 'Kit 100%', 'KIT  B']) assert.equal(await idOf('threat', name), tid, name);
      assert.equal((await ask('threat.php?threat=Kit%20100_')).status, 404);
      for (const other of ['tname', 'name'])
        assert.equal((await ask(`threat.php?${other}=Example%20Kit`)).body['tid'], tid);
    });

    it('have a summary of their links in the format of the specification', async () => {
      const tid = await idOf('threat', 'Example Kit');
      const fid = await idOf('feed', 'Example Feed');
      const { body } = await ask(`threat.php?tid=${tid}&get=links&summary=1&splitrisk=1`);
      const none = {
        unknown: 0,
        none: 0,
        'very low': 0,
        low: 0,
        medium: 0,
        high: 0,
        critical: 0,
        retired: 0,
        total: 0,
      };
      assert.deepEqual(body, {
        updated_last_domain: '2024-03-01 12:00:00',
        attributes: {
          technology: { nginx: { ...none, high: 1, critical: 1, total: 2 } },
          hosttype: {},
          protocol: {},
          port: { 443: { ...none, high: 1, total: 1 }, 22: { ...none, critical: 1, total: 1 } },
        },
        properties: {
          geo: { countrycode: { EX: { ...none, high: 1, total: 1 } }, org: { Net: { ...none, high: 1, total: 1 } } },
          whois: { '++registrar': { R: { ...none, high: 1, total: 1 } } },
        },
        feeds: [
          {
            fid,
            organization: 'Example Org',
            name: 'Example Feed',
            pricing: 'free',
            category: 'abuse',
            indicators: { ...none, high: 1, critical: 1, retired: 1, total: 3 },
          },
        ],
        risk: { ...none, high: 2, critical: 1, retired: 1, total: 4 },
      });
      const plain = await ask(`threat.php?tid=${tid}&get=links&summary=1&splitrisk=0`);
      assert.deepEqual(plain.body['attributes'], {
        technology: { nginx: { total: 2 } },
        hosttype: {},
        protocol: {},
        port: { 443: { total: 1 }, 22: { total: 1 } },
      });
      assert.deepEqual(plain.body['risk'], body['risk']);
    });

    it('have counts that match the served records', async () => {
      const tid = await idOf('threat', 'Example Kit');
      const { body } = await ask(`threat.php?tid=${tid}&get=links&summary=1`);
      const counts = new Map<string, number>();
      const { results } = (await ask(`threat.php?tid=${tid}&get=links`)).body as {
        results: readonly { iid: number }[];
      };
      for (const { iid } of results) {
        const { attributes } = (await ask(`indicator.php?iid=${iid}`)).body as { attributes: Attributes };
        for (const [value = ''] of attributes['port'] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      const { port } = body['attributes'] as { port: Record<string, { total: number }> };
      assert.deepEqual(
        Object.fromEntries(Object.entries(port).map(([value, { total }]) => [value, total])),
        Object.fromEntries(counts),
      );
    });

    it('always list links with the page, from 0', async () => {
      const fid = await idOf('feed', 'Example Feed');
      for (const path of [`feed.php?fid=${fid}&get=links`, `feed.php?iid=${fid}&get=links&page=0&summary=0`]) {
        const { status, body } = await ask(path);
        assert.equal(status, 200);
        assert.deepEqual(Object.keys(body), ['page_current', 'results']);
        assert.equal(body['page_current'], 0);
        const results = body['results'] as readonly Record<string, unknown>[];
        assert.deepEqual(
          results.map(({ indicator, type, risk, retired, stamp_linked }) => ({
            indicator,
            type,
            risk,
            retired,
            stamp_linked,
          })),
          [
            { indicator: 'a.example', type: 'domain', risk: 'high', retired: 0 },
            { indicator: 'b.example', type: 'domain', risk: 'critical', retired: 0 },
            { indicator: '192.0.2.1', type: 'ip', risk: 'high', retired: 1 },
          ].map((row) => ({ ...row, stamp_linked: '2024-03-01 12:00:00' })),
        );
        assert.deepEqual(results[0]?.['summary'], {
          properties: { geo: { country: 'Exampleland', countrycode: 'EX' }, whois: { '++privacy': '1' } },
        });
      }
      assert.deepEqual((await ask(`feed.php?fid=${fid}&get=links&page=7`)).body, { page_current: 7, results: [] });
    });

    it('have links on several pages, each once', async () => {
      addStatements(
        store,
        'many.json',
        Array.from({ length: 2_003 }, (_, at) => ({
          kind: 'indicator' as const,
          record: linked(`h${at}.example`, { feeds: [{ ...feed, linked: noon - at }], threats: [] }),
        })),
      );
      const fid = await idOf('feed', 'Example Feed');
      const seen = new Set<unknown>();
      const pages: unknown[] = [];
      for (let page: number | undefined = 0; page !== undefined;) {
        const { body } = await ask(`feed.php?fid=${fid}&get=links&page=${page}`);
        const results = body['results'] as readonly { iid: number }[];
        for (const { iid } of results) seen.add(iid);
        pages.push([body['page_current'], body['page_next'], results.length]);
        page = body['page_next'] as number | undefined;
      }
      assert.deepEqual(pages, [
        [0, 1, 1_000],
        [1, 2, 1_000],
        [2, undefined, 6],
      ]);
      assert.equal(seen.size, 2_006);
    });

    it('are found as feeds by ID, by name, and by organization and name', async () => {
      const fid = await idOf('feed', 'Example Feed');
      const { body } = await ask(`feed.php?feed=example%20feed&organization=example%20org`);
      assert.deepEqual(
        { ...body, indicators: undefined, stamp_updated: undefined },
        {
          fid,
          feed: 'Example Feed',
          organization: 'Example Org',
          category: 'abuse',
          pricing: 'free',
          description: null,
          website: 'https://feed.example',
          schedule: 'daily',
          external_references: [],
          indicators: undefined,
          stamp_added: null,
          stamp_updated: undefined,
          stamp_seen: null,
        },
      );
      assert.equal((body['indicators'] as { total: number }).total, 3);
      assert.equal((await ask('feed.php?feed=Example%20Feed&organization=Other')).status, 404);
      const summed = await ask(`feed.php?fid=${fid}&get=links&summary=1`);
      assert.deepEqual(
        (summed.body['threats'] as readonly Record<string, unknown>[]).map(({ name, risk }) => ({ name, risk })),
        [{ name: 'Example Kit', risk: 'critical' }],
      );
    });

    it('name relations of an indicator: its URLs, and the host of a URL', async () => {
      const links = (await ask('indicator.php?indicator=a.example&get=links')).body as Record<
        string,
        readonly { indicator: string }[]
      >;
      assert.deepEqual(Object.keys(links), ['Related URLs']);
      assert.equal(links['Related URLs']?.[0]?.indicator, 'http://a.example/x');
      const host = (await ask('indicator.php?indicator=http%3A%2F%2Fa.example%2Fx&get=links&page=0')).body;
      assert.deepEqual(Object.keys(host), ['Host']);
    });

    it("have pages of an indicator's relations only if needed", async () => {
      addStatements(
        store,
        'urls.json',
        Array.from({ length: 1_002 }, (_, at) => ({
          kind: 'indicator' as const,
          record: aRecord(`https://b.example:8443/${at}`, { type: 'url' }),
        })),
      );
      const first = (await ask('indicator.php?indicator=b.example&get=links')).body;
      assert.deepEqual([first['page_current'], first['page_next']], [0, 1]);
      const second = (await ask('indicator.php?indicator=b.example&get=links&page=1')).body;
      assert.deepEqual(
        [second['page_current'], second['page_next'], (second['Related URLs'] as unknown[]).length],
        [1, undefined, 2],
      );
    });

    const refusals: readonly (readonly [string, number, RegExp])[] = [
      ['threat.php?tid=999', 404, /^Threat not found\.$/],
      ['threat.php?threat=Nobody', 404, /^Threat not found\.$/],
      ['feed.php?fid=999&get=links', 404, /^Feed not found\.$/],
      ['feed.php?feed=Nobody', 404, /^Feed not found\.$/],
      ['indicator.php?iid=999', 404, /^Indicator not found\.$/],
      ['threat.php?pretty=0', 400, /tid or threat is missing/],
      ['feed.php?pretty=0', 400, /fid or feed is missing/],
      ['threat.php?tid=1&threat=X', 400, /either tid or threat/],
      ['feed.php?fid=1&feed=X', 400, /either fid or feed/],
      ['feed.php?fid=1&iid=2', 400, /different feeds/],
      ['threat.php?tid=zero', 400, /Parameter tid must be a whole number/],
      ['threat.php?tid=0', 400, /Parameter tid/],
      ['threat.php?tid=1&get=all', 400, /Parameter get must be one of: links/],
      ['threat.php?tid=1&get=links&summary=2', 400, /Parameter summary must be 0 or 1/],
      ['threat.php?tid=1&get=links&summary=1&splitrisk=yes', 400, /Parameter splitrisk/],
      ['feed.php?fid=1&get=links&page=-1', 400, /Parameter page/],
      ['indicator.php?iid=1&get=links&page=x', 400, /Parameter page/],
      ['feed.php?fid=1&pretty=2', 400, /pretty/],
    ];
    for (const [path, status, words] of refusals) {
      it(`reject ${path} with ${status} and a message`, async () => {
        const answer = await ask(path);
        assert.equal(answer.status, status, JSON.stringify(answer.body));
        assert.deepEqual(Object.keys(answer.body), ['error']);
        assert.match(String(answer.body['error']), words);
      });
    }
  });
}

describe('Client for threats and feeds of the local service', () => {
  const folder = storeFolder();
  let client: ServiceClient;
  beforeEach(() => {
    const store = folder.open(() => noon);
    fill(store);
    const service = createService({ store: servedFrom(store), tier: 'business', embedded: true, now: () => noon });
    client = createEmbeddedClient({ fetch: (url, init) => service(new Request(url, init)), now: () => noon });
  });
  const value = <T>(outcome: { readonly ok: true; readonly value: T | undefined } | { readonly ok: false }): T => {
    assert.ok(outcome.ok && outcome.value !== undefined, JSON.stringify(outcome));
    return outcome.value;
  };

  it('reads what was served', async () => {
    const threat = value(await client.threat({ threat: 'Example Kit' }));
    assert.deepEqual([threat.name, threat.risk, threat.references.length], ['Example Kit', 'critical', 1]);
    assert.deepEqual(threat.other, { malware_types: ['phishing-kit'] });
    const summary = value(await client.threatSummary({ tid: threat.tid ?? 0 }, { splitRisk: true }));
    assert.deepEqual(
      summary.breakdowns['port']?.map((row) => row.counts.total),
      [1, 1],
    );
    assert.equal(summary.feeds[0]?.counts?.total, 3);
    assert.equal(summary.risk.retired, 1);
    assert.deepEqual(Object.keys(summary.properties), ['geo', 'whois']);
    const page = value(await client.threatLinks({ tid: threat.tid ?? 0 }));
    assert.deepEqual([page.page, page.more, page.unreadable, page.relations[0]?.links.length], [0, 'no', 0, 4]);
    const feedRecord = value(await client.feed({ feed: 'Example Feed', organization: 'Example Org' }));
    assert.deepEqual([feedRecord.website, feedRecord.counts?.total], ['https://feed.example', 3]);
    assert.equal(
      value(await client.feedLinks({ fid: feedRecord.fid ?? 0 }, { page: 0 })).relations[0]?.links.length,
      3,
    );
    const links = value(await client.indicatorLinks({ indicator: someRecord({ iid: 0, value: 'a.example' }) }));
    assert.deepEqual(
      links.relations.map(({ name }) => name),
      ['Related URLs'],
    );
  });

  it('reads a miss as a miss', async () => {
    assert.deepEqual(await client.threat({ tid: 999 }), { ok: true, value: undefined });
    assert.deepEqual(await client.feedLinks({ feed: 'Nobody' }), { ok: true, value: undefined });
    assert.deepEqual(await client.fullIndicator({ iid: 999 }), { ok: true, value: undefined });
  });
});
