import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { commandTitle, manifest } from '../harness/manifest';
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

/** Text that only the picture of a step contains. */
const pictureText: Readonly<Record<string, string>> = {
  seeItWork: ':443',
  import: 'STIX 2.1',
  triage: 'proxy.log:3',
  connect: '*.corp.example',
  records: 'Phish Basket',
  queries: 'parcel-check[.]example',
  mirror: 'TAXII 2.1',
};

describe('The first minutes', () => {
  const vsCode = useVsCode({
    builtIn: 'all',
    files: { 'notes.md': '# Notes\n' },
    openFiles: ['notes.md'],
    viewport: { width: 1720, height: 900 },
  });

  it('show only a status bar item that says that lookups are local', async () => {
    const { page } = vsCode();
    await until(async () => /Threats: local/.test(await statusBarText(page)), { within: patience, what: 'status bar' });
    assert.deepEqual(await notificationTexts(page), []);
  });

  it('offer a walkthrough of seven steps, each with a picture', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.getStarted');
    const walkthrough = page.locator('.gettingStartedContainer');
    const [{ steps } = { steps: [] }] = manifest.contributes.walkthroughs;
    assert.deepEqual(
      steps.map(({ id }) => id),
      ['seeItWork', 'import', 'triage', 'connect', 'records', 'queries', 'mirror'],
    );
    for (const { id, title } of steps) {
      await walkthrough.getByRole('heading', { name: title }).first().click();
      // The picture beside the steps is drawn in a frame of its own.
      const shownIn = (frame: Frame) =>
        frame
          .locator('svg text')
          .getByText(pictureText[id] ?? '', { exact: true })
          .count()
          .catch(() => 0);
      const isShown = async () => (await Promise.all(page.frames().map(shownIn))).some((count) => count > 0);
      await until(isShown, { within: patience, what: `the picture of “${title}”` });
      await screenshot(page, `walkthrough ${id}`);
      // A description has its own markup, in which code needs two backticks.
      assert.doesNotMatch(await walkthrough.innerText(), /[`*]/, `markup in “${title}”`);
    }
  });

  it('show a verdict in the sample log after one click, without a request', async () => {
    const { page } = vsCode();
    const walkthrough = page.locator('.gettingStartedContainer');
    await walkthrough.getByRole('heading', { name: 'See your first verdict' }).first().click();
    await walkthrough
      .getByRole('button', { name: commandTitle('threatLookups.openSampleLog') })
      .first()
      .click();
    await until(async () => (await tabTitles(page)).includes('sample.log'), {
      within: patience,
      what: 'the sample log',
    });
    // It is only read once, because a hover can close.
    const hover = await until(
      async () => {
        const text = await openHoverText(page).catch(() => '');
        return /risk/i.test(text) ? text : undefined;
      },
      { within: patience, what: 'the first hover' },
    );
    assert.match(hover, /login-update\[\.\]example/);
    await screenshot(page, 'first hover');
  });
});
