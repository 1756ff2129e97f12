import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { announced, waitForAnnounced } from '../harness/panels';
import { useRecordPage } from '../harness/pages/recordPage';
import { answered, runOf, useResultsPage } from '../harness/pages/resultsPage';
import { type Reply, useRecordingService } from '../harness/recordingService';
import { historyItem } from '../../src/features/results/history/historyView';
import type { RunResult } from '../../src/features/results/runs/runner';

describe('A screen reader reads from results', () => {
  let runs: readonly RunResult[];
  before(async () => {
    runs = [await answered({ query: 'risk=high', settings: { limit: 40 } })];
  });
  const results = useResultsPage({ runs: () => runs, viewport: { width: 1400, height: 900 } });
  const page = (): Page => results().panel.page;
  beforeEach(() => results().panel.open());

  it('how many rows there are, once they are there', async () => {
    await waitForAnnounced(page(), 'status', /^40 rows/);
    assert.equal(await announced(page(), 'alert'), '');
  });

  it('how many rows pass the filters, and that all are shown again', async () => {
    await waitForAnnounced(page(), 'status', /^40 rows/);
    await page().getByRole('searchbox').fill('test-3');
    await waitForAnnounced(page(), 'status', /^11 of 40 shown$/);
    await page().getByRole('searchbox').fill('');
    await waitForAnnounced(page(), 'status', /^40 rows/);
  });

  it('that rows were copied, again if they are copied again', async () => {
    await waitForAnnounced(page(), 'status', /^40 rows/);
    const copy = page().getByRole('button', { name: 'Copy Defanged' });
    for (let count = 0; count < 2; count++) {
      await copy.click();
      await waitForAnnounced(page(), 'status', /^Copied 40 rows\.$/);
      await page().getByRole('searchbox').fill('test-3');
      await waitForAnnounced(page(), 'status', /^11 of 40 shown$/);
      await page().getByRole('searchbox').fill('');
      await waitForAnnounced(page(), 'status', /^40 rows/);
    }
  });

  it('that a query runs, that it was canceled, and why it failed', async () => {
    const running = runOf({ query: 'risk=low' });
    results().host.show([running]);
    await waitForAnnounced(page(), 'status', /^The query is running$/);
    results().host.show([{ run: { ...running.run, end: { kind: 'canceled', millis: 1_000 } } }]);
    await waitForAnnounced(page(), 'status', /Canceled/);
    const failed = {
      kind: 'failed',
      millis: 1_000,
      error: { kind: 'timeout', detail: '', afterMillis: 30_000 },
    } as const;
    results().host.show([{ run: { ...running.run, id: 'failed', end: failed } }]);
    await waitForAnnounced(page(), 'alert', /30/);
  });
});

describe('A screen reader reads from the query history', () => {
  it('the title of a query and how it ended, not its tooltip', () => {
    const { run } = runOf({ query: 'risk=low', title: 'My hunt' }, { kind: 'canceled', millis: 1_000 });
    const item = historyItem({ ...run, pinned: false, hasFinding: false }, run.at + 120_000);
    assert.match(item.accessibilityInformation?.label ?? '', /^My hunt, .*2 minutes ago/);
  });
});

describe('A screen reader reads from a record', () => {
  let reply: Reply;
  const service = useRecordingService(() => reply);
  const record = useRecordPage({ service });
  const page = (): Page => record().panel.page;
  const lookUp = (): Promise<void> =>
    page()
      .getByRole('button', { name: /^Look Up on/ })
      .click();

  it('what it waits for, and that it was canceled', async () => {
    reply = 'hang';
    await record().open('lookups-test-41.com');
    await waitForAnnounced(page(), 'status', /^Not looked up yet/);
    await lookUp();
    await waitForAnnounced(page(), 'status', /^Waiting for 127/);
    await page().getByRole('button', { name: 'Cancel' }).click();
    await waitForAnnounced(page(), 'status', /[Cc]anceled/);
  });

  it('the verdict, once it is there', async () => {
    reply = { body: { iid: 31, indicator: 'lookups-test-42.com', type: 'domain', risk: 'high' } };
    await record().open('lookups-test-42.com');
    await lookUp();
    await waitForAnnounced(page(), 'status', /lookups-test-42\[\.\]com: High risk/);
  });

  it('at once why a lookup failed', async () => {
    reply = { status: 500, body: { error: 'Out of order.' } };
    await record().open('lookups-test-43.com');
    await lookUp();
    await waitForAnnounced(page(), 'alert', /Out of order/);
  });

  it('that nothing matches the filter', async () => {
    reply = { body: { iid: 31, indicator: 'lookups-test-44.com', type: 'domain', risk: 'high' } };
    await record().open('lookups-test-44.com');
    await lookUp();
    await page().getByRole('searchbox').fill('nothing like this');
    await waitForAnnounced(page(), 'status', /Nothing in this record matches/);
  });
});
