import assert from 'node:assert/strict';
import type { Indicator } from '../../../src/core/indicators/types';
import type { Found } from '../../../src/core/triage/found';
import { countsOf, judge, type Triaged, worstTriaged } from '../../../src/core/triage/judge';
import { triageCsv, triageMarkdown, triageObject } from '../../../src/core/triage/write';
import { defang } from '../../../src/core/indicators';
import { exploringWorld } from '../lookups/exploring';
import { known, mirror } from '../lookups/fakes';

const domain = (value: string): Indicator => ({ type: 'domain', value });
const found = (indicator: Indicator, occurrences = 1): Found => ({
  ...{ indicator, reserved: false, occurrences, files: 1, places: [{ file: 0, line: 3, column: 5 }] },
});
const words = { defang, fileOf: () => 'a|b.log' };

describe('where the indicators of a text stand', () => {
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
  const standingOf = (indicator: Indicator): string => judge(indicator, here.lookups, true).standing;

  it('is told apart: known, not asked, well known, ignored, reserved', () => {
    const all = [bad, domain('n8.lookups-test-3.com'), domain('w3.org'), domain('n7.lookups-test-3.com')];
    assert.deepEqual(all.map(standingOf), ['known', 'unasked', 'wellKnown', 'ignored']);
    assert.equal(standingOf({ type: 'ip', value: '10.0.0.7' }), 'reserved');
    assert.equal(judge(domain('w3.org'), here.lookups, false).standing, 'unasked');
  });

  it('is “asked, not known” after a service has said so', async () => {
    const asked = domain('n9.lookups-test-3.com');
    await here.lookups.lookUpVisible([asked], { reason: 'triage' });
    assert.equal(standingOf(asked), 'notKnown');
  });

  it('of a URL is that of its host where the host is worse, and says so', () => {
    const judged = judge(url, here.lookups, true);
    assert.equal(judged.standing, 'known');
    assert.deepEqual(judged.host, host);
    const row: Triaged = { ...found(url), ...judged };
    assert.equal(triageObject(row, words).risk, 'high');
    assert.equal(triageObject(row, words).riskOf, 'n0.lookups-test-3.com');
    assert.deepEqual(triageObject(row, words).sources, ['Team feed']);
  });

  it('puts the worst first, retired ones behind active ones, then what stands there most often', () => {
    const rows = [
      found(domain('n8.lookups-test-3.com')),
      found(retired),
      found(domain('n6.lookups-test-3.com'), 9),
      found(bad),
    ]
      .map((each): Triaged => ({ ...each, ...judge(each.indicator, here.lookups, true) }))
      .sort(worstTriaged);
    assert.deepEqual(
      rows.map(({ indicator }) => indicator.value.slice(0, 2)),
      ['n1', 'n2', 'n6', 'n8'],
    );
    assert.deepEqual(countsOf(rows), { known: 2, unasked: 2, notKnown: 0, wellKnown: 0, ignored: 0, reserved: 0 });
  });

  it('leaves as text in which nothing runs and nothing links', () => {
    const rows = [found(bad)].map((each): Triaged => ({ ...each, ...judge(each.indicator, here.lookups, true) }));
    const markdown = triageMarkdown('=cmd|evil', rows, words, 0);
    assert.doesNotMatch(markdown, /n1\.lookups/);
    assert.match(markdown, /`a\\\|b\.log:3`/);
    const formula = triageCsv(rows, { ...words, fileOf: () => '=1+1' });
    assert.match(formula, /,'=1\+1:3:5,/);
  });
});
