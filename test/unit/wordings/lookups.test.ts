import assert from 'node:assert/strict';
import { model, scanFates, unknownValue } from '../../harness/wordings/model';
import { startRecordingService } from '../../harness/recordingService';
import { wordings } from '../../harness/wordings/profiles';
import { WordedService } from '../../harness/wordings/service';
import { plain } from '../../harness/wordings/wording';
import { startSession, connected, forEveryWording, indicatorOf, meaning, unlimited } from './session';

const entryAt = (at: number) => {
  const entry = model.indicators[at % model.indicators.length];
  if (entry === undefined) throw new Error(`nothing at ${at}`);
  return entry;
};

describe('A lookup in any wording of the service', () => {
  it('returns the data in the plain wording', async () => {
    const entry = entryAt(4);
    const answer = await startSession(plain).client.indicator(indicatorOf(entry.value));
    assert.ok(answer.ok && answer.value !== undefined);
    const { iid, risk, retired, timestamps, properties, comments, threats, attributes } = answer.value;
    assert.deepEqual([iid, risk, retired], [entry.iid, entry.risk, entry.retired]);
    assert.deepEqual(timestamps, {
      added: entry.added,
      updated: entry.updated,
      seen: entry.seen,
      probed: entry.probed,
      retired: entry.retiredAt,
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

  it('returns the same by value and by ID', () =>
    forEveryWording(60, async (wording, at) => {
      const [here, reference] = [startSession(unlimited(wording)), startSession(plain)];
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

  it("is a miss for an unknown indicator, and doesn't affect the next lookup", () =>
    forEveryWording(60, async (wording, at) => {
      const here = startSession(unlimited(wording));
      for (const value of [unknownValue(at), unknownValue(at + 1)]) {
        const missed = await here.lookups.lookUp(indicatorOf(value), { reason: 'hover' });
        assert.deepEqual(missed.state, { kind: 'settled' }, value);
        assert.deepEqual([missed.known.length, missed.notFound.length], [0, 1], value);
      }
      const byIid = await here.client.indicatorByIid(77);
      assert.ok(byIid.ok && byIid.value === undefined);
      const known = await here.lookups.lookUp(indicatorOf(entryAt(at).value), { reason: 'hover' });
      assert.equal(known.known.length, 1);
    }));

  for (const name of ['terse', 'stringsEverywhere', 'withoutLookupByValue'] as const) {
    it(`returns the same over a connection: ${wordings[name].name}`, async () => {
      const here = startSession(plain);
      const expected = await here.client.indicator(indicatorOf(entryAt(4).value));
      assert.ok(expected.ok);
      const service = await startRecordingService(new WordedService(wordings[name]).reply);
      try {
        const { client } = connected((url, init) => fetch(url, init), service.url);
        const answer = await client.indicator(indicatorOf(entryAt(4).value));
        assert.ok(answer.ok, JSON.stringify(answer));
        assert.deepEqual(meaning(answer.value, wordings[name]), meaning(expected.value, wordings[name]));
        const missed = await client.indicator(indicatorOf(unknownValue(4)));
        assert.ok(missed.ok && missed.value === undefined, JSON.stringify(missed));
      } finally {
        await service.stop();
      }
    });
  }

  it('reports why the service rejects a value, with its message', () =>
    forEveryWording(40, async (wording, at) => {
      const here = startSession(unlimited(wording));
      // A message that doesn't name the iid may be about the value as well, until one was found.
      if (!/iid/i.test(wording.errors.needsIid))
        await here.lookups.lookUp(indicatorOf(entryAt(at).value), { reason: 'click' });
      const refused = indicatorOf(`${scanFates.refused}lookups-test-6.com`);
      const { state } = await here.lookups.lookUp(refused, { reason: 'hover' });
      assert.ok(state.kind === 'failed' && state.error.kind === 'badRequest', JSON.stringify(state));
      assert.equal(state.error.serviceMessage, wording.errors.refused);
    }));

  it('pauses if the limit is reached', () =>
    forEveryWording(40, async (wording, at) => {
      const here = startSession({ ...wording, limits: { ...wording.limits, requests: 0 } });
      const { state, known, notFound } = await here.lookups.lookUp(indicatorOf(entryAt(at).value), { reason: 'hover' });
      assert.deepEqual([known.length, notFound.length], [0, 0]);
      assert.equal(state.kind === 'failed' && state.error.kind, 'rateLimited');
      // A URL and its host are requested together.
      const requests = here.service.requests.length;
      assert.ok(requests <= 2);
      await here.lookups.lookUp(indicatorOf(unknownValue(at)), { reason: 'hover' });
      assert.equal(here.service.requests.length, requests);
    }));
});
