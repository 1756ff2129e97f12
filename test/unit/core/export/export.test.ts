import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defang, findIndicators } from '../../../../src/core/indicators';
import {
  exportCsv,
  type Exported,
  exportGroupStix,
  exportJson,
  exportLinksCsv,
  exportMarkdown,
  exportStix,
  otherStatement,
} from '../../../../src/core/export/records';
import type { Known } from '../../../../src/core/records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import { readExploreCsv, readExploreStix } from '../../../../src/core/results';
import { readBundle } from '../../../../src/core/stix/objects';
import { rawJson, rawView } from '../../../../src/features/records/rawJson';
import { defangText } from '../../../../src/core/indicators/identity/defangText';
import { noon, rich } from '../../service/servedRecords';

const context = { defang, defangText: (text: string) => defangText(text, { findIndicators, defang }) };
const source = { kind: 'service', name: 'lookups-test-1.com', address: 'https://lookups-test-1.com' } as const;
const of = (record: IndicatorRecord): Exported => ({ kind: 'indicator', record, source, asOf: noon });
const threat: Extract<Exported, { kind: 'threat' }> = {
  kind: 'threat',
  source,
  asOf: noon,
  threat: {
    tid: 5,
    name: 'Example Kit',
    category: 'phishing',
    risk: 'high',
    retired: false,
    description: 'Talks to login-update.example.\nSecond line.',
    otherNames: ['Kit A'],
    references: [{ name: 'catalogue', id: 'C-1', url: 'https://catalogue.example/1' }],
    news: [{ title: 'Seen', link: 'https://news.example/1', at: noon }],
    ttps: ['T1566 Phishing'],
    timestamps: { added: noon },
    other: { seen: 5 },
  },
  summary: {
    updatedLastDomain: noon,
    risk: { total: 3, levels: { high: 2, none: 0 }, retired: 1 },
    breakdowns: { port: [{ value: '443', name: 'HTTPS', counts: { total: 3, levels: {} } }] },
    properties: {},
    feeds: [{ name: 'Example Feed', counts: { total: 3, levels: {} } }],
    threats: [],
    other: {},
  },
  links: {
    links: [
      {
        value: 'login-update.example',
        type: 'domain',
        risk: 'high',
        retired: true,
        linked: noon,
        properties: {},
        attributes: {},
        other: {},
      },
    ],
    total: 3,
  },
};

/** Returns the Markdown outside of code spans and fenced blocks, which may be formatted. */
function outsideCode(markdown: string): string {
  return markdown.replace(/^(`{3,})text\n[^]*?\n\1$/gm, '').replace(/(?<!`)(`+)(?!`)[^]*?[^`]\1(?!`)/g, '');
}

describe('A record as JSON', () => {
  it('is complete, with timestamps in ISO 8601, counts as numbers, and unknown keys unchanged', () => {
    const json = JSON.parse(exportJson(of(rich))) as { asOf: string; record: Record<string, unknown> };
    assert.equal(json.asOf, '2024-03-01T12:00:00.000Z');
    assert.deepEqual(json.record['stamps'], {
      added: '2024-03-01T12:00:00.000Z',
      updated: '2024-03-01T12:00:01.000Z',
      seen: '2024-03-01T12:00:02.000Z',
      retired: '2024-03-01T12:01:01.000Z',
    });
    assert.deepEqual([json.record['retired'], json.record['properties']], [true, rich.properties]);
    const reported = JSON.parse(exportJson(threat)) as {
      threat: { other: unknown; news: readonly { at: string }[] };
      summary: { risk: { retired: number } };
    };
    assert.deepEqual([reported.summary.risk.retired, reported.threat.other], [1, { seen: 5 }]);
    assert.equal(reported.threat.news[0]?.at, '2024-03-01T12:00:00.000Z');
  });
});

