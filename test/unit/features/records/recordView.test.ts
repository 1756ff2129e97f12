import assert from 'node:assert/strict';
import type { PropertyHistory } from '../../../../src/core/records/history';
import type { Known } from '../../../../src/core/records/knowledge';
import { Marks, sentComparison, sentGroup, sentIndicator } from '../../../../src/features/records/sentRecord';
import * as indicators from '../../../../src/core/indicators';
import { linkedText } from '../../../../src/features/records/linkedText';
import { defangText } from '../../../../src/core/indicators/identity/defangText';
import { comparedRows, comparisonStatus } from '../../../../src/webviews/record/cards/previousScansCard';
import { showWith } from '../../../../src/webviews/record/shown';
import { getText } from '../../../../src/webviews/messages/linkedText';
import { context as words, day, known, now, result } from '../shared/builders';
import { plural, t } from '../../../../src/l10n';
import { panelView } from '../../../../src/features/records/indicatorPage';
import { type ShownRecord, shownRecords } from './shownRecords';
import { panelHtml } from '../../../../src/features/shared/panels/showPage';

const context = {
  ...words,
  offerSample: () => true,
  defangText: (text: string) => defangText(text, indicators),
  linkedText: (text: string) => linkedText(text, indicators),
};

/** A record as a message has it. */
function messageOf(about: Known) {
  const marks = new Marks(context.linkedText);
  return { records: [sentIndicator(about, marks)], marked: marks.all() };
}

/** A record as its page shows it. */
function shown(change: Parameters<typeof known>[0], about?: Parameters<typeof known>[1]): ShownRecord {
  const [record] = shownRecords(messageOf(known(change, about)));
  assert.ok(record);
  return record;
}

