import { join } from 'node:path';
import { writeDemo } from '../../scripts/lib/demo.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { hoverText, leaveHover, runCommand, setTheme, webviewFrame } from '../harness/workbench';
import { sampleWindow } from './demoWindow';

const size = { width: 1100, height: 520 };

const query = [
  '### Recent high-risk domains',
  '# @name recent-risky-domains',
  'type=domain and (risk=high or risk=critical)',
  'and seen=90d and retired=0',
  '',
  '### Active indicators of one threat',
  'threat="Paper Lantern" and retired=0',
  '',
].join('\n');

/** Captures a query and its results side by side, on the local store with the sample data. */
export async function takePictures(demo: string): Promise<void> {
  writeDemo(demo);
  const vsCode = await sampleWindow(size.width, demo);
  try {
    const { page } = vsCode;
    await hoverText(page, 'login-update.example', { matching: /Critical risk/ });
    await leaveHover(page);
    await setTheme(page, 'Dark Modern');
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'View: Close Primary Side Bar');
    await runCommand(page, 'threatLookups.newQuery');
    const line = page.locator('.editor-instance .view-line', { hasText: 'New query' }).first();
    await line.waitFor();
    await line.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(query);
    await page.keyboard.press('Escape');
    await page.locator('.codelens-decoration a', { hasText: 'Run' }).first().click();
    const panel = await webviewFrame(page, '.grid', 40_000);
    await panel.locator('tbody tr[data-index="5"]').waitFor();
    // Gives the results two thirds of the width.
    const { x } = (await page.locator('.tab', { hasText: 'Results:' }).boundingBox()) ?? { x: 0 };
    await page.mouse.move(x, 500);
    await page.mouse.down();
    await page.mouse.move(400, 500, { steps: 5 });
    await page.mouse.up();
    await page.mouse.move(size.width - 5, 755);
    const path = join(root, 'media', 'pictures', 'results-dark.png');
    await page.screenshot({ animations: 'disabled', path, clip: { x: 0, y: 0, width: size.width, height: 735 } });
  } finally {
    await vsCode.stop();
  }
}
