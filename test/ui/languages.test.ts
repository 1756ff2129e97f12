import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { manifestTexts, pseudoFiles, pseudoLanguage, shownTexts, unmarked, cutTexts } from '../harness/languages';
import { useVsCode } from '../harness/vsCode';
import { clickStatusBar, hoverText, runCommand, screenshot, statusBarText, webviewFrame } from '../harness/workbench';

const patience = 20_000;

/** What may stand outside messages: values, names of sources and products, and what VS Code itself writes. */
const data =
  /[\w-]+(\[?\.\]?[\w-]+)+|https?:\S+|Threat Lookups|Sample data|CSV|STIX|TAXII|JSON|Markdown|TLP:\w+|UTC|proxy|Ctrl|Alt|Shift/g;

const log = ['GET http://login-update.example/a 200', 'resolved cdn-assets.example to 10.0.0.7', ''].join('\n');

/** Every view is the same code in any language: the pseudo-locale shows what a translation could not reach. */
describe('In the pseudo-locale', () => {
  const texts = manifestTexts(pseudoLanguage);
  const vsCode = useVsCode({
    files: { 'proxy.log': log },
    openFiles: ['proxy.log'],
    language: pseudoLanguage,
    overlay: pseudoFiles(),
    viewport: { width: 1400, height: 900 },
  });
  const run = (command: string) =>
    runCommand(vsCode().page, `${texts['category'] ?? ''}: ${texts[`command.${command}.title`] ?? ''}`);

  async function assertMarked(selector: string, where: Awaited<ReturnType<typeof webviewFrame>> | 'window'): Promise<void> {
    const place = where === 'window' ? vsCode().page : where;
    const found = [...new Set((await shownTexts(place, selector)).flatMap((text) => unmarked(text, data)))];
    assert.deepEqual(found, []);
  }

  it('the status bar shows messages alone', async () => {
    const { page } = vsCode();
    await until(async () => (await statusBarText(page)).includes('⟦'), { within: patience, what: 'a translated status bar' });
  });

  it('the hover shows messages alone, and cuts none', async () => {
    const { page } = vsCode();
    await run('loadSample');
    const hover = await hoverText(page, 'login-update.example', { matching: /⟦/ });
    await screenshot(page, 'pseudo hover');
    assert.match(hover, /⟧/);
    await assertMarked('.monaco-hover .hover-row', 'window');
  });

  it('the menu shows messages alone', async () => {
    const { page } = vsCode();
    await page.keyboard.press('Escape');
    await clickStatusBar(page);
    await page.locator('.quick-input-widget .label-name', { hasText: '⟦' }).first().waitFor();
    await screenshot(page, 'pseudo menu');
    await assertMarked('.quick-input-widget .quick-input-list .label-name, .quick-input-widget .quick-input-title', 'window');
    await page.keyboard.press('Escape');
  });

  it('triage shows messages alone, and cuts none', async () => {
    const { page } = vsCode();
    await run('triage');
    const panel = await webviewFrame(page, '.grid tbody tr', 40_000);
    await screenshot(page, 'pseudo triage');
    await assertMarked('#root', panel);
    assert.deepEqual(await cutTexts(panel, 'button'), []);
  });

  it('a record shows messages alone, and cuts none', async () => {
    const { page } = vsCode();
    await page.locator('.tab', { hasText: 'proxy.log' }).first().click();
    await hoverText(page, 'login-update.example', { matching: /⟦/ });
    await page.keyboard.press('Escape');
    await run('openRecordHere');
    const panel = await webviewFrame(page, '.band h1', 40_000);
    await screenshot(page, 'pseudo record');
    await assertMarked('#root', panel);
    assert.deepEqual(await cutTexts(panel, 'button'), []);
  });
});