describe('The view of a record', () => {
  it('shows groups in the order of the specification, with labels and exact keys, and omits empty ones', () => {
    const { sections } = shown({
      properties: {
        dns: { a: ['192.0.2.7'], mx: [] },
        cookies: {},
        whois: {
          '++registrar': ['Example Registrar'],
          '++privacy': ['1'],
          'name server': ['ns1.example', 'ns2.example'],
        },
        geo: { countrycode: ['NL'], org: ['Example Hosting'] },
        banners: { '22': ['SSH-2.0'] },
        http: { '++content-type': ['text/html'], 'Content-Type': ['text/html; charset=utf-8'] },
        custom: { odd: ['kept'] },
      },
      attributes: {
        port: [
          ['443', 'HTTPS'],
          ['8443', 'HTTPS'],
        ],
        protocol: [['HTTP'], ['TLS']],
      },
      other: { future_key: { a: 1 } },
    });
    assert.deepEqual(
      sections.map(({ title, rows }) => [
        title,
        ...rows.map(
          ({ label, key, values }) => `${label} <${key}> ${values.map((value) => getText(value)).join(', ')}`,
        ),
      ]),
      [
        ['Location', 'Country code <countrycode> NL', 'Organization <org> Example Hosting'],
        [
          'Registration',
          'Registrar <++registrar> Example Registrar',
          'Privacy service <++privacy> Yes',
          'Name servers <name server> ns1[.]example, ns2[.]example',
        ],
        ['DNS', 'A <a> 192[.]0[.]2[.]7'],
        ['Web', 'Media type <++content-type> text/html', 'Content-Type <Content-Type> text/html; charset=utf-8'],
        ['Banners', 'Port 22 <22> SSH-2.0'],
        ['custom', 'Odd <odd> kept'],
        [
          t('Ports, protocols, and technologies'),
          'Ports <port> 443 · HTTPS, 8443 · HTTPS',
          'Protocols <protocol> HTTP, TLS',
        ],
        [t('Other properties'), 'future_key <future_key> {"a":1}'],
      ],
    );
  });

  it('defangs every displayed indicator', () => {
    const { sections, cards } = shown({
      properties: {
        dns: { mx: ['10 mail.lookups-test-1.com'], aaaa: ['2001:db8::7'] },
        ssl: { subject: ['CN=lookups-test-1.com'] },
        http: { '++base': ['https://lookups-test-1.com/'], '++status': ['HTTP/1.1 200 OK'] },
      },
      riskFactors: [{ description: 'Redirects to lookups-test-2.com', risk: 'low' }],
      comments: [{ text: 'see hxxp://lookups-test-3[.]com/a and http://lookups-test-3.com/b' }],
      redirects: { from: [{ value: 'http://lookups-test-5.com/' }], to: [] },
      toplist: { rank: 88_123, domain: 'lookups-test-6.com' },
      other: { seen_at: [{ host: 'lookups-test-4.com' }] },
    });
    assert.deepEqual(
      sections.flatMap(({ rows }) => rows.flatMap(({ values }) => values.map((value) => getText(value)))),
      [
        '10 mail[.]lookups-test-1[.]com',
        '2001[:]db8[:][:]7',
        'hxxps://lookups-test-1[.]com/',
        'HTTP/1.1 200 OK',
        'CN=lookups-test-1[.]com',
        '88,123 (lookups-test-6[.]com)',
        '{"host":"lookups-test-4[.]com"}',
      ],
    );
    assert.deepEqual(cards.get(t('Reasons')), ['Redirects to lookups-test-2[.]com\tLow risk']);
    assert.deepEqual(cards.get(t('Redirects')), ['From\thxxp://lookups-test-5[.]com/']);
    assert.deepEqual(cards.get(t('Comments')), ['see hxxp://lookups-test-3[.]com/a and hxxp://lookups-test-3[.]com/b']);
  });

  it('shows properties of a bundle with labels, the most important first', () => {
    const { sections, cards } = shown({
      other: {
        id: 'indicator--1',
        name: 'A relay',
        indicator_types: ['malicious-activity', 'c2'],
        valid_from: '2026-01-02T03:04:05.678Z',
        kill_chain_phases: [{ kill_chain_name: 'example-chain', phase_name: 'delivery' }],
        description: 'Seen in two mails.',
      },
      feeds: [{ name: 'A Lab', organization: 'A Lab' }],
      threats: [{ name: 'Salt Anchor', category: 'apt', risk: 'high' }],
    });
    assert.deepEqual(
      sections.map(({ title, rows }) => [
        title,
        ...rows.map(({ label, values }) => `${label}: ${values.map((value) => getText(value)).join(', ')}`),
      ]),
      [
        ['About', 'Name: A relay', 'Description: Seen in two mails.'],
        [
          t('Other properties'),
          'STIX ID: indicator--1',
          'Indicator types: malicious-activity, c2',
          'Valid from: 2026-01-02 03:04:05 UTC',
          'Kill chain phases: delivery · example-chain',
        ],
      ],
    );
    assert.deepEqual(cards.get(t('Feeds')), ['A Lab']);
    assert.deepEqual(cards.get(t('Threats')), ['Salt Anchor\tadvanced persistent threat\tHigh risk']);
  });

  it('shows dates, and that there was no active scan', () => {
    const { timestamps } = shown({ timestamps: { seen: now - 3 * day } });
    assert.deepEqual(timestamps, [
      {
        kind: 'seen',
        label: 'Last seen',
        about: 'stamp_seen',
        at: now - 3 * day,
      },
      { kind: 'probed', label: 'Last active scan', about: 'stamp_probed', at: undefined },
    ]);
  });

  it('puts the worst reason and the worst threat first', () => {
    const { cards } = shown({
      riskFactors: [
        { description: 'b', risk: 'low' },
        { description: 'a', risk: 'critical' },
      ],
      threats: [
        { name: 'mild', risk: 'low' },
        { name: 'bad', risk: 'high' },
      ],
    });
    assert.deepEqual(cards.get(t('Reasons')), ['a\tCritical risk', 'b\tLow risk']);
    assert.deepEqual(cards.get(t('Threats')), ['bad\tHigh risk', 'mild\tLow risk']);
  });

  it('shows invisible characters by name, and limits its size', () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, ['v']]));
    const record = {
      properties: { meta: many, dns: { txt: ['z'.repeat(2_000_000), 'a\u202eb'] } },
      comments: [{ text: 'line\nline\u0000', title: 'a\u200bb' }],
      redirects: { from: [{ value: 'http://a.example/\u202e' }], to: [] },
    };
    assert.ok(JSON.stringify(messageOf(known(record))).length < 600_000);
    const { sections, cards } = shown(record);
    assert.equal(sections.find(({ id }) => id === 'properties meta')?.total, 50_000);
    assert.deepEqual(cards.get(t('Comments')), ['a[U+200B]b\tline line[U+0000]']);
    assert.deepEqual(cards.get(t('Redirects')), ['From\thxxp://a[.]example/[U+202E]']);
    assert.match(cards.get('DNS')?.[0] ?? '', /^TXT\tz{7999}…\ta\[U\+202E\]b$/);
  });
});

