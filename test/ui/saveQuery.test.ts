import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../scripts/lib/processes.mjs';
import { waitForResults } from '../harness/queries';
import { useVsCode } from '../harness/vsCode';
import { editorText, runCommand, tabTitles } from '../harness/workbench';

describe('Save Query As', () => {
  const vsCode = useVsCode({ files: { 'notes.txt': 'notes\n' }, openFiles: ['notes.txt'] });

  it('names the file after the query and replaces the untitled file', async () => {
    const { page, folder } = vsCode();
    await runCommand(page, 'threatLookups.newQuery');
    await page.locator('.tab.active', { hasText: 'New query' }).waitFor();
    await until(async () => (await editorText(page)).includes('Ctrl+Space'), {
      within: 10_000,
      what: 'the template comment',
    });
    await page.locator('.editor-instance .view-line').last().click();
    await page.keyboard.type('# for the team');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.keyboard.type('type=ip and risk=high ');
    await page.keyboard.press('Escape');
    await runCommand(page, 'threatLookups.runQuery');
    await waitForResults(page, /type=ip and risk=high/);
    await runCommand(page, 'View: Focus First Editor Group');
    await runCommand(page, 'threatLookups.saveQuery');
    const input = page.locator('.quick-input-widget .quick-input-box input').first();
    const name = 'type-ip-risk-high.explore';
    await until(async () => (await input.inputValue()).endsWith(`/${name}`), { within: 10_000, what: name });
    await input.press('Enter');
    await page.locator('.tab.active', { hasText: name }).waitFor();
    await until(async () => !(await tabTitles(page)).some((title) => title.includes('New query')), {
      within: 10_000,
      what: 'the untitled file stays open',
    });
    assert.equal(await page.locator('.monaco-dialog-box').count(), 0);
    assert.equal(readFileSync(join(folder, name), 'utf8'), '# for the team\ntype=ip and risk=high\n');
    // The results are those of the file now: a run of it needs no second panel.
    await runCommand(page, 'threatLookups.runQuery');
    await waitForResults(page, /type=ip and risk=high/);
    assert.equal((await tabTitles(page)).filter((title) => title.startsWith('Results')).length, 1);
  });
});
