import assert from 'node:assert/strict';
import { strings } from '../../../../src/features/records/strings';
import { toRecordPanel } from '../../../../src/webviews/messages/record';
import { panelHtml } from '../../../../src/features/shared/panels/panelHtml';
import type { PropertyHistory } from '../../../../src/core/records/history';
import { breakdownViews } from '../../../../src/features/records/view/countViews';
import { recordView } from '../../../../src/features/records/view/recordView';
import * as indicators from '../../../../src/core/indicators';
import { textPieces } from '../../../../src/features/shared/indicators/textPieces';
import { defangText } from '../../../../src/features/shared/text/defangText';
import { textOf } from '../../../../src/webviews/messages/pieces';
import { context as words, day, known, now, result } from '../shared/builders';
import { t } from '../../../../src/l10n';
import { panelView, comparisonView } from '../../../../src/features/records/pages/indicatorPage';

const context = {
  ...words,
  offerSample: () => true,
  defangText: (text: string) => defangText(text, indicators),
  pieces: (text: string) => textPieces(text, indicators),
};

describe('The view of a record', () => {
  it('shows groups in the order of the specification, with labels and exact keys, and omits empty ones', () => {
    const { sections } = recordView(
      known({
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
      }),
      context,
    );
    assert.deepEqual(
      sections.map(({ title, rows }) => [
        title,
        ...rows.map(({ label, key, values }) => `${label} <${key}> ${values.map((value) => textOf(value)).join(', ')}`),
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
        ['Web', 'Content type <++content-type> text/html', 'Content-Type <Content-Type> text/html; charset=utf-8'],
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
    const view = recordView(
      known({
        properties: {
          dns: { mx: ['10 mail.lookups-test-1.com'], aaaa: ['2001:db8::7'] },
          ssl: { subject: ['CN=lookups-test-1.com'] },
          http: { '++base': ['https://lookups-test-1.com/'], '++status': ['HTTP/1.1 200 OK'] },
        },
        riskFactors: [{ description: 'Redirects to lookups-test-2.com', risk: 'low' }],
        comments: [{ text: 'see hxxp://lookups-test-3[.]com/a and http://lookups-test-3.com/b' }],
        other: { seen_at: [{ host: 'lookups-test-4.com' }] },
      }),
      context,
    );
    assert.deepEqual(
      view.sections.flatMap(({ rows }) => rows.flatMap(({ values }) => values.map((value) => textOf(value)))),
      [
        '10 mail[.]lookups-test-1[.]com',
        '2001[:]db8[:][:]7',
        'hxxps://lookups-test-1[.]com/',
        'HTTP/1.1 200 OK',
        'CN=lookups-test-1[.]com',
        '{"host":"lookups-test-4[.]com"}',
      ],
    );
    assert.equal(textOf(view.reasons[0]?.text ?? ''), 'Redirects to lookups-test-2[.]com');
    assert.equal(
      textOf(view.comments[0]?.text ?? ''),
      'see hxxp://lookups-test-3[.]com/a and hxxp://lookups-test-3[.]com/b',
    );
  });

  it('shows properties of a bundle with labels, the most important first', () => {
    const { sections, feeds, threats } = recordView(
      known({
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
      }),
      context,
    );
    assert.deepEqual(
      sections.map(({ title, rows }) => [
        title,
        ...rows.map(({ label, values }) => `${label}: ${values.map((value) => textOf(value)).join(', ')}`),
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
    assert.equal(feeds[0]?.detail, '');
    assert.equal(threats[0]?.category, 'advanced persistent threat');
  });

  it('shows dates, and that there was no active scan', () => {
    const { timestamps, asOf } = recordView(known({ timestamps: { seen: now - 3 * day } }), context);
    assert.deepEqual(timestamps, [
      {
        kind: 'seen',
        label: 'Last seen',
        about: 'stamp_seen',
        at: now - 3 * day,
      },
      { kind: 'probed', label: 'Last active scan', about: 'stamp_probed' },
    ]);
    assert.equal(asOf, now - 5 * 60_000);
  });

  it('puts the worst reason and the worst threat first', () => {
    const view = recordView(
      known({
        riskFactors: [
          { description: 'b', risk: 'low' },
          { description: 'a', risk: 'critical' },
        ],
        threats: [
          { name: 'mild', risk: 'low' },
          { name: 'bad', risk: 'high' },
        ],
      }),
      context,
    );
    assert.deepEqual(
      view.reasons.map(({ text }) => text),
      ['a', 'b'],
    );
    assert.deepEqual(
      view.threats.map(({ name }) => name),
      ['bad', 'mild'],
    );
  });

  it('shows invisible characters by name, and limits its size', () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, ['v']]));
    const view = recordView(
      known({
        properties: { meta: many, dns: { txt: ['z'.repeat(2_000_000), 'a\u202eb'] } },
        comments: [{ text: 'line\nline\u0000', title: 'a\u200bb' }],
        redirects: { from: [{ value: 'http://a.example/\u202e' }], to: [] },
      }),
      context,
    );
    // What a click on an indicator opens is its exact value, which is not shown.
    const text = JSON.stringify(view, (key, value: unknown) => (key === 'open' ? undefined : value));
    assert.ok(text.length < 600_000);
    assert.ok(!/[\u202e\u200b]/.test(text));
    assert.equal(view.sections.find(({ id }) => id === 'meta')?.total, 50_000);
    assert.equal(view.comments[0]?.text, 'line\nline[U+0000]');
  });
});

describe('The view of a hostile record', () => {
  it("reports what isn't shown, and what wasn't stored", () => {
    const comments = Array.from({ length: 1_204 }, () => ({ text: 'x' }));
    const skipped = [
      { at: 'properties.meta', count: 10_000 },
      { at: 'other', count: 0 },
    ];
    assert.deepEqual(recordView(known({ comments, skipped }), context).skipped, [
      strings.record.showing([strings.record.shownOf.comments(300, 1_204)]),
      strings.record.skipped([strings.record.skippedMore('properties.meta', 10_000), strings.record.unspecifiedKeys()]),
    ]);
    assert.deepEqual(recordView(known({}), context).skipped, []);
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
      const view = recordView(known(record), context);
      const text = JSON.stringify(view);
      assert.ok(text.length < 1_000_000, `${text.length}`);
      assert.ok((text.match(/"open"/g) ?? []).length < 6_000);
      const { riskFactors = [], comments = [] } = { riskFactors: undefined, comments: undefined, ...record };
      assert.deepEqual(
        view.skipped,
        riskFactors.length + comments.length === 0
          ? []
          : [t('Long text was truncated. Copy the JSON or export the record to get everything.')],
      );
    }
  });

  it('limits the number of groups and summarizes the rest', () => {
    const properties = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`g${index}`, { k: ['v'] }]));
    const { sections } = recordView(known({ properties }), context);
    assert.equal(sections.length, 61);
    assert.equal(sections.at(-1)?.title, t('More groups'));
  });

  it('accepts any nesting depth', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    const { sections } = recordView(known({ other: { deep } }), context);
    assert.match(textOf(sections[0]?.rows[0]?.values[0] ?? ''), /nested too deeply/);
  });
});