/** Harmful in every text: it hides, reorders, and names an indicator where it's marked. */
const hostile = 'a\u202e\u200b<b>\u0000';

/** A copy in which every text and key is hostile. */
function hostileIn<T>(value: T): T;
function hostileIn(value: unknown): unknown {
  if (typeof value === 'string') return `${hostile}${value}`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => hostileIn(each));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hostileIn(each)]));
}

describe('Text of a record', () => {
  const unseen = /[\u202e\u200b]/;

  it('of an indicator shows no invisible characters, wherever they are', () => {
    const { riskFactors, threats, ...rest } = {
      riskFactors: [{ description: 'x', risk: 'low' as const }],
      threats: [{ name: 'x', category: 'x', risk: 'low' as const }],
      feeds: [{ name: 'x', category: 'x', organization: 'x', pricing: 'x' }],
      comments: [{ text: 'x', title: 'x', username: 'x' }],
      redirects: { from: [{ value: 'x' }], to: [{ value: 'x' }] },
      properties: { [hostile]: { [hostile]: ['x'] }, dns: { a: ['x'], [hostile]: ['x'] }, whois: { privacy: ['x'] } },
      attributes: { port: [['x', 'y']], [hostile]: [['x', 'y']] },
      toplist: { rank: 1, domain: 'x' },
      other: { description: 'x', [hostile]: [{ [hostile]: 'x' }] },
      credits: ['x'],
      retiredReason: 'x',
    };
    const view = shown({
      ...hostileIn(rest),
      riskFactors: riskFactors.map((each) => ({ ...each, description: hostile })),
      threats: threats.map((each) => ({ ...each, name: hostile, category: hostile })),
      skipped: [{ at: hostile, count: 1 }],
    });
    assert.doesNotMatch(view.text.replace(/\n/g, ''), unseen);
    assert.ok((view.text.match(/\[U\+202E\]/g) ?? []).length >= 25);
    const groups = Array.from({ length: 70 }, (_, index) => [`${hostile}${index}`, { [hostile]: [hostile] }]);
    const many = shown({ properties: Object.fromEntries(groups) as Known['record']['properties'] });
    assert.doesNotMatch(many.text.replace(/\n/g, ''), unseen);
  });

  it('of a threat and a feed shows no invisible characters, wherever they are', () => {
    const counts = { total: 2, levels: { high: 2 } };
    const summary = {
      risk: counts,
      breakdowns: { port: [{ value: hostile, name: hostile, counts }], [hostile]: [{ value: hostile, counts }] },
      properties: { [hostile]: { [hostile]: [{ value: hostile, counts }] } },
      feeds: [{ name: hostile, category: hostile, organization: hostile, pricing: hostile }],
      threats: [{ name: hostile, category: hostile, risk: 'low' as const }],
      other: { [hostile]: hostile },
    };
    const references = [{ name: hostile, id: hostile, url: hostile, description: hostile }];
    const basis = { name: hostile, category: hostile, description: hostile, references, timestamps: {} };
    const from = 'https://intel.example';
    const about = { source: { kind: 'service', name: hostile } as const, asOf: now, from, summary };
    const marks = new Marks(context.linkedText);
    const records = [
      sentGroup(
        {
          ...about,
          kind: 'threat',
          threat: {
            ...basis,
            risk: 'low',
            retired: true,
            retiredReason: hostile,
            wikiSummary: hostile,
            wikiReference: hostile,
            otherNames: [hostile],
            ttps: [hostile],
            news: [{ title: hostile, channel: hostile, link: hostile }],
            other: { [hostile]: { [hostile]: hostile } },
          },
        },
        marks,
      ),
      sentGroup(
        {
          ...about,
          kind: 'feed',
          feed: { ...basis, organization: hostile, pricing: hostile, website: hostile, schedule: hostile, other: {} },
        },
        marks,
      ),
    ];
    for (const { text, facts } of shownRecords({ records, marked: marks.all() })) {
      assert.doesNotMatch([text.replace(/\n/g, ''), ...facts].join(''), unseen);
      assert.ok((text.match(/\[U\+202E\]/g) ?? []).length >= 18);
    }
  });
});