describe('A record of several sources', () => {
  const other: Known = {
    kind: 'known',
    source: { kind: 'import', name: 'list|.csv' },
    asOf: noon,
    detail: 'full',
    record: {
      ...emptyRecord('login-update.example', 'domain'),
      risk: 'low',
      retired: true,
      timestamps: { seen: noon },
      riskFactors: [{ description: 'Calls bad.example', risk: 'low' }],
      threats: [{ name: 'Example Kit', risk: 'low' }],
    },
  };
  const exported: Exported = {
    kind: 'indicator',
    record: rich,
    source,
    asOf: noon,
    otherSources: [otherStatement(other)],
  };

  it('names all of them in Markdown, with risk, reasons, threats, and dates', () => {
    const text = exportMarkdown(exported, context);
    assert.match(
      text,
      /\n## Other sources\n\n- `list\|\.csv` · Low risk · retired · `Calls bad\[\.\]example` · `Example Kit` · Last seen: 2024-03-01 12:00 UTC · as of 2024-03-01 12:00 UTC\n/,
    );
    assert.doesNotMatch(exportMarkdown(of(rich), context), /Other sources/);
  });

  it('has them in JSON', () => {
    const json = JSON.parse(exportJson(exported)) as { otherSources: readonly Record<string, unknown>[] };
    assert.deepEqual(json.otherSources, [
      {
        source: { kind: 'import', name: 'list|.csv' },
        asOf: '2024-03-01T12:00:00.000Z',
        risk: 'low',
        retired: true,
        stamps: { seen: '2024-03-01T12:00:00.000Z' },
        reasons: [{ description: 'Calls bad.example', risk: 'low' }],
        threats: ['Example Kit'],
        markings: [],
      },
    ]);
  });
});

