import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { useVsCode } from '../harness/vsCode';
import { hoverText, openFile, runCommand, screenshot, typeInQuickInput, webviewFrame } from '../harness/workbench';
import { paletteTitle } from '../harness/manifest';

const lineCount = 3_000;
const lineOf = (line: number): string =>
  `${new Date(Date.UTC(2024, 2, 1) + line * 1000).toISOString()} 192.0.2.28 GET ${line % 1_000 === 0 ? 'https://login-update.example/session?id=7' : `https://portal.corp.example/${line}`} 200\n`;

describe('A large log', () => {
  const vsCode = useVsCode(() => ({
    files: {
      'proxy.log': Array.from({ length: lineCount }, (_, n) => lineOf(n + 1)).join(''),
      'remote.log': lineOf(1).repeat(Math.ceil((11 * 2 ** 20) / lineOf(1).length)),
    },
    openFiles: ['proxy.log'],
    environment: { THREAT_LOOKUPS_DEMO: '1' },
    settings: { 'workbench.statusBar.visible': true },
  }));

  it('is searched as a whole, and shows matches and times with their line in the file', async () => {
    const { page } = vsCode();
    const status = page.locator('#threat-lookups\\.threat-lookups\\.largeLog');
    await runCommand(page, paletteTitle('threatLookups.openLargeLog'));
    await status.getByText(/1 of 3,000 \(section 1 of 1\)/).waitFor();
    await runCommand(page, paletteTitle('threatLookups.findInLog'));
    await typeInQuickInput(page, 'LOGIN-UPDATE');
    await page.keyboard.press('Enter');
    const found = await webviewFrame(page, '.results mark');
    await found.getByText('3 lines').first().waitFor();
    await screenshot(page, 'find-in-log');
    await found.getByRole('button', { name: '2000' }).click();
    await status.getByText(/2,000 of 3,000 \(section 1 of 1\)/).waitFor();
    await hoverText(page, 'login-update.example', { matching: /Critical risk/ });
    await runCommand(page, paletteTitle('threatLookups.goToLogTime'));
    await typeInQuickInput(page, '2024-03-01 00:00:10');
    await page.keyboard.press('Enter');
    await status.getByText(/Line 10 of 3,000 \(section 1 of 1\)/).waitFor();
    assert.equal(await page.getByRole('tab', { name: /proxy\.log/ }).count(), 2);
    await runCommand(page, paletteTitle('threatLookups.showRiskyLines'));
    await page.getByRole('tab', { name: /\[1\] proxy \(risky lines\)\.log/ }).waitFor();
    await status.getByText(/of 3 \(section 1 of 1\)/).waitFor();
    await hoverText(page, 'login-update.example', { matching: /Critical risk/ });
    await screenshot(page, 'risky-lines');
    await runCommand(page, paletteTitle('threatLookups.hideMatchingLines'));
    await typeInQuickInput(page, '00:33');
    await page.keyboard.press('Enter');
    await status.getByText(/of 2 \(section 1 of 1\)/).waitFor();
  });

  it('is what a remote window shows of a file that it would ask about', async () => {
    const { page } = vsCode();
    await openFile(page, 'remote.log');
    await page.getByRole('tab', { name: /\[1\] remote\.log/ }).waitFor();
    await page
      .locator('#threat-lookups\\.threat-lookups\\.largeLog')
      .getByText(/\(section 1 of 2\)/)
      .waitFor();
    await until(async () => (await page.getByRole('tab', { name: /remote\.log/ }).count()) === 1, {
      what: 'the tab of the question is closed',
    });
  });
});
