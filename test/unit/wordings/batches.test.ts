import assert from 'node:assert/strict';
import { model, unknownValue } from '../../harness/wordings/model';
import type { Wording } from '../../harness/wordings/wording';
import { type Session, startSession, forEveryWording, indicatorOf, unlimited } from './session';

const known = model.indicators.slice(0, 120);
/** 120 that the service knows among 80 that it does not. */
const values = [...known.map(({ value }) => value), ...Array.from({ length: 80 }, (_, at) => unknownValue(at))];
const indicators = values.toSorted().map(indicatorOf);

/** How many are known, not known, and open; fails if anything is wrong. */
function counted({ lookups }: Session): readonly [known: number, notFound: number, open: number] {
  const counts: [number, number, number] = [0, 0, 0];
  for (const value of values) {
    const stated = lookups.local(indicatorOf(value), 'triage');
    const entry = known.find((each) => each.value === value);
    if (stated.known[0] !== undefined) {
      assert.equal(stated.known[0].record.risk, entry?.risk, value);
      assert.equal(stated.known[0].record.retired, entry?.retired, value);
      counts[0]++;
    } else if (stated.notFound.length > 0) {
      assert.equal(entry, undefined, `${value} is known to the service`);
      counts[1]++;
    } else counts[2]++;
  }
  return counts;
}

const withLimit = (wording: Wording, requests: number): Wording => ({
  ...wording,
  limits: { ...wording.limits, requests },
});

describe('Triage of 200 indicators in any wording of the service', () => {
  it('finds all known indicators and reports the others as not found, in few requests', () =>
    forEveryWording(25, async (wording, at) => {
      const here = startSession(unlimited(wording), { withKey: at % 2 === 0 });
      const { error } = await here.lookups.lookUpVisible(indicators, { reason: 'triage' });
      assert.equal(error, undefined);
      assert.deepEqual(counted(here), [120, 80, 0]);
      const { length } = here.service.requests;
      assert.ok(length <= 50, `${length} requests`);
    }));

  it('reports nothing wrong, and that it is incomplete if the limit is reached midway', () =>
    forEveryWording(25, async (wording, at) => {
      const here = startSession(withLimit(wording, at % 3), { withKey: at % 2 === 0 });
      const { error } = await here.lookups.lookUpVisible(indicators, { reason: 'triage' });
      const [, , open] = counted(here);
      const { length } = here.service.requests;
      if (open > 0) assert.equal(error?.kind, 'rateLimited');
      // One lower limit may be tried if a larger one was requested.
      assert.ok(length <= (at % 3) + 4, `${length} requests`);
    }));
});