describe('A record as Markdown for a ticket', () => {
  it('has a column for what lists say that it is, in CSV', () => {
    const context = { kind: 'knownServices', category: 'cloud', label: '=AWS' } as const;
    const listed = { ...emptyRecord('a.example', 'domain'), contexts: [context] };
    const [head = '', row = ''] = exportCsv(listed, () => undefined).split('\n');
    assert.match(head, /,context$/);
    assert.match(row, /,cloud: =AWS$/);
    assert.doesNotMatch(
      exportCsv(emptyRecord('a.example', 'domain'), () => undefined),
      /context/,
    );
  });

  it('says what lists say that it is', () => {
    const contexts = [{ kind: 'informational', category: 'sinkhole', label: 'a|b', source: 'list' }] as const;
    const record = emptyRecord('a.example', 'domain');
    const source = { kind: 'import', name: 'a.csv' } as const;
    const text = exportMarkdown({ kind: 'indicator', source, asOf: 0, record, contexts }, context);
    assert.match(text, /\n- `Sinkhole · a\|b` \(`list`\)\. A machine that contacts it may be infected\.\n/);
  });

  it('contains the verdict first, then the reasons and the source', () => {
    const lines = exportMarkdown(of(rich), context).split('\n');
    assert.equal(lines[0], '# `login-update[.]example`');
    assert.equal(lines[2], '**High risk** · set manually (automatic score: medium) · retired (`No recent activity`)');
    assert.ok(lines.includes('- `In a phishing feed` (high)'));
    assert.ok(lines.includes('- `Example Kit` · `phishing` · high · linked 2024-03-01 12:00 UTC'));
    assert.equal(lines.at(-2), 'From `lookups-test-1.com`, as of 2024-03-01 12:00 UTC.');
    assert.ok(!lines.some((line) => /\bundefined\b|\[object/.test(line)));
  });

  it('distinguishes retired reasons and threats, and active and passive scans', () => {
    const record: IndicatorRecord = {
      ...rich,
      timestamps: { probed: noon },
      riskRecommended: 'retired',
      riskFactors: [{ description: 'Listed once', risk: 'retired' }],
      threats: [{ name: 'Example Kit', risk: 'retired' }],
    };
    const text = exportMarkdown(of(record), context);
    for (const words of ['automatic score: retired', '`Listed once` (retired)', '`Example Kit` · retired'])
      assert.ok(text.includes(words), text);
    assert.match(text, /- Last active scan: 2024-03-01 12:00 UTC/);
  });

  it('contains when a comment was written and changed', () => {
    const [added, updated] = [Date.UTC(2026, 0, 4, 10), Date.UTC(2026, 0, 9, 11)];
    const comments = [
      { username: 'ana', text: 'a', added, updated },
      { username: 'ben', text: 'b', added, updated: added },
      { username: 'cem', text: 'c', updated },
    ];
    const lines = exportMarkdown(of({ ...rich, comments }), context).split('\n');
    assert.deepEqual(
      lines.filter((line) => /^`(?:ana|ben|cem)`/.test(line)),
      [
        '`ana` · 2026-01-04 10:00 UTC, changed 2026-01-09 11:00 UTC',
        '`ben` · 2026-01-04 10:00 UTC',
        '`cem` · changed 2026-01-09 11:00 UTC',
      ],
    );
  });

  it("contains the summary of a threat's links, and how many of them are stored", () => {
    const text = exportMarkdown(threat, context);
    for (const part of [
      '**High risk**',
      '3 in total: 2 high, 1 retired.',
      '- `HTTPS`: 3',
      '## Links (1 of 3)',
      '- `T1566 Phishing`',
    ])
      assert.ok(text.includes(part), `${part} in\n${text}`);
    assert.match(text, /```text\nTalks to login-update\[\.\]example\.\nSecond line\.\n```/);
  });

  it('omits what is unknown', () => {
    const lines = exportMarkdown(of(emptyRecord('a.example', 'domain')), context).split('\n');
    assert.deepEqual(lines, [
      '# `a[.]example`',
      '',
      '**Risk unknown**',
      '',
      '- Type: domain',
      '',
      'From `lookups-test-1.com`, as of 2024-03-01 12:00 UTC.',
      '',
    ]);
  });

  it('contains no clickable indicator, and untrusted text only in code spans', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '</code><img src=x onerror=alert(1)>',
        '[x](command:workbench.action.quit)',
        '` [x](https://login-update.example) `',
        '```\n# not a heading\n```',
        '@everyone #1 ~~x~~',
        '\u202Etxt.exe',
        'https://login-update.example/a?b',
        '\n\n# heading\n\n',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        const text = exportMarkdown(
          of({
            ...emptyRecord('login-update.example', 'domain'),
            retired: true,
            retiredReason: a,
            riskFactors: [{ description: b, risk: 'low' }],
            threats: [{ name: a, risk: 'low', category: b }],
            feeds: [{ name: b, organization: a }],
            redirects: { from: [{ value: a }], to: [] },
            comments: [{ text: a, title: b, username: a }],
            attributes: { [b]: [[a]] },
            properties: { [a]: { [b]: [a, b] } },
          }),
          context,
        );
        const left = outsideCode(text);
        assert.doesNotMatch(left, /[<>[\]@`~]|command:|https?:/, left);
        assert.doesNotMatch(text, /login-update\.example/);
        assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u);
      }),
      { numRuns: 60 },
    );
  });

  it('truncates long lists, and reports it', () => {
    const feeds = Array.from({ length: 60 }, (_, at) => ({ name: `Feed ${at}` }));
    assert.match(exportMarkdown(of({ ...emptyRecord('a.example', 'domain'), feeds }), context), /- … and 10 more/);
  });
});

describe('A record as STIX and as CSV', () => {
  it('is a bundle of identity, extension definition, and indicator that can be imported again', () => {
    const bundle = JSON.parse(exportStix(rich, noon)) as { type: string; objects: readonly { type: string }[] };
    assert.equal(bundle.type, 'bundle');
    assert.deepEqual(
      bundle.objects.map(({ type }) => type),
      ['identity', 'extension-definition', 'identity', 'infrastructure', 'indicator', 'relationship'],
    );
    const reader = readBundle(noon);
    const statements = [...bundle.objects.map((object) => reader.read(object)), reader.end()].flatMap(
      (reading) => reading.statements,
    );
    const [back] = statements.filter((each) => each.kind === 'indicator');
    assert.deepEqual([back?.record.value, back?.record.risk, back?.record.retired], [rich.value, 'high', true]);
  });

  it('is the header and one row of an Explore CSV', () => {
    const [header, row, end] = exportCsv(rich, () => 'https://lookups-test-1.com/?iid=1').split('\n');
    assert.match(
      header ?? '',
      /^indicator,type,risk,stamp_added,.*,dns_ptr,retired_reason,threats,threat_categories,threat_dates,feeds,feed_organizations,reasons,reason_risks,attr_hosttype,attr_port$/,
    );
    assert.match(
      row ?? '',
      /^login-update\.example,domain,high,"2024-03-01 12:00:00",.*https:\/\/lookups-test-1\.com\/\?iid=1/,
    );
    assert.equal(end, '');
  });
});

describe('A threat or a feed as STIX and as CSV', () => {
  interface Bundle {
    readonly objects: readonly Readonly<Record<string, unknown>>[];
  }
  const read = (text: string) => {
    const { objects } = JSON.parse(text) as Bundle;
    const reader = readBundle(noon);
    const readings = [...objects.map((object) => reader.read(object)), reader.end()];
    return {
      types: objects.map(({ type }) => type),
      statements: readings.flatMap(({ statements }) => statements),
      warnings: readExploreStix(text, noon)?.warnings,
      left: readings.flatMap(({ skipped }) => skipped),
    };
  };
  const campaign: typeof threat = { ...threat, threat: { ...threat.threat, category: 'apt' } };

  it('is a bundle with the threat, its techniques, and its indicators that can be imported again', () => {
    const { types, statements, warnings, left } = read(exportGroupStix(campaign, noon));
    assert.deepEqual(types, [
      'identity',
      'extension-definition',
      'intrusion-set',
      'attack-pattern',
      'relationship',
      'indicator',
      'relationship',
    ]);
    assert.deepEqual([warnings, left], [[], []]);
    const reported = statements.filter((each) => each.kind === 'threat').at(-1);
    const details = reported?.details ?? {};
    assert.deepEqual(
      [reported?.name, reported?.category, details['aliases'], details['ttps'], details['description']],
      ['Example Kit', 'apt', ['Kit A'], ['T1566 Phishing'], campaign.threat.description],
    );
    assert.deepEqual(details['external_references'], [
      { source_name: 'catalogue', external_id: 'C-1', url: 'https://catalogue.example/1' },
    ]);
    const [indicator] = statements.filter((each) => each.kind === 'indicator');
    assert.deepEqual(
      [indicator?.record.value, indicator?.record.risk, indicator?.record.retired],
      ['login-update.example', 'high', true],
    );
    const relationships = statements
      .filter((each) => each.kind === 'relation')
      .filter(({ to }) => !to.startsWith('identity--'));
    assert.deepEqual(
      relationships.map(({ to, timestamp }) => [to.split('--')[0], timestamp]),
      [['intrusion-set', noon]],
    );
  });

  it('has each indicator once, whatever its relations, and the same IDs in every file', () => {
    const [link] = campaign.links?.links ?? [];
    const twice = link === undefined ? [] : [link, { ...link, iid: 3 }];
    const many = exportGroupStix({ ...campaign, links: { links: twice } }, noon);
    assert.equal(read(many).types.filter((type) => type === 'indicator').length, 1);
    const ids = (text: string): unknown[] => (JSON.parse(text) as Bundle).objects.map(({ id }) => id);
    assert.deepEqual(ids(exportGroupStix(campaign, noon)), ids(exportGroupStix(campaign, noon + 1)));
  });

  it('has a feed as the identity that created its indicators', () => {
    const { links } = threat;
    const feed: Exported = {
      kind: 'feed',
      source,
      asOf: noon,
      feed: { name: 'Phish List', website: 'https://lists.example', references: [], timestamps: {}, other: {} },
      ...(links === undefined ? {} : { links }),
    };
    const { types, statements, warnings } = read(exportGroupStix(feed, noon));
    assert.deepEqual(types, ['identity', 'extension-definition', 'identity', 'indicator']);
    assert.deepEqual(warnings, []);
    assert.deepEqual(
      statements.flatMap((each) => (each.kind === 'feed' ? [each.name] : [])),
      ['Phish List'],
    );
  });

  it('has a row of an Explore CSV for each link, with the additional data of link rows', () => {
    const [link] = threat.links?.links ?? [];
    const lines = exportLinksCsv(
      link === undefined
        ? []
        : [link, { ...link, value: '=cmd.example', retired: false, properties: { geo: { city: ['A, B'] } } }],
    ).split('\n');
    assert.match(lines[0] ?? '', /^indicator,type,risk,stamp_added,.*,dns_ptr,retired,stamp_linked$/);
    assert.match(lines[1] ?? '', /^login-update\.example,domain,high,.*,1,"2024-03-01 12:00:00"$/);
    assert.match(lines[2] ?? '', /"A, B".*,0,"2024-03-01 12:00:00"$/);
    assert.deepEqual([lines.length, lines[3]], [4, '']);
    const back = readExploreCsv(lines.join('\n'));
    assert.deepEqual(back?.records.map(({ value }) => value)[0], 'login-update.example');
  });
});

describe('The raw JSON of a panel', () => {
  it('is identical to the exported JSON', async () => {
    const exported = of({ ...emptyRecord('lookups-test-1.com', 'domain'), timestamps: { seen: noon } });
    const json = await rawJson(exported);
    assert.equal(json, exportJson(exported));
    assert.deepEqual(rawView(json), { text: json, isTruncated: false, isSpelled: false });
    assert.match(json, /"seen": "\d{4}-\d\d-\d\dT/);
  });

  it('reports truncation, and names invisible characters', () => {
    assert.deepEqual(rawView('a\u202eb'), { text: 'a[U+202E]b', isTruncated: false, isSpelled: true });
    const long = rawView('x'.repeat(300_000));
    assert.deepEqual([long.text.length, long.isTruncated], [200_000, true]);
  });

  it('is written despite endless nesting', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    const json = exportJson(of({ ...emptyRecord('lookups-test-1.com', 'domain'), risk: 'high', other: { deep } }));
    assert.match(json, /"risk": "high"/);
    assert.match(json, /nested too deeply/);
  });
});

describe('The export of a record with a note and tags', () => {
  const annotation = { note: '=HYPERLINK("x")\n# Asked for evil-site.com', tags: ['case 7', 'a,b'] };
  const record: IndicatorRecord = { ...emptyRecord('lookups-test-1.com', 'domain'), risk: 'high' };
  const exported: Exported = { ...of(record), ...annotation };

  it('contains them in each format', () => {
    assert.match(exportMarkdown(exported, context), /## Note\n\n```text\n.*\n# Asked for evil-site\[\.\]com\n```/);
    assert.match(exportMarkdown(exported, context), /## Tags\n\n.*case 7, a,b/);
    const json = JSON.parse(exportJson(exported)) as typeof annotation;
    assert.deepEqual([json.note, json.tags], [annotation.note, annotation.tags]);
    const { objects } = JSON.parse(exportStix(record, noon, annotation)) as { objects: Record<string, unknown>[] };
    const [note] = objects.filter(({ type }) => type === 'note');
    const [about] = objects.filter(({ type }) => type === 'indicator');
    assert.deepEqual(
      [note?.['content'], note?.['labels'], note?.['object_refs']],
      [...Object.values(annotation), [about?.['id']]],
    );
    const csv = exportCsv(record, () => undefined, annotation);
    assert.match(csv, /^[^\n]*,note,tags\n/);
    assert.match(csv, /,"'=HYPERLINK\(""x""\)\n# Asked for evil-site\.com","?case 7; a,b"?\n$/);
  });

  it('has no columns and no note without them', () => {
    assert.doesNotMatch(
      exportCsv(record, () => undefined),
      /note|tags/,
    );
    assert.doesNotMatch(exportStix(record, noon), /"note"/);
  });
});
