import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { focused, waitForFocus } from '../harness/panels';
import { useRecordPage } from '../harness/pages/recordPage';
import { answered, useResultsPage } from '../harness/pages/resultsPage';
import { type Reply, useRecordingService } from '../harness/recordingService';
import { fullRecord } from '../harness/sampleRecords';
import type { RunResult } from '../../src/features/results/runs/runner';

/** Takes the focus from the page and returns it, as Chromium does for a webview beside an open quick pick. */
async function leaveAndReturn(page: Page, meanwhile?: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    document.hasFocus = () => false;
    (document.activeElement as HTMLElement | null)?.blur();
    window.dispatchEvent(new Event('blur'));
  });
  assert.equal(await focused(page), 'body');
  await meanwhile?.();
  assert.equal(await focused(page), 'body', 'it takes the focus from VS Code');
  await page.evaluate(() => {
    document.hasFocus = () => true;
    window.dispatchEvent(new Event('focus'));
  });
}

describe('The focus in a record', () => {
  const rich = 'lookups-test-1.com';
  const linked = 'mail.lookups-test-1.com';
  const defanged = (text: string): string => text.replaceAll('.', '[.]');
  let reply: (indicator: string | undefined) => Reply;
  beforeEach(() => {
    reply = (indicator) =>
      indicator === rich ? { body: fullRecord(rich) } : { status: 404, body: { error: 'Indicator not found.' } };
  });
  const service = useRecordingService(({ query }) => reply(query.indicator));
  const record = useRecordPage({ service });
  const page = (): Page => record().panel.page;
  const lookUp = () => page().getByRole('button', { name: /^Look Up on/ });
  const waitForTitle = (text: string): Promise<void> =>
    page()
      .locator(`.band h1:text-is("${defanged(text)}")`)
      .waitFor();

  it('goes to what takes the place of a control that disappears', async () => {
    reply = () => 'hang';
    await record().open('lookups-test-31.com');
    await lookUp().focus();
    await page().keyboard.press('Enter');
    await waitForFocus(page(), /^Cancel$/);
    await page().keyboard.press('Enter');
    await waitForFocus(page(), /^Try Again$/);
  });

  it('returns to its link with each record of the history, and else to the heading', async () => {
    await record().open(rich);
    await lookUp().click();
    const link = page().getByRole('link', { name: defanged(linked) });
    await link.press('Enter');
    await waitForTitle(linked);
    await waitForFocus(page(), /^mail\[\.\]lookups-test-1\[\.\]com$/);
    assert.equal(await page().evaluate(() => document.activeElement?.tagName), 'H1');
    await page().getByRole('button', { name: 'Copy', exact: true }).focus();
    await record().host.command('threatLookups.recordBack');
    await waitForTitle(rich);
    await waitForFocus(page(), /^mail\[\.\]lookups-test-1\[\.\]com$/);
    assert.ok(await link.evaluate((each) => each === document.activeElement));
    await record().host.command('threatLookups.recordForward');
    await waitForTitle(linked);
    await waitForFocus(page(), /^Copy$/);
  });

  it('is the same after a quick pick was closed, and after the panel was hidden', async () => {
    reply = (indicator = '') => ({ body: fullRecord(indicator) });
    await record().open('lookups-test-2.com');
    await lookUp().click();
    await page().getByRole('button', { name: 'Raw JSON' }).focus();
    await leaveAndReturn(page());
    await waitForFocus(page(), /^Raw JSON$/);
    await record().panel.waitForState({ place: { focus: 'BUTTON Raw JSON 0' } });
    await record().panel.hideAndShow();
    await waitForFocus(page(), /^Raw JSON$/);
  });

  it('waits for the page to get the focus before it goes to a successor', async () => {
    reply = () => 'hang';
    await record().open('lookups-test-32.com');
    await lookUp().click();
    await waitForFocus(page(), /^Cancel$/);
    await leaveAndReturn(page(), async () => {
      await page()
        .getByRole('button', { name: 'Cancel' })
        .evaluate((button: HTMLElement) => button.click());
      await page().getByRole('button', { name: 'Try Again' }).waitFor();
    });
    await waitForFocus(page(), /^Try Again$/);
  });
});

describe('The focus in results', () => {
  let run: RunResult;
  before(async () => {
    run = await answered({ query: 'risk=high', settings: { limit: 300 } });
  });
  const results = useResultsPage({ runs: () => [run] });
  const page = (): Page => results().panel.page;
  beforeEach(async () => {
    await results().panel.open();
    await page().locator('tbody tr[data-index="3"] td.cell-type').click();
    await page().keyboard.press('ArrowDown');
    await waitForFocus(page(), /^row 4$/);
  });

  it('returns to its row after a quick pick was closed', async () => {
    await leaveAndReturn(page());
    await waitForFocus(page(), /^row 4$/);
  });

  it('returns to its row after the panel was hidden or the window reloaded, also far down', async () => {
    await page().keyboard.press('End');
    await waitForFocus(page(), /^row 299$/);
    await results().panel.waitForState({ focused: '299' });
    await results().panel.hideAndShow();
    await waitForFocus(page(), /^row 299$/);
    await page().keyboard.press('ArrowUp');
    await waitForFocus(page(), /^row 298$/);
    await results().panel.waitForState({ focused: '298' });
    await results().panel.reloadWindow();
    await waitForFocus(page(), /^row 298$/);
  });

  it('stays on its row when the list is scrolled away from it, and the arrow keys go on from there', async () => {
    const list = page()
      .locator('.grid')
      .filter({ has: page().locator('tbody') });
    for (const top of [2_000, 5_000, 300]) {
      await list.evaluate((grid, to) => grid.scrollTo(0, to), top);
      await list.evaluate(async (grid) => {
        const { left, top: above, width, height } = grid.getBoundingClientRect();
        const isDrawn = (): boolean =>
          document.elementFromPoint(left + width / 2, above + height / 2)?.closest('tr')?.dataset.index !== undefined;
        while (!isDrawn()) await new Promise(requestAnimationFrame);
      });
      await waitForFocus(page(), /^row 4$/);
    }
    await page().keyboard.press('ArrowDown');
    await waitForFocus(page(), /^row 5$/);
  });

  it('stays where the user put it, and is given up by a click beside all controls', async () => {
    await page().getByRole('searchbox').focus();
    await leaveAndReturn(page());
    await waitForFocus(page(), /^Filter rows$/);
    await page().locator('.summary').click();
    await page().evaluate(() => window.dispatchEvent(new Event('focus')));
    await page().evaluate(() => new Promise((done) => setTimeout(done)));
    assert.equal(await focused(page()), 'body');
  });
});
