import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { writeDemo } from '../../scripts/lib/demo.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { paletteTitle } from '../harness/manifest';
import { openRecord } from '../harness/panels';
import { waitForQuickInput } from '../harness/scans';
import {
  foldView,
  hoverText,
  openFile,
  pickInQuickInput,
  runCommand,
  setTheme,
  typeInQuickInput,
  webviewFrame,
  clickInHover,
  leaveHover,
} from '../harness/workbench';
import { sampleWindow } from './demoWindow';
import { t } from '../../src/l10n';

const folder = join(root, 'media', 'pictures');
const size = { width: 1100, height: 520 };
const themes = { dark: 'Dark Modern', light: 'Light Modern' };

function save(page: Page, name: string, height = size.height): Promise<Buffer> {
  // Hovers fade in, so wait until they are opaque.
  return page.screenshot({
    animations: 'disabled',
    path: join(folder, `${name}.png`),
    clip: { x: 0, y: 0, width: size.width, height },
  });
}

/** Captures the pictures of the README with the installed extension and its sample data. */
export async function takePictures(demo: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeDemo(demo);
  const vsCode = await sampleWindow(size.width, demo);
  const { page } = vsCode;
  try {
    await hoverText(page, 'login-update.example', { matching: /Critical risk[^]*Source.*sample data/ });
    await leaveHover(page);
    await runCommand(page, 'View: Close Primary Side Bar');
    for (const [name, theme] of Object.entries(themes)) {
      await setTheme(page, theme);
      await hoverText(page, 'login-update.example', { matching: /Critical risk/ });
      await save(page, `hover-${name}`);
      await leaveHover(page);
    }
    await setTheme(page, themes.dark);
    await openFile(page, 'report.md');
    await hoverText(page, 'cdn-metrics[.]test', { matching: /risk/ });
    await save(page, 'defanged-dark');
    await clickInHover(page, 'Open Record');
    const panel = await webviewFrame(page, 'main');
    await panel.getByText(t('Reasons'), { exact: true }).first().waitFor();
    await page.mouse.move(size.width - 5, 755);
    await save(page, 'record-dark', 735);
    const threat = await openRecord(page, 'Paper Lantern', 'Paper Lantern', /^\W*Paper Lantern\s*$/);
    await threat.getByText(t('Indicators by risk')).waitFor();
    await page.mouse.move(size.width - 5, 755);
    await save(page, 'threat-dark', 735);
    await takeFeed(page);
    await takeComparison(page);
    await runCommand(page, 'View: Close All Editors in Group');
    await takeScans(page);
  } finally {
    await vsCode.stop();
  }
}

/** A feed: the risks of its indicators, and their threats. */
async function takeFeed(page: Page): Promise<void> {
  const feed = await openRecord(page, 'Phish Basket', 'Phish Basket', /^\W*Phish Basket\s*$/);
  await feed.getByText(t('Indicators by risk')).waitFor();
  await page.mouse.move(size.width - 5, 755);
  await save(page, 'feed-dark', 735);
}

/** The comparison of a scan with previous scans. */
async function takeComparison(page: Page): Promise<void> {
  const panel = await openRecord(page, 'login-update.example', 'login-update[.]example');
  await panel.getByRole('button', { name: 'Compare with Previous Scans' }).click();
  const card = panel.getByRole('region', { name: t('Previous scans') });
  await card.getByText(/changed since/).waitFor();
  await card.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await page.mouse.move(size.width - 5, 755);
  await save(page, 'comparison-dark', 735);
}

/** A selection of the sample log, scanned by the local service. */
async function takeScans(page: Page): Promise<void> {
  await openFile(page, 'proxy.log');
  await page.locator('.editor-instance .view-line').first().click();
  await page.keyboard.press('Control+Home');
  for (let line = 0; line < 8; line++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('F1');
  await typeInQuickInput(page, `>${paletteTitle('threatLookups.scan')}`);
  await waitForQuickInput(page, /Select the indicators to scan/);
  await page.keyboard.press('Enter');
  await pickInQuickInput(page, 'Local Scan');
  await runCommand(page, 'threatLookups.scans.focus');
  await foldView(page, 'Triage List');
  await foldView(page, 'Sources');
  const rows = page.locator('.sidebar .monaco-list-row');
  await rows
    .filter({ hasText: /risk\s\(/ })
    .first()
    .waitFor();
  // Wide enough for the result of each scan.
  const { x, width } = (await page.locator('.part.sidebar').boundingBox()) ?? { x: 0, width: 0 };
  await page.mouse.move(x + width, size.height / 2);
  await page.mouse.down();
  await page.mouse.move(560, size.height / 2, { steps: 5 });
  await page.mouse.up();
  await until(async () => !/waits|queue|running|sent/.test(await page.locator('.sidebar').innerText()), {
    within: 90_000,
    what: 'the end of all scans',
  });
  await page.locator('.notification-toast').first().waitFor({ state: 'detached', timeout: 30_000 });
  await page.mouse.move(size.width - 5, 755);
  await save(page, 'scans-dark');
}