describe('The view of a hostile record', () => {
  it("reports what isn't shown, and what wasn't stored", () => {
    const comments = Array.from({ length: 1_204 }, () => ({ text: 'x' }));
    const skipped = [
      { at: 'properties.meta', count: 10_000 },
      { at: 'other', count: 0 },
    ];
    const more = plural(10_000, { one: '{1} ({0} more)', other: '{1} ({0} more)' }, 'properties.meta');
    const keys = t("properties that aren't in the API specification");
    assert.deepEqual(shown({ comments, skipped }).omissions, [
      t('Showing {0}. Copy the JSON or export the record to get everything.', t('{0} of {1} comments', 300, 1_204)),
      t("The response contained data that isn't stored: {0}.", `${more} and ${keys}`),
    ]);
    assert.deepEqual(shown({}).omissions, []);
  });

  it('sends no more than a panel can render, wherever its texts are and however many indicators they contain', () => {
    const hosts = Array.from({ length: 120 }, (_, index) => `h${index}.lookups-test-2.com`).join(' ');
    const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
    const group = (count: number, values: readonly string[]): Record<string, readonly string[]> =>
      Object.fromEntries(many(count, () => values).map((each, index) => [`key${index}`, each]));
    for (const record of [
      { riskFactors: many(300, () => ({ description: hosts, risk: 'high' as const })) },
      { comments: many(300, () => ({ text: hosts })) },
      { properties: { dns: group(400, [hosts.repeat(20)]) } },
      {
        properties: {
          dns: group(
            30,
            many(2_000, () => 'a.lookups-test-3.com'),
          ),
        },
      },
    ]) {
      const text = JSON.stringify(messageOf(known(record)));
      assert.ok(text.length < 1_000_000, `${text.length}`);
      assert.ok((text.match(/"open"/g) ?? []).length < 6_000);
      const { riskFactors = [], comments = [] } = { riskFactors: undefined, comments: undefined, ...record };
      assert.deepEqual(
        shown(record).omissions,
        riskFactors.length + comments.length === 0
          ? []
          : [t('Long text was truncated. Copy the JSON or export the record to get everything.')],
      );
    }
  });

  it('limits the number of groups and summarizes the rest', () => {
    const properties = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`g${index}`, { k: ['v'] }]));
    const { sections } = shown({ properties });
    assert.equal(sections.length, 61);
    assert.equal(sections.at(-1)?.title, t('More groups'));
  });

  it('accepts any nesting depth', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    const { sections } = shown({ other: { deep } });
    assert.match(getText(sections[0]?.rows[0]?.values[0] ?? ''), /nested too deeply/);
  });
});

