import assert from 'node:assert/strict';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { Found } from '../../../../src/core/triage/found';
import { countsOf, assess, type Triaged, worstTriaged } from '../../../../src/core/triage/assess';
import { triageCsv, triageMarkdown, triageObject, formatReasons } from '../../../../src/core/triage/triageExport';
import { defang, findIndicators } from '../../../../src/core/indicators';
import { defangText } from '../../../../src/core/indicators/identity/defangText';
import type { Known, Source } from '../../../../src/core/records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import { exploringWorld } from '../lookups/exploring';
import { known, mirror } from '../lookups/fakes';

const domain = (value: string): Indicator => ({ type: 'domain', value });
const found = (indicator: Indicator, occurrences = 1): Found => ({
  ...{ indicator, reserved: false, occurrences, files: 1, locations: [{ file: 0, line: 3, column: 5 }] },
});
const words = {
  defang,
  defangText: (text: string) => defangText(text, { findIndicators, defang }),
  fileOf: () => 'a|b.log',
};

describe('Assessment of indicators', () => {
  const url: Indicator = { type: 'url', value: 'http://n0.lookups-test-3.com/a' };
  const host = domain('n0.lookups-test-3.com');
  const bad = domain('n1.lookups-test-3.com');
  const retired = domain('n2.lookups-test-3.com');
  const here = exploringWorld({
    settings: { mode: 'onDemand', ignore: [{ pattern: 'n7.lookups-test-3.com', origin: 'user' }] },
    stored: [
      [host, known(host, mirror, { risk: 'high' })],
      [bad, known(bad, mirror)],
      [retired, known(retired, mirror, { retired: true })],
    ],
    knows: () => false,
  });
  const lifecycleOf = (indicator: Indicator): string => assess(indicator, here.lookups, true).standing;

  it('distinguishes known, not looked up, well-known, ignored, and reserved indicators', () => {
    const all = [bad, domain('n8.lookups-test-3.com'), domain('w3.org'), domain('n7.lookups-test-3.com')];
    assert.deepEqual(all.map(lifecycleOf), ['known', 'unasked', 'wellKnown', 'ignored']);
    assert.equal(lifecycleOf({ type: 'ip', value: '10.0.0.7' }), 'reserved');
    assert.equal(assess(domain('w3.org'), here.lookups, false).standing, 'unasked');
  });

  it('is “not found” after that answer of a service', async () => {
    const requested = domain('n9.lookups-test-3.com');
    await here.lookups.lookUpVisible([requested], { reason: 'triage' });
    assert.equal(lifecycleOf(requested), 'notKnown');
  });

  it('uses the risk of the host for a URL with a worse host, and names it', () => {
    const assessment = assess(url, here.lookups, true);
    assert.equal(assessment.standing, 'known');
    assert.deepEqual(assessment.host, host);
    const row: Triaged = { ...found(url), ...assessment };
    assert.equal(triageObject(row, words).risk, 'high');
    assert.equal(triageObject(row, words).riskOf, 'n0.lookups-test-3.com');
    assert.deepEqual(triageObject(row, words).sources, ['Team feed']);
  });

  it('contains the reasons of all sources of its risk and its lists without duplicates, in every format', () => {
    const list: Source = { kind: 'import', name: 'list.csv' };
    const unusual = { description: 'Calls n5.lookups-test-3.com', risk: 'medium' } as const;
    const word = (source: Source, more: Partial<IndicatorRecord>): Known => ({
      ...{ kind: 'known', source, asOf: 0, detail: 'full' },
      record: { ...emptyRecord(bad.value, 'domain'), risk: 'high', ...more },
    });
    const [listed, mirrored, feed, low] = [
      word(list, { other: { note: 'redirector' } }),
      word(mirror, { riskFactors: [{ description: 'Marked as evil', risk: 'high' }, unusual] }),
      word({ kind: 'mirror', name: 'Other' }, { feeds: [{ name: 'Bad ones' }], riskFactors: [] }),
      word({ kind: 'mirror', name: 'Third' }, { risk: 'low', riskFactors: [{ description: 'no', risk: 'low' }] }),
    ];
    const row = (...all: Known[]): Triaged => ({
      ...{ ...found(bad), standing: 'known', known: all },
      ...(all[0] === undefined ? {} : { lead: all[0] }),
    });
    const rows = row(listed, mirrored, mirrored, feed, low);
    assert.deepEqual(triageObject(rows, words).reasons, [
      { description: 'Listed in list.csv', risk: 'high' },
      { description: 'Marked as evil', risk: 'high' },
      { description: 'Listed in Bad ones', risk: 'high' },
      unusual,
    ]);
    assert.equal(triageObject(rows, words).about, 'redirector');
    assert.match(
      triageMarkdown('x', [row(listed, mirrored)], words, 0),
      /\| `Listed in list\.csv`, `Marked as evil`, `Calls n5\[\.\]lookups-test-3\[\.\]com`, `redirector` \|/,
    );
    assert.match(triageCsv([row(listed)], words), /,"Listed in list\.csv \(high\); about: redirector",/);
    assert.deepEqual(formatReasons(row(listed)), ['Listed in list.csv', 'redirector']);
    assert.deepEqual(formatReasons(row()), []);
  });

  it('sorts by risk, active before retired, then by occurrences', () => {
    const rows = [
      found(domain('n8.lookups-test-3.com')),
      found(retired),
      found(domain('n6.lookups-test-3.com'), 9),
      found(bad),
    ]
      .map((each): Triaged => ({ ...each, ...assess(each.indicator, here.lookups, true) }))
      .sort(worstTriaged);
    assert.deepEqual(
      rows.map(({ indicator }) => indicator.value.slice(0, 2)),
      ['n1', 'n2', 'n6', 'n8'],
    );
    assert.deepEqual(countsOf(rows), {
      known: 2,
      unasked: 2,
      unread: 0,
      notKnown: 0,
      wellKnown: 0,
      ignored: 0,
      reserved: 0,
    });
  });

  it('exports text without links and formulas', () => {
    const rows = [found(bad)].map((each): Triaged => ({ ...each, ...assess(each.indicator, here.lookups, true) }));
    const markdown = triageMarkdown('=cmd|evil', rows, words, 0);
    assert.doesNotMatch(markdown, /n1\.lookups/);
    assert.match(markdown, /`a\\\|b\.log:3`/);
    const formula = triageCsv(rows, { ...words, fileOf: () => '=1+1' });
    assert.match(formula, /,'=1\+1:3:5,/);
  });
});
