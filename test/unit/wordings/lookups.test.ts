import assert from 'node:assert/strict';
import { model } from '../../harness/wordings/model';
import { plain } from '../../harness/wordings/wording';
import { asking, forEveryWording, indicatorOf, meaning, unlimited } from './asking';

const entryAt = (at: number) => {
  const entry = model.indicators[at % model.indicators.length];
  if (entry === undefined) throw new Error(`nothing at ${at}`);
  return entry;
};

describe('a lookup, whatever the words of the service', () => {
  it('knows of the plain words what the data says', async () => {
    const entry = entryAt(4);
    const answer = await asking(plain).client.indicator(indicatorOf(entry.value));
    assert.ok(answer.ok && answer.value !== undefined);
    const { iid, risk, retired, stamps, properties, comments, threats, attributes } = answer.value;
    assert.deepEqual([iid, risk, retired], [entry.iid, entry.risk, entry.retired]);
    assert.deepEqual(stamps, {
      ...{ added: entry.added, updated: entry.updated, seen: entry.seen },
      ...{ probed: entry.probed, retired: entry.retiredAt },
    });
    assert.deepEqual(properties['whois'], {
      '++registrar': ['Registrar of today'],
      'name server': ['ns1.lookups-test-5.com', 'ns2.lookups-test-5.com'],
    });
    assert.match(comments[0]?.text ?? '', /<script>alert\(4\)<\/script>/);
    assert.deepEqual(
      threats.map(({ name }) => name),
      ['Salt Anchor'],
    );
    assert.deepEqual(attributes['port'], [
      ['80', 'HTTP'],
      ['443', 'HTTPS'],
    ]);
  });

  it('tells the same by value and by iid', () =>
    forEveryWording(60, async (wording, at) => {
      const [here, reference] = [asking(unlimited(wording)), asking(plain)];
      for (const entry of [entryAt(at), entryAt(at + 1), entryAt(at + 4)]) {
        const indicator = indicatorOf(entry.value);
        const expected = await reference.client.indicator(indicator);
        assert.ok(expected.ok);
        const { state, known } = await here.lookups.lookUp(indicator, { reason: 'click' });
        assert.deepEqual(state, { kind: 'settled' });
        assert.deepEqual(meaning(known[0]?.record, wording), meaning(expected.value, wording));
        const byIid = await here.client.indicatorByIid(entry.iid);
        assert.ok(byIid.ok);
        assert.deepEqual(meaning(byIid.value, wording), meaning(expected.value, wording));
      }
    }));
});
