import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Frame } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { strings } from '../../src/features/triage/strings';
import { pickInContextMenu, waitForResults, rowNames } from '../harness/queries';
import { pattern } from '../harness/text';
import { useVsCode } from '../harness/vsCode';
import { waitForStoredState } from '../harness/windowStorage';
import { editorText, openFile, runCommand, screenshot } from '../harness/workbench';

const long = `https://lookups-test-1.com/session?${'user=someone&'.repeat(30)}`;
const log = ['GET lookups-test-1.com', `GET ${long}`, 'GET lookups-test-1.com', 'GET lookups-test-1.com', ''].join(
  '\n',
);

describe('Locations of triage rows', () => {
  const vsCode = useVsCode({ files: { 'proxy.log': log }, viewport: { width: 1280, height: 800 } });
  let frame: Frame;
  const row = (name: string) => frame.locator('tbody tr[data-index]', { hasText: name }).first();
  const filter = () => frame.getByRole('searchbox', { name: 'Filter rows' });
  const shown = (words: RegExp): Promise<void> =>
    vsCode().page.locator('.statusbar', { hasText: words }).waitFor({ timeout: 15_000 });

  it('are visible beside a narrow panel, and match a filter for a name as in the log', async () => {
    const { page } = vsCode();
    await openFile(page, 'proxy.log');
    await runCommand(page, 'threatLookups.triage');
    frame = await waitForResults(page, /2 indicators/);
    const where = await row('lookups-test-1[.]com').locator('td.cell-where').boundingBox();
    const room = await frame.locator('.results').boundingBox();
    assert.ok(where !== null && room !== null && where.x + where.width <= room.x + room.width + 1);
    await row('lookups-test-1[.]com').locator('td.cell-times').click();
    await page.keyboard.press('Control+f');
    await page.keyboard.insertText('lookups-test-1.com/session');
    await until(async () => (await rowNames(frame)).length === 1, { within: 10_000, what: 'the one row that fits' });
    await screenshot(page, 'triage filter plain');
    await filter().fill('');
  });

  it('can be stepped through by keys, from the panel and from the log, in both directions', async () => {
    const { page } = vsCode();
    await until(async () => (await rowNames(frame)).length === 2, { within: 10_000, what: 'all rows again' });
    const name = (await rowNames(frame)).findIndex((each) => each === 'lookups-test-1[.]com');
    await frame.locator('tbody tr[data-index]').nth(name).locator('td.cell-times').click();
    await page.keyboard.press('Alt+n');
    await shown(/Occurrence 1 of 3/);
    await page.locator('.editor-instance.focused, .monaco-editor.focused').first().waitFor();
    await page.keyboard.press('Alt+n');
    await shown(/Occurrence 2 of 3/);
    await page.keyboard.press('Alt+Shift+n');
    await shown(/Occurrence 1 of 3/);
    await screenshot(page, 'triage place');
  });

  it('are found again, or reported as missing, after the file has changed', async () => {
    const { page, folder } = vsCode();
    writeFileSync(join(folder, 'proxy.log'), `# two lines\n# more\n${log}`);
    await until(async () => /two lines/.test(await editorText(page)), { within: 15_000, what: 'the changed file' });
    await row('lookups-test-1[.]com').locator('td.cell-where').getByRole('button').click();
    await shown(pattern(strings.locationWith(strings.locationOf(1, 3), strings.movedNearby('proxy.log'))));
    writeFileSync(join(folder, 'proxy.log'), '# nothing\n');
    await until(async () => /nothing/.test(await editorText(page)), { within: 15_000, what: 'the emptied file' });
    await row('lookups-test-1[.]com').locator('td.cell-where').getByRole('button').click();
    await shown(pattern(strings.notFoundInFile('proxy.log')));
    writeFileSync(join(folder, 'proxy.log'), log);
  });

  it('of a compressed file are shown in the decompressed text', async () => {
    const { page, folder } = vsCode();
    const packed = gzipSync(`first line\nlookups-test-7.com\n${'some more text\n'.repeat(2_000)}`);
    writeFileSync(join(folder, 'old.log.gz'), packed);
    await runCommand(page, 'View: Show Explorer');
    const inExplorer = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'old.log.gz' });
    await inExplorer.waitFor();
    await pickInContextMenu(page, inExplorer, 'threatLookups.triage');
    frame = await waitForResults(page, /1 indicator/);
    await row('lookups-test-7[.]com').locator('td.cell-where').getByRole('button').click();
    await until(async () => /first line[^]*lookups-test-7\.com/.test(await editorText(page)), {
      within: 15_000,
      what: 'the unpacked text',
    });
    await screenshot(page, 'triage unpacked');
  });

  it('keep their filter after a reload', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await page.locator('.tab', { hasText: 'Triage: proxy.log' }).click();
    frame = await waitForResults(page, /2 indicators/);
    await filter().fill('session');
    await until(async () => (await rowNames(frame)).length === 1, { within: 10_000, what: 'the one row that fits' });
    await waitForStoredState(page, /"filter":"session"/);
    await vsCode().reload();
    await page.locator('.tab', { hasText: 'Triage: proxy.log' }).click();
    frame = await waitForResults(page, /2 indicators/);
    await until(async () => (await rowNames(frame)).length === 1, {
      within: 15_000,
      what: 'the one row that fits again',
    });
    assert.equal(await filter().inputValue(), 'session');
  });
});
