import assert from 'node:assert/strict';
import type { BatchResult } from '../../../src/core/lookups/lookups';
import { ViewportLookups } from '../../../src/features/highlights/viewportLookups';
import { domains } from '../lookups/exploring';

function viewportLookups(account: () => Promise<BatchResult> = () => Promise.resolve({ requests: 1 })) {
  const asked: { readonly values: readonly string[]; readonly signal: AbortSignal | undefined }[] = [];
  const state = { inView: domains(2), asked };
  const made = new ViewportLookups({
    inView: () => state.inView,
    lookUp: (indicators, { signal }) => {
      asked.push({ values: indicators.map(({ value }) => value), signal });
      return account();
    },
    restMillis: 1,
  });
  const asks = async (count: number): Promise<void> => {
    while (asked.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return Object.assign(state, { made, asks });
}

describe('ViewportLookups', () => {
  it('looks up what stays in view once', async () => {
    const here = viewportLookups();
    for (let times = 0; times < 50; times++) here.made.schedule();
    await here.asks(1);
    assert.deepEqual(
      here.asked[0]?.values,
      domains(2).map(({ value }) => value),
    );
    here.made.dispose();
  });

  it('looks up nothing if everything is resolved', async () => {
    const here = viewportLookups();
    here.inView = [];
    here.made.schedule(0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(here.asked, []);
  });

  it('cancels what scrolled out of view, but not what is still visible', async () => {
    const here = viewportLookups(() => new Promise(() => undefined));
    here.made.schedule();
    await here.asks(1);
    here.made.schedule(0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(here.asked.length, 1);
    assert.equal(here.asked[0]?.signal?.aborted, false);
    here.inView = domains(5).slice(3);
    here.made.schedule(0);
    await here.asks(2);
    assert.equal(here.asked[0].signal.aborted, true);
    here.made.dispose();
    assert.equal(here.asked[1]?.signal?.aborted, true);
  });

  it('limits the number of indicators per lookup', async () => {
    const here = viewportLookups();
    here.inView = domains(2_000);
    here.made.schedule();
    await here.asks(1);
    assert.equal(here.asked[0]?.values.length, 300);
    here.made.dispose();
  });
});
