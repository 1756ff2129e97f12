import assert from 'node:assert/strict';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { LookupResult } from '../../../../src/core/lookups/types';
import type { RiskLevel } from '../../../../src/core/records/risk';
import * as tools from '../../../../src/core/indicators';
import { findFormChanges } from '../../../../src/features/editor/defang/formChanges';
import { knownRisks } from '../../../../src/features/editor/defang/knownRisks';
import { known, result } from '../shared/builders';

const domain = (value: string): Indicator => ({ type: 'domain', value });
const live = new AbortController().signal;

function lookups(risks: Readonly<Record<string, RiskLevel>>, extra: Partial<LookupResult> = {}) {
  return {
    local: (indicator: Indicator) => {
      const risk = risks[indicator.value];
      return result({ indicator, known: risk === undefined ? [] : [known({ risk })], ...extra });
    },
  };
}

describe('Known risks of indicators', () => {
  it('count those with at least medium risk, and URLs by their host', async () => {
    const risks = lookups({ 'a-site.com': 'medium', 'b-site.net': 'low', 'c-site.org': 'critical' });
    const indicators = ['a-site.com', 'b-site.net', 'c-site.org', 'd-site.com'].map(domain);
    assert.deepEqual(await knownRisks(indicators, risks, live), { risky: 2 });
    const onHost = lookups({}, { host: [known({ risk: 'high' })] });
    assert.deepEqual(await knownRisks([{ type: 'url', value: 'http://a-site.com/x' }], onHost, live), { risky: 1 });
  });

  it('name the reason why the store was not read', async () => {
    const unread = lookups({}, { unread: 'newer' });
    assert.deepEqual(await knownRisks([domain('a-site.com')], unread, live), { risky: 0, unread: 'newer' });
  });

  it('are undefined once canceled', async () => {
    const ending = new AbortController();
    const counting = knownRisks([domain('a-site.com')], lookups({}), ending.signal);
    ending.abort();
    assert.equal(await counting, undefined);
  });
});

describe('Changes of the form of indicators', () => {
  it('list each indicator once, with offsets into the whole text', async () => {
    const long = 'x'.repeat(2_000_000);
    const text = `a[.]a-site[.]com\n${long}\nA[.]A-site[.]com b-site.net`;
    const changes = await findFormChanges(text, [{ start: 0, end: text.length }], 'refanged', tools, { signal: live });
    assert.deepEqual(changes?.indicators, [domain('a.a-site.com')]);
    assert.equal(tools.replaceIn(text, changes.replacements), `a.a-site.com\n${long}\nA.A-site.com b-site.net`);
  });

  it('are undefined once canceled', async () => {
    const parts = [{ start: 0, end: 16 }];
    const canceled = AbortSignal.abort();
    assert.equal(await findFormChanges('a[.]a-site[.]com', parts, 'refanged', tools, { signal: canceled }), undefined);
  });
});
