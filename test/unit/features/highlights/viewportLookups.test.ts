import assert from 'node:assert/strict';
import type { BatchResult } from '../../../../src/core/lookups/options';
import { domains } from '../../core/lookups/exploring';
import { ViewportLookups } from '../../../../src/features/highlights/editorHighlighter';

function viewportLookups(account: () => Promise<BatchResult> = () => Promise.resolve({ requests: 1 })) {
  const requested: { readonly values: readonly string[]; readonly signal: AbortSignal | undefined }[] = [];
  const state = { inView: domains(2), requested };
  const made = new ViewportLookups({
    inView: () => state.inView,
    lookUp: (indicators, { signal }) => {
      requested.push({ values: indicators.map(({ value }) => value), signal });
      return account();
    },
    restMillis: 1,
  });
  const lookUp = async (count: number): Promise<void> => {
    while (requested.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return Object.assign(state, { made, lookUp });
}

describe('ViewportLookups', () => {
  it('looks up what stays in view once', async () => {
    const here = viewportLookups();
    for (let times = 0; times < 50; times++) here.made.schedule();
    await here.lookUp(1);
    assert.deepEqual(
      here.requested[0]?.values,
      domains(2).map(({ value }) => value),
    );
    here.made.dispose();
  });

  it('looks up nothing if everything is resolved', async () => {
    const here = viewportLookups();
    here.inView = [];
    here.made.schedule(0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(here.requested, []);
  });

  it('cancels what scrolled out of view, but not what is still visible', async () => {
    const here = viewportLookups(() => new Promise(() => undefined));
    here.made.schedule();
    await here.lookUp(1);
    here.made.schedule(0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(here.requested.length, 1);
    assert.equal(here.requested[0]?.signal?.aborted, false);
    here.inView = domains(5).slice(3);
    here.made.schedule(0);
    await here.lookUp(2);
    assert.equal(here.requested[0].signal.aborted, true);
    here.made.dispose();
    assert.equal(here.requested[1]?.signal?.aborted, true);
  });

  it('limits the number of indicators per lookup', async () => {
    const here = viewportLookups();
    here.inView = domains(2_000);
    here.made.schedule();
    await here.lookUp(1);
    assert.equal(here.requested[0]?.values.length, 300);
    here.made.dispose();
  });
});
