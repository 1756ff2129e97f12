import assert from 'node:assert/strict';
import { openQueryFile, resultsThat } from '../harness/queries';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  notification,
  pickInQuickInput,
  quickInputLabels,
  quickInputText,
  runCommand,
  screenshot,
} from '../harness/workbench';

describe('Results of the local store', () => {
  const vsCode = useVsCode(() => ({
    settings: {},
    files: { 'hunt.explore': 'type=domain\n', 'wrong.explore': '### One\nrisk=high type=ip\n' },
    viewport: { width: 1600, height: 900 },
  }));

  it('name the threats it knows, and are found by them; a filter that leaves none has a way back', async () => {
    const { page } = vsCode();
    await runCommand(page, 'Threat Lookups: Load Sample Data');
    await openQueryFile(page, 'hunt.explore');
    await runCommand(page, 'Threat Lookups: Run Query');
    const frame = await resultsThat(page, /All [\d,]+ rows/);
    await frame.getByRole('columnheader', { name: 'Threats' }).waitFor();
    await frame.getByLabel('Filter rows').fill('paper lantern');
    await frame.getByText(/^[\d,]+ of [\d,]+ shown$/).waitFor();
    assert.ok((await frame.locator('tbody tr[data-index]').count()) > 0);
    await frame.getByRole('button', { name: 'Export…' }).click();
    const [shown, all] = await quickInputLabels(page);
    assert.match(shown ?? '', /^[\d,]+ Shown Rows$/);
    assert.match(all ?? '', /^All [\d,]+ Rows$/);
    await page.keyboard.press('Escape');
    await screenshot(page, 'results local filtered');
    await frame.getByLabel('Filter rows').fill('no such thing');
    await frame.getByRole('button', { name: /^Show All/ }).click();
    assert.equal(await frame.getByLabel('Filter rows').inputValue(), '');
    assert.equal(await frame.getByRole('columnheader', { name: 'Seen' }).getAttribute('aria-sort'), 'descending');
  });

  it('go to the clipboard, all of them, and say so', async () => {
    const { page } = vsCode();
    await runCommand(page, 'Threat Lookups: Export Results…');
    assert.match(await quickInputText(page), /Export All [\d,]+ Rows/);
    await pickInQuickInput(page, 'CSV');
    await pickInQuickInput(page, 'Clipboard');
    await page.locator('.statusbar', { hasText: 'Copied as CSV' }).waitFor();
  });

  it('are not asked for where the query can’t be read: the place is shown', async () => {
    const { page } = vsCode();
    await openQueryFile(page, 'wrong.explore', 2);
    await runCommand(page, 'Threat Lookups: Run Query');
    await notification(page, /Not run: line 2, column 11: “and” or “or” is missing here\./);
    await clickButton(page, 'Go There');
    await page.locator('.statusbar', { hasText: 'Ln 2, Col 11' }).waitFor();
  });
});
