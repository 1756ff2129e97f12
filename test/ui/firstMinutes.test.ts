import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { commandTitle } from '../harness/manifest';
import { useVsCode } from '../harness/vsCode';
import {
  notificationTexts,
  openHoverText,
  runCommand,
  screenshot,
  statusBarText,
  tabTitles,
} from '../harness/workbench';

const patience = 20_000;

describe('The first minutes', () => {
  const vsCode = useVsCode({
    files: { 'notes.md': '# Notes\n' },
    openFiles: ['notes.md'],
    viewport: { width: 1720, height: 900 },
  });

  it('begin with nothing but a status bar item that says that all stays here', async () => {
    const { page } = vsCode();
    await until(async () => /Threats: local/.test(await statusBarText(page)), { within: patience, what: 'status bar' });
    assert.deepEqual(await notificationTexts(page), []);
  });

  it('lead through six steps', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.getStarted');
    const walkthrough = page.locator('.gettingStartedContainer');
    await walkthrough.getByText('See it work').first().waitFor({ timeout: patience });
    for (const [step, beside] of [
      ['See it work', 'Rest the mouse on a name or an address'],
      ['Connect a service', 'A base URL, and a key if the service wants one'],
      ['Choose what leaves', 'What is never sent, in any mode'],
      ['Open a record', 'Everything that is known'],
      ['Triage a file or a folder', 'What in these files deserves a look'],
      ['Search with a query', 'Queries in a file'],
      ['Mirror collections and lists', 'Hovers without a request'],
    ] as const) {
      await walkthrough.getByRole('heading', { name: step }).first().click();
      // The page beside the steps is drawn in a frame of its own.
      const isShown = (frame: Frame) =>
        frame
          .getByText(beside)
          .count()
          .catch(() => 0);
      const shown = async () => (await Promise.all(page.frames().map(isShown))).some((count) => count > 0);
      await until(shown, { within: patience, what: `“${beside}”` });
      await screenshot(page, `walkthrough ${step}`);
    }
  });

  it('show a verdict in the sample log at the first click, with nothing sent', async () => {
    const { page } = vsCode();
    const walkthrough = page.locator('.gettingStartedContainer');
    await walkthrough.getByRole('heading', { name: 'See it work' }).first().click();
    await walkthrough
      .getByRole('button', { name: commandTitle('threatLookups.tryIt') })
      .first()
      .click();
    await until(async () => (await tabTitles(page)).includes('sample.log'), {
      within: patience,
      what: 'the sample log',
    });
    await until(async () => /risk/i.test(await openHoverText(page).catch(() => '')), {
      within: patience,
      what: 'the first hover',
    });
    assert.match(await openHoverText(page), /login-update\[\.\]example/);
    await screenshot(page, 'first hover');
  });
});