describe('A record panel', () => {
  it('gets only what its message schema allows', () => {
    const page = panelView(result({ known: [known({ riskFactors: [{ description: 'x', risk: 'low' }] })] }), context);
    const state = { subject: { kind: 'indicator', type: 'domain', value: 'x.example' }, back: [], forward: [] };
    const panel = { ...page, state, visit: 1 };
    assert.deepEqual(toRecordPanel.parse({ kind: 'show', panel }), { kind: 'show', panel });
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
        text: strings.notices.lookupSendsThis.domain('intel.example'),
        actions: [{ label: strings.notices.lookUpOn('intel.example'), action: 'lookUp' }],
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
        assert.doesNotMatch(words, /Not in the local store|No data found|No information/);
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
      recordView(known({ riskFactors: [], feeds: [], ...more }, { source }), context).reasons.map(
        ({ text, risk }) => `${textOf(text)}: ${risk.label}`,
      );
    assert.deepEqual(reasonsOf({ risk: 'high' }), ['Listed in team.csv: High risk']);
    assert.deepEqual(reasonsOf({ risk: 'unknown' }), []);
    assert.deepEqual(reasonsOf({ risk: 'high', riskFactors: [{ description: 'Seen', risk: 'low' }] }), [
      'Seen: Low risk',
    ]);
  });

  it('shows “retired” as the risk of a threat, a reason or a recommendation', () => {
    const view = recordView(
      known({
        riskRecommended: 'retired',
        riskFactors: [{ description: 'Listed once', risk: 'retired' }],
        threats: [{ name: 'Example Kit', risk: 'retired' }],
      }),
      context,
    );
    assert.deepEqual([view.reasons[0]?.risk.label, view.threats[0]?.risk.label], ['Retired', 'Retired']);
    const rows = view.sections.flatMap((section) => section.rows);
    assert.equal(textOf(rows.find(({ key }) => key === 'risk_recommended')?.values[0] ?? ''), 'Retired');
  });

  it('shows a timestamp in a value with its time zone and age', () => {
    const [section] = recordView(
      known({ properties: { whois: { '++registered': ['2026-11-06 12:00:00'] } } }),
      context,
    ).sections;
    assert.equal(textOf(section?.rows[0]?.values[0] ?? ''), '2026-11-06 12:00:00 UTC · 14 days ago');
  });

  it('offers to find others with every value that a query can express, as spelled by its source', () => {
    const view = recordView(
      known({
        properties: {
          whois: {
            '++registrar': ['Example Registrar, Inc.'],
            '++privacy': ['1'],
            'name server': ['ns1.example', 'a*'],
          },
          dns: { a: ['203.0.113.77'] },
          ssl: { fingerprint: ['5f:c9'], issuer: ['CN="Example" \\ CA'] },
          meta: { risk: ['high'], '++title': ['two\nlines'] },
        },
        attributes: { port: [['8443', 'HTTPS']], technology: [['nginx']] },
        threats: [{ name: 'Example Kit', risk: 'high' }],
        feeds: [{ name: 'Example Feed' }, { name: '*' }],
      }),
      context,
    );
    assert.deepEqual(
      Object.fromEntries(view.sections.flatMap(({ rows }) => rows.map(({ key, others }) => [key, others]))),
      {
        '++registrar': ['++registrar="Example Registrar, Inc."'],
        '++privacy': ['++privacy=1'],
        'name server': ['"name server"=ns1.example', null],
        a: ['a=203.0.113.77'],
        fingerprint: ['fingerprint=5f:c9'],
        issuer: ['issuer="CN=\\"Example\\" \\\\ CA"'],
        risk: undefined,
        '++title': undefined,
        port: ['port=8443'],
        technology: ['technology=nginx'],
      },
    );
    assert.deepEqual(
      [...view.threats, ...view.feeds].map(({ others }) => others),
      ['threat="Example Kit"', 'feed="Example Feed"', undefined],
    );
    const earlier = {
      dns: {
        a: [
          { value: '192.0.2.7', latest: true },
          { value: '192.0.2.8', latest: false },
        ],
      },
    };
    const [group] = comparisonView(earlier, context).groups;
    assert.deepEqual(
      group?.rows.flatMap(({ before, now: after }) => [...before, ...after].map(({ others }) => others)),
      ['a=192.0.2.8', 'a=192.0.2.7'],
    );
    const [spread] = breakdownViews(
      { technology: [{ value: 'nginx', name: 'nginx web server', counts: { total: 3, levels: {} } }] },
      {},
      context,
    );
    assert.deepEqual(
      spread?.rows.map(({ others }) => others),
      ['technology=nginx'],
    );
  });

  it('shows when a comment was changed', () => {
    const comment = { text: 'a', added: now - 4 * day };
    const { comments } = recordView(
      known({ comments: [{ ...comment, updated: now - 2 * day }, { ...comment, updated: comment.added }, comment] }),
      context,
    );
    assert.deepEqual(
      comments.map(({ added, changed }) => [added, changed]),
      [
        [now - 4 * day, now - 2 * day],
        [now - 4 * day, undefined],
        [now - 4 * day, undefined],
      ],
    );
  });

  it('offers the page that a source names, by host, and no invalid URL', () => {
    const label = (reference: unknown): string | undefined =>
      recordView(known({ other: { reference } }), context).page?.label;
    assert.equal(label('https://intel.example/indicator/?iid=7'), 'Open Page on intel.example…');
    assert.equal(label('command:workbench.action.terminal.new'), undefined);
    assert.equal(label(7), undefined);
  });

  it("doesn't report missing scans as scans without changes", () => {
    const value = { value: 'a', latest: true };
    const compared = (history: PropertyHistory): string => comparisonView(history, context).status;
    assert.equal(compared({ dns: { a: [value] } }), strings.record.noPreviousScansStored());
    assert.equal(compared({ dns: { a: [value, { ...value, latest: false }] } }), strings.record.nothingChanged());
  });

  it('shows which service is queried instead of the previous error', () => {
    const state = { kind: 'failed', host: 'intel.example', error: { kind: 'unreachable', detail: '' } } as const;
    const waiting = { message: strings.panel.waitingFor('intel.example'), since: 5 };
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
      style: 'https://w/record.css',
      nonce: 'abc',
      locale: { language: 'de', bundle: { a: '</script><script>x</script>' } },
    });
    assert.match(html, /default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc';/);
    assert.equal(html.match(/<script/g)?.length, 2);
    assert.match(html, /<html lang="de">/);
    assert.doesNotMatch(html, /style="|onclick|unsafe/);
  });
});
