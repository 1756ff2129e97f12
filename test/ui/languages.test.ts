import assert from 'node:assert/strict';
import { pseudo } from '../../scripts/lib/messages.mjs';
import { until } from '../../scripts/lib/processes.mjs';
import { manifestTexts, pseudoFiles, pseudoLanguage, untranslatedTexts } from '../harness/languages';
import { panelText } from '../harness/panels';
import { useVsCode } from '../harness/vsCode';
import {
  clickStatusBar,
  hoverText,
  leaveHover,
  openFile,
  runCommand,
  screenshot,
  statusBarText,
  webviewFrame,
} from '../harness/workbench';

const log = ['GET login-update.example 200', 'resolved cdn-assets.example to 10.0.0.7', ''].join('\n');

/** Every view is the same code in any language: the pseudo-locale shows what a translation could not reach. */
describe('In the oldest VS Code in the pseudo-locale', () => {
  const texts = manifestTexts(pseudoLanguage);
  const vsCode = useVsCode({
    version: 'oldest',
    files: { 'proxy.log': log, 'domains.explore': '# @name risky\nrisk=critical or risk=high\n' },
    openFiles: ['proxy.log'],
    language: pseudoLanguage,
    overlay: pseudoFiles(),
    settings: { 'workbench.activityBar.location': 'hidden' },
    viewport: { width: 1400, height: 900 },
  });
  const run = (command: string) =>
    runCommand(vsCode().page, `${texts['category'] ?? ''}: ${texts[`command.${command}.title`] ?? ''}`);

  async function assertTranslated(selector: string): Promise<void> {
    assert.deepEqual(await untranslatedTexts(vsCode().page, selector), []);
  }

  it('status bar, hover, and menu show only translated messages', async () => {
    const { page } = vsCode();
    await until(async () => (await statusBarText(page)).includes('⟦'), {
      what: 'a translated status bar',
    });
    await run('loadSample');
    const hover = await hoverText(page, 'login-update.example', { matching: /⟦[^]*Paper Lantern/ });
    await screenshot(page, 'pseudo hover');
    assert.match(hover, /⟧/);
    await assertTranslated('.monaco-hover .hover-row');
    await leaveHover(page);
    await clickStatusBar(page);
    await page.locator('.quick-input-widget:visible .label-name', { hasText: '⟦' }).first().waitFor();
    await screenshot(page, 'pseudo menu');
    await assertTranslated(
      '.quick-input-widget .quick-input-list .monaco-list-row .label-name, .quick-input-widget .quick-input-title',
    );
    await page.keyboard.press('Escape');
  });

  it('panels show translated messages', async () => {
    const { page } = vsCode();
    await run('triage');
    const triage = await webviewFrame(page, '.grid tbody tr[data-index="0"]', 40_000);
    assert.match(await panelText(triage), /⟦/);
    await triage.locator('tbody tr[data-index="0"] td.cell-name').click();
    await page.keyboard.press('Enter');
    const record = await webviewFrame(page, '.band h1:has-text("login-update[.]example")');
    await record.locator('.card h2', { hasText: '⟦' }).first().waitFor();
    await openFile(page, 'domains.explore');
    await run('runQuery');
    const results = await webviewFrame(page, '.query-line, .top');
    await results.locator('.grid th', { hasText: '⟦' }).first().waitFor();
    await run('showLocalData');
    const report = await webviewFrame(page, `.headline:has(h1[title="${pseudo('Local Store')}"])`);
    await report.locator('.headline [aria-expanded="false"]').click();
    await report.locator('.details dt', { hasText: '⟦' }).first().waitFor();
  });

  it('the views of scans, mirrors, and queries show only translated messages', async () => {
    const { page } = vsCode();
    for (const view of ['sources', 'queryHistory']) {
      const container = texts['viewsContainer.threatLookups.title'] ?? '';
      await runCommand(page, `${container}: Focus on ${texts[`view.${view}.name`] ?? ''} View`);
      await page.locator('.pane-header', { hasText: texts[`view.${view}.name`] ?? '' }).waitFor();
      await screenshot(page, `pseudo ${view}`);
      await assertTranslated('.sidebar .pane-body');
    }
    // Without scans, no command shows their view.
    await page.locator('.pane-header', { hasText: texts['view.scans.name'] ?? '' }).click();
    await screenshot(page, 'pseudo scans');
    await assertTranslated('.sidebar .pane-body');
  });
});
