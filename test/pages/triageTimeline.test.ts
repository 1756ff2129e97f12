import assert from 'node:assert/strict';
import { locate, useTriagePage } from '../harness/pages/triagePage';
import { until } from '../../scripts/lib/processes.mjs';

const minutes = 600;
const lineAt = (at: number): string => {
  const time = new Date(Date.UTC(2025, 2, 4) + at * 60_000).toISOString();
  return `${time} srcip=10.0.0.${at % 2 === 0 ? 1 : (at % 3) + 2} hostname=lookups-test-1.com`;
};

describe('A part of the timeline of an indicator in many lines', () => {
  const triage = useTriagePage({
    settings: () => ({ baseUrl: '', lookups: 'onDemand', ignore: [] }),
    prepare: async (host) => {
      await host.worker.import({ input: { name: 'listed.csv', text: 'indicator,risk\nlookups-test-1.com,high\n' } });
      return [host.write('proxy.log', Array.from({ length: minutes }, (_, at) => lineAt(at)).join('\n'))];
    },
    viewport: { width: 1400, height: 700 },
  });
  const { page, cell, names } = locate(triage);
  const text = (id: string): Promise<string> => cell('lookups-test-1', id).innerText();

  it('has exact numbers once its lines were read again', async () => {
    await names('lookups-test-1[.]com');
    assert.equal(await text('lines'), String(minutes));
    const first = await text('from');
    await page().getByRole('slider', { name: 'Start of the range' }).focus();
    for (let step = 0; step < 4; step++) await page().keyboard.press('ArrowRight');
    let from = first;
    await until(
      async () => {
        from = (await text('from')).trim();
        return /^2025-03-04 /.test(from) && from !== first.trim() && !/≤/.test(await text('lines'));
      },
      { what: 'exact numbers' },
    );
    const expected = Array.from({ length: minutes }, (_, at) => lineAt(at)).filter(
      (line) => line.slice(0, 19).replace('T', ' ') >= from,
    );
    assert.ok(expected.length < minutes - 10, from);
    assert.equal(await text('lines'), String(expected.length));
    assert.equal(await text('to'), '2025-03-04 09:59:00');
    assert.equal(await text('clients'), '10.0.0.1 +3');
  });

  it('is shown after a reload while the log is read', async () => {
    const { host, panel } = triage();
    const { worker } = host;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const triageText: typeof worker.triageText = async (...read) => {
      await promise;
      return worker.triageText(...read);
    };
    const get = (_: object, job: keyof typeof worker): unknown => (job === 'triageText' ? triageText : worker[job]);
    Object.assign(host, { worker: new Proxy({}, { get: get as ProxyHandler<object>['get'] }) });
    try {
      await panel.reloadWindow();
      await page().getByRole('button', { name: 'Cancel' }).waitFor();
    } finally {
      Object.assign(host, { worker });
      resolve(undefined);
    }
    await names('lookups-test-1[.]com');
  });
});
