import assert from 'node:assert/strict';
import {
  assessAll,
  type ConfirmedValues,
  lookUpConfirmed,
  planServiceLookup,
} from '../../../../src/core/assistant/index';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { LookupMode } from '../../../../src/core/lookups/index';
import { maxSentValues } from '../../../../src/core/assistant/serviceLookup';
import { domains, exploringWorld, type ExploringOptions } from '../lookups/exploring';
import { known, mirror } from '../lookups/fakes';

const { signal } = new AbortController();
const inNetwork: Indicator = { type: 'ip', value: '10.0.0.7' };
const internal: Indicator = { type: 'domain', value: 'printer.local' };
const resolver: Indicator = { type: 'ip', value: '8.8.8.8' };
const ignored: Indicator = { type: 'domain', value: 'git.corp.lookups-test-4.com' };
const ignore = [{ pattern: '*.corp.lookups-test-4.com', origin: 'user' as const }];
const modes: readonly LookupMode[] = ['offline', 'onDemand', 'onHover'];

function assistant(options: ExploringOptions = {}) {
  const here = exploringWorld({ ...options, settings: { ignore, skipWellKnown: true, ...options.settings } });
  const { lookups } = here;
  const parts = {
    lookups,
    mode: () => here.settings.mode,
    assess: (indicators: readonly Indicator[], by: AbortSignal) =>
      assessAll(indicators, { lookups, together: (work) => work(), sliceMillis: 5 }, by),
  };
  const plan = (indicators: readonly Indicator[]) => planServiceLookup(indicators, parts, signal);
  return {
    here,
    plan,
    confirm: async (indicators: readonly Indicator[]): Promise<ConfirmedValues> => {
      const { address = '', values = [] } = (await plan(indicators)) ?? {};
      return { address, values: new Set(values) };
    },
    lookUp: (indicators: readonly Indicator[], confirmed: ConfirmedValues | undefined, by = signal) =>
      lookUpConfirmed(indicators, confirmed, parts, by),
    sent: () => here.batches.flatMap(({ values }) => [...values]).sort(),
  };
}

describe('A lookup of an assistant on the service', () => {
  const [first, second, third] = domains(3) as [Indicator, Indicator, Indicator];

  it('is planned for what the store does not know, and for nothing internal, ignored, or well known', async () => {
    const { here, plan } = assistant({ stored: [[first, known(first, mirror)]] });
    const planned = await plan([first, second, third, inNetwork, internal, ignored, resolver]);
    assert.deepEqual(planned?.values, [second.value, third.value]);
    assert.deepEqual(planned.notSent, { known: 1, blocked: 3, others: 1 });
    assert.deepEqual([planned.host, here.batches.length], [here.client?.host, 0]);
  });

  it('sends what was confirmed, logs it with its reason, and sends nothing again', async () => {
    const { here, confirm, lookUp, sent, plan } = assistant();
    const confirmed = await confirm([first, second]);
    assert.deepEqual(await lookUp([first, second], confirmed), { sent: 2, isComplete: true });
    assert.deepEqual(sent(), [first.value, second.value]);
    assert.deepEqual(
      here.lookups.requestLog.list().map(({ why }) => why),
      here.batches.map(() => 'assistant'),
    );
    assert.equal(await plan([first, second]), undefined);
  });

  it('sends nothing without a confirmation, or after one for another service', async () => {
    const { confirm, lookUp, sent } = assistant();
    const confirmed = await confirm([first]);
    assert.equal(await lookUp([first], undefined), undefined);
    assert.equal(await lookUp([first], { ...confirmed, address: 'https://lookups-test-9.com' }), undefined);
    assert.equal(await lookUp([second], confirmed), undefined);
    assert.deepEqual(sent(), []);
  });

  for (const mode of modes) {
    it(`is neither planned nor sent in mode ${mode}, whatever was confirmed`, async () => {
      const { here, plan, confirm, lookUp, sent } = assistant();
      const confirmed = await confirm([first]);
      here.settings = { ...here.settings, mode };
      assert.equal(await plan([first]), undefined);
      assert.equal(await lookUp([first], confirmed), undefined);
      await here.lookups.lookUpVisible([first], { reason: 'assistant' });
      assert.deepEqual(sent(), []);
    });
  }

  it('sends only the rest of what was confirmed once settings forbid some of it', async () => {
    const { here, confirm, lookUp, sent } = assistant();
    const confirmed = await confirm([first, second]);
    here.settings = { ...here.settings, ignore: [...ignore, { pattern: first.value, origin: 'user' }] };
    await lookUp([first, second, third], confirmed);
    assert.deepEqual(sent(), [second.value]);
  });

  it('sends no more of a URL than was confirmed', async () => {
    const url: Indicator = { type: 'url', value: 'https://lookups-test-5.com/a?token=1' };
    const { here, confirm, lookUp, sent } = assistant();
    const confirmed = await confirm([url]);
    assert.deepEqual([...confirmed.values], ['https://lookups-test-5.com/a', 'lookups-test-5.com']);
    here.settings = { ...here.settings, urls: 'full' };
    await lookUp([url], confirmed);
    assert.deepEqual(sent(), []);
  });

  it('stops sending when the mode changes between two requests', async () => {
    const { here, confirm, lookUp } = assistant();
    const many = domains(60);
    const confirmed = await confirm(many);
    here.hold();
    const looking = lookUp(many, confirmed);
    while (here.batches.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    here.settings = { ...here.settings, mode: 'onDemand' };
    here.release?.();
    await looking;
    assert.equal(here.batches.length, 1);
  });

  it('ends when the call is canceled', async () => {
    const { here, confirm, lookUp } = assistant();
    const many = domains(60);
    const confirmed = await confirm(many);
    const canceling = new AbortController();
    here.hold();
    const looking = lookUp(many, confirmed, canceling.signal);
    while (here.batches.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    canceling.abort();
    here.release?.();
    await assert.rejects(looking);
    assert.equal(here.batches.length, 1);
  });

  it('is limited, and not planned if the quota is almost used up', async () => {
    const { here, plan } = assistant();
    const planned = await plan(domains(maxSentValues + 20));
    assert.deepEqual([planned?.values.length, planned?.notSent.others], [maxSentValues, 20]);
    here.budget = { day: 3 };
    assert.equal(await plan([first]), undefined);
  });
});
