import assert from 'node:assert/strict';
import { defang, findIndicators, parseIndicator } from '../../../../src/core/indicators';
import type { RequestLogEntry } from '../../../../src/core/lookups/types';
import { reportText } from '../../../../src/features/shared/panels/report';
import { mergeEntries, RequestLogReport } from '../../../../src/features/privacy/requestLogReport';
import { strings } from '../../../../src/features/privacy/strings';
import { t } from '../../../../src/l10n';

const tools = { defang, findIndicators, parseIndicator };

function entry(changes: Partial<RequestLogEntry> = {}): RequestLogEntry {
  return {
    id: '1',
    at: Date.UTC(2025, 2, 4, 9, 5, 26),
    to: 'https://lookups-test-1.com/p',
    what: ['lookups-test-2.com'],
    why: 'hover',
    outcome: 'answered',
    ...changes,
  };
}

const report = (...entries: readonly RequestLogEntry[]) => new RequestLogReport().of(entries, tools);
const rowOf = (changes: Partial<RequestLogEntry> = {}) => {
  const [row] = report(entry(changes)).rows;
  assert.ok(row);
  return row;
};

describe('The request log', () => {
  it('shows a query whole, its indicators defanged', () => {
    const row = rowOf({ why: 'query', what: ['ioc=lookups-test-2.com or threat="Example Kit"'] });
    assert.equal(row.name, 'ioc=lookups-test-2[.]com or threat="Example Kit"');
    assert.equal(row.cells['reason'], strings.reasons('query'));
    assert.equal(row.open, undefined);
  });

  it('shows the time, destination, reason, result, and the defanged values, which open their records', () => {
    const row = rowOf();
    assert.equal(row.name, 'lookups-test-2[.]com');
    assert.deepEqual(row.cells, {
      destination: 'lookups-test-1.com/p',
      reason: strings.reasons('hover'),
      result: 'answered',
    });
    assert.deepEqual(row.timestamps, { time: Date.UTC(2025, 2, 4, 9, 5, 26) });
    assert.deepEqual(row.open, { kind: 'indicator', type: 'domain', value: 'lookups-test-2.com' });
  });

  it('has a row for each value of a request', () => {
    const { rows, summary } = report(entry({ what: ['lookups-test-2.com', 'lookups-test-3.com'] }));
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['lookups-test-2[.]com', 'lookups-test-3[.]com'],
    );
    assert.equal(new Set(rows.map(({ key }) => key)).size, 2);
    assert.equal(summary, strings.requests(1));
  });

  it('contains nothing clickable', () => {
    const { name, cells } = rowOf({ what: ['https://lookups-test-2.com/a'] });
    assert.doesNotMatch([name, ...Object.values(cells)].join(), /https?:\/\//);
  });

  it('copies rows defanged, in their original spelling, and as a Markdown table', () => {
    const shown = report(entry({ what: ['https://lookups-test-2.com/a|b'] }));
    const copy = (form: 'defanged' | 'plain' | 'markdown') => reportText(shown, shown.rows, form);
    const titles = shown.columns.map(({ title }) => title).join('\t');
    const lineOf = (value: string): string =>
      `2025-03-04 09:05:26 UTC\t${value}\tanswered\tlookups-test-1.com/p\thover`;
    assert.equal(copy('defanged'), `${titles}\n${lineOf('hxxps://lookups-test-2[.]com/a|b')}`);
    assert.equal(copy('plain'), `${titles}\n${lineOf('https://lookups-test-2.com/a|b')}`);
    const [head, , row] = copy('markdown').split('\n');
    assert.equal(head, `| ${shown.columns.map(({ title }) => title).join(' | ')} |`);
    assert.match(
      row ?? '',
      /^\| 2025-03-04 09:05:26 UTC \| `hxxps:\/\/lookups-test-2\[\.\]com\/a\\\|b` \| `answered` \| `lookups-/,
    );
  });

  it('copies only the columns shown', () => {
    const shown = report(entry({ what: ['lookups-test-2.com'] }));
    assert.equal(
      reportText(shown, shown.rows, 'plain', ['name', 'result']),
      'Content\tResult\nlookups-test-2.com\tanswered',
    );
  });

  it('copies text that a spreadsheet would run as a formula with an apostrophe, and without line breaks', () => {
    const { columns } = report();
    const row = { key: '1', name: '=HYPERLINK("x")\n\u202Ey\tz', cells: { result: '@SUM(1)' } };
    const text = reportText({ columns }, [row], 'plain', ['name', 'result']);
    assert.match(text, /^Content\tResult\n'=HYPERLINK\("x"\)[^\t\n\u202E]*\t'@SUM\(1\)$/);
  });

  it('says that requests of other windows may be missing if the store could not be read', () => {
    const incomplete = new RequestLogReport().of([], tools, false);
    assert.deepEqual(
      incomplete.notices?.map(({ text }) => text),
      [t("Only requests from this window are listed, because the local store couldn't be read.")],
    );
    assert.notEqual(incomplete.summary, t('The log is empty.'));
    assert.deepEqual(report().notices, []);
  });

  it('shows and copies no password', () => {
    const { name, plain } = rowOf({ what: ['https://user:secret@lookups-test-2.com/a'] });
    assert.doesNotMatch(`${name} ${plain ?? ''}`, /secret/);
  });

  it('marks pending requests and unencrypted services', () => {
    const { cells } = rowOf({ outcome: 'pending', to: 'http://127.0.0.1:80' });
    assert.deepEqual([cells['result'], cells['destination']], ['pending', 'http://127.0.0.1:80']);
  });

  it('labels results', () => {
    const what = ['lookups-test-2.com', 'lookups-test-3.com'];
    for (const [changes, label] of [
      [{ outcome: 'rateLimited', notSent: true }, 'not sent: rate limit reached'],
      [{ outcome: 'badBaseUrl' }, 'not sent: invalid base URL'],
      [{ outcome: 'answered', known: 1, what }, '1 of 2 found'],
      [{ outcome: 'answered', requests: 3 }, 'answered, 3 requests'],
      [{ outcome: 'canceled', requests: 1 }, 'canceled, 1 request'],
      [{ outcome: 'keyRequired' }, 'API key required'],
    ] as const)
      assert.equal(rowOf(changes).cells['result'], label);
  });

  it('says which values of a request are known', () => {
    const what = ['lookups-test-2.com', 'lookups-test-3.com', 'lookups-test-4.com'];
    const { rows } = report(entry({ what, known: 1, knownAt: [1] }));
    assert.deepEqual(
      rows.map(({ cells }) => cells['result']),
      ['not found', 'found', 'not found'],
    );
    assert.deepEqual(rows[0]?.hovers, { result: '1 of 3 found' });
  });

  it('names what was requested', () => {
    for (const [value, subject, label] of [
      ['lookups-test-2.com', { kind: 'indicator', part: 'links', page: 2 }, 'lookups-test-2[.]com, links, page 2'],
      ['12', { kind: 'indicator', isId: true }, 'indicator 12'],
      ['Example Kit', { kind: 'threat', part: 'summary' }, 'threat “Example Kit”, summary'],
      ['5', { kind: 'feed', isId: true, part: 'links' }, 'feed 5, links'],
      ['One', { kind: 'collection', collection: '91a7' }, 'collection “One” (91a7)'],
      ['Bad names', { kind: 'list' }, 'list “Bad names”'],
    ] as const) {
      const { name, open } = rowOf({ what: [value], subject });
      assert.equal(name, label);
      assert.equal(open !== undefined, value === 'lookups-test-2.com');
    }
  });

  it('makes hidden characters and line breaks visible', () => {
    const { name } = rowOf({ what: ['lookups-test-2.com/\n2025 forged \u202e'] });
    assert.doesNotMatch(name, /[\n\u202e]/);
    assert.ok(name.includes('[U+202E]'));
  });

  it('reports that no requests were sent, with nothing to clear', () => {
    const { summary, buttons } = report();
    assert.equal(summary, t('The log is empty.'));
    assert.deepEqual(buttons, []);
    assert.deepEqual(
      report(entry()).buttons?.map(({ action }) => action),
      ['clear'],
    );
  });

  it('adds new requests at the end and keeps the rows of the others', () => {
    const log = new RequestLogReport();
    const [one, two] = [entry(), entry({ id: '2', at: 9e12, outcome: 'pending' })];
    const before = log.of([two, one], tools).rows;
    const after = log.of([entry({ id: '3', at: 9.1e12 }), { ...two, outcome: 'answered' }, one], tools).rows;
    assert.equal(after[0], before[0]);
    assert.notEqual(after[1], before[1]);
    assert.deepEqual(
      after.map(({ key }) => key),
      ['1 0', '2 0', '3 0'],
    );
  });

  it('shows only the newest of too many values, and says so', () => {
    const what = Array.from({ length: 20_001 }, (_, index) => `lookups-test-${index}.com`);
    const { rows, notices } = report(entry({ why: 'sync', what }));
    assert.equal(rows.length, 20_000);
    assert.equal(rows.at(-1)?.plain, what.at(-1));
    assert.equal(notices?.[0]?.text, strings.newestOnly(20_000, 20_001));
  });

  it("merges entries of other windows with this window's own, newest first, without duplicates", () => {
    const own = [entry({ id: 'b', at: 2, outcome: 'answered' })];
    const stored = [
      entry({ id: 'c', at: 3 }),
      entry({ id: 'b', at: 2, outcome: 'pending' }),
      entry({ id: 'a', at: 1 }),
    ];
    const merged = mergeEntries(own, stored);
    assert.deepEqual(
      merged.map(({ id, outcome }) => [id, outcome]),
      [
        ['c', 'answered'],
        ['b', 'answered'],
        ['a', 'answered'],
      ],
    );
  });
});