describe('A record panel', () => {
  it('says in which triaged files the indicator was', () => {
    const seen = { files: [{ uri: 'file:///a.log', at: 0, line: 1, column: 1 }], last: Date.UTC(2026, 1, 3) };
    const { notices } = panelView(result({ known: [known()] }), { ...context, seenBeforeOf: () => seen });
    assert.deepEqual(
      notices.map(({ text, actions }) => [text, actions.map(({ action }) => action)]),
      [['In 1 file you triaged, on February 3, 2026.', ['showSeenBefore']]],
    );
  });

  it('shows the defanged value, and offers the lookup with the value that it sends', () => {
    const panel = panelView(
      result({ state: { kind: 'notRequested', host: 'intel.example', wouldSend: 'login-update.example' } }),
      context,
    );
    assert.equal(panel.value, 'login-update[.]example');
    assert.deepEqual(panel.notices, [
      {
        tone: 'info',
        text: t('Not looked up yet. Looking it up sends this domain to {0}.', 'intel.example'),
        actions: [{ label: t('Look Up on {0}', 'intel.example'), action: 'lookUp' }],
      },
    ]);
  });

  it('says that the local store could not be read, not that it has no data', () => {
    const error = { kind: 'unreachable', detail: '' } as const;
    for (const unread of ['newer', 'otherVersion', 'foreign', 'damaged', 'replaced', 'unavailable', 'busy'] as const)
      for (const state of [
        { kind: 'settled' },
        { kind: 'noService' },
        { kind: 'offline' },
        { kind: 'failed', host: 'local service', error },
      ] as const) {
        const { notices } = panelView(result({ unread, state }), context);
        assert.deepEqual(
          notices.filter(({ tone, text }) => tone === 'warning' && text.includes('local store')).length,
          1,
        );
        const words = notices.map(({ text }) => text).join('\n');
        assert.doesNotMatch(words, /Not in the local store|No information/);
      }
  });

  it('offers the lookup again only when a rate limit has ended', () => {
    const labels = (retryAt: number): readonly string[] =>
      panelView(
        result({
          state: { kind: 'failed', host: 'intel.example', error: { kind: 'rateLimited', detail: '', retryAt } },
        }),
        context,
      ).notices.flatMap(({ actions }) => actions.map(({ label }) => label));
    assert.deepEqual(labels(now + 30_000), []);
    assert.deepEqual(labels(now), ['Look Up Again']);
  });

  it('distinguishes a failed lookup from one that was not requested yet', () => {
    const error = { kind: 'serverError', detail: '', status: 500 } as const;
    const state = { kind: 'failed', host: 'intel.example', error } as const;
    const status = (change: object): string => {
      const [notice] = panelView(result({ state: { ...state, ...change } }), context).notices;
      return `${notice?.text} [${notice?.actions.at(-1)?.label}]`;
    };
    const failed = 'Intel.example reported a server error (HTTP 500).';
    const wouldSend = 'login-update.example';
    assert.equal(status({ wouldSend, triedAt: now }).toLowerCase(), `${failed} [Look Up Again]`.toLowerCase());
    assert.match(
      status({ wouldSend }),
      /^Not looked up because the last request failed\. .* \(HTTP 500\)\. \[Look Up on intel\.example\]$/,
    );
  });

  it('shows being listed as the reason of a list that rates its entries without one', () => {
    const source = { kind: 'import', name: 'team.csv' } as const;
    const reasonsOf = (more: Parameters<typeof known>[0]): readonly string[] =>
      shown({ riskFactors: [], feeds: [], ...more }, { source }).cards.get(t('Reasons')) ?? [];
    assert.deepEqual(reasonsOf({ risk: 'high' }), ['Listed in team.csv\tHigh risk']);
    assert.deepEqual(reasonsOf({ risk: 'unknown' }), []);
    assert.deepEqual(reasonsOf({ risk: 'high', riskFactors: [{ description: 'Seen', risk: 'low' }] }), [
      'Seen\tLow risk',
    ]);
  });

  it('shows “retired” as the risk of a threat, a reason or a recommendation', () => {
    const { cards } = shown({
      riskRecommended: 'retired',
      riskFactors: [{ description: 'Listed once', risk: 'retired' }],
      threats: [{ name: 'Example Kit', risk: 'retired' }],
    });
    assert.deepEqual(cards.get(t('Reasons')), ['Listed once\tRetired']);
    assert.deepEqual(cards.get(t('Threats')), ['Example Kit\tRetired']);
    assert.deepEqual(cards.get(t('Service data')), [`${t('Automatic score')}\tRetired`]);
  });

  it('shows a timestamp in a value with its time zone and age', () => {
    const [section] = shown({ properties: { whois: { '++registered': ['2026-11-06 12:00:00'] } } }).sections;
    assert.equal(getText(section?.rows[0]?.values[0] ?? ''), '2026-11-06 12:00:00 UTC · 14 days ago');
  });

  it('offers to find others with every value that a query can express, as spelled by its source', () => {
    const { sections } = shown({
      properties: {
        whois: {
          '++registrar': ['Example Registrar, Inc.'],
          '++privacy': ['1'],
          'name server': ['ns1.example', 'a*'],
        },
        dns: { a: ['203.0.113.77'] },
        ssl: { fingerprint: ['5f:c9'], issuer: ['CN="Example" \\ CA'] },
        meta: { risk: ['high'], '++title': ['two\nlines'], long: ['a'.repeat(9_000)] },
      },
      attributes: { port: [['8443', 'HTTPS']], technology: [['nginx']] },
      other: { name: 'A relay' },
    });
    assert.deepEqual(Object.fromEntries(sections.flatMap(({ rows }) => rows.map(({ key, terms }) => [key, terms]))), {
      name: [undefined],
      '++registrar': ['++registrar="Example Registrar, Inc."'],
      '++privacy': ['++privacy=1'],
      'name server': ['"name server"=ns1.example', undefined],
      a: ['a=203.0.113.77'],
      fingerprint: ['fingerprint=5f:c9'],
      issuer: ['issuer="CN=\\"Example\\" \\\\ CA"'],
      risk: [undefined],
      '++title': [undefined],
      long: [undefined],
      port: ['port=8443'],
      technology: ['technology=nginx'],
    });
    const earlier = {
      dns: {
        a: [
          { value: '192.0.2.7', latest: true },
          { value: '192.0.2.8', latest: false },
        ],
      },
    };
    const marks = new Marks(context.linkedText);
    const rows = comparedRows(sentComparison(earlier, marks), showWith(new Map(marks.all()), now));
    assert.deepEqual(
      rows.flatMap(({ before, now: after }) => [...before, ...after].map(({ term, text }) => [term, getText(text)])),
      [
        ['a=192.0.2.8', '192[.]0[.]2[.]8'],
        ['a=192.0.2.7', '192[.]0[.]2[.]7'],
      ],
    );
  });

  it('shows when a comment was changed', () => {
    const comment = { text: 'a', added: now - 4 * day };
    const { cards } = shown({
      comments: [{ ...comment, updated: now - 2 * day }, { ...comment, updated: comment.added }, comment],
    });
    assert.deepEqual(cards.get(t('Comments')), [
      'November 16, 2026\tedited November 18, 2026\ta',
      'November 16, 2026\ta',
      'November 16, 2026\ta',
    ]);
  });

  it('offers the page that a source names, by host, and no invalid URL', () => {
    const host = (reference: unknown): string | undefined =>
      messageOf(known({ other: { reference } })).records[0]?.pageHost;
    assert.equal(host('https://intel.example/indicator/?iid=7'), 'intel.example');
    assert.equal(host('command:workbench.action.terminal.new'), undefined);
    assert.equal(host(7), undefined);
  });

  it("doesn't report missing scans as scans without changes", () => {
    const value = { value: 'a', latest: true };
    const compared = (history: PropertyHistory): string =>
      comparisonStatus(sentComparison(history, new Marks(context.linkedText)));
    assert.equal(compared({ dns: { a: [value] } }), t('No previous scans are stored.'));
    assert.equal(
      compared({ dns: { a: [value, { ...value, latest: false }] } }),
      t('No properties have changed since the previous scans.'),
    );
  });

  it('shows which service is queried instead of the previous error', () => {
    const state = { kind: 'failed', host: 'intel.example', error: { kind: 'unreachable', detail: '' } } as const;
    const waiting = { message: t('Waiting for {0}…', 'intel.example'), since: 5 };
    const panel = panelView(result({ state }), context, { waiting });
    assert.deepEqual([panel.loading, panel.notices], [waiting, []]);
  });

  it('shows that a lookup was canceled, and offers to retry', () => {
    const [notice] = panelView(result({ state: { kind: 'pending', host: 'intel.example' } }), context, {
      isCanceled: true,
    }).notices;
    assert.deepEqual([notice?.text, notice?.actions], [t('Canceled.'), [{ label: t('Try Again'), action: 'lookUp' }]]);
  });

  it('is a page that runs and loads only its own two files', () => {
    const html = panelHtml({
      title: '"><script>x</script>',
      script: 'https://w/record.js',
      styles: ['https://w/base.css', 'https://w/record.css'],
      nonce: 'abc',
      locale: { language: 'de', bundle: { a: '</script><script>x</script>' } },
    });
    assert.match(html, /default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc';/);
    assert.equal(html.match(/<script/g)?.length, 2);
    assert.match(html, /<html lang="de">/);
    assert.doesNotMatch(html, /style="|onclick|unsafe/);
  });
});
