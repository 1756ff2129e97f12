import { join } from 'node:path';
import { writeDemo } from '../../scripts/lib/demo.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { hoverText, leaveHover, runCommand, setTheme, webviewFrame } from '../harness/workbench';
import { sampleWindow } from './demoWindow';

const size = { width: 1200, height: 520 };

/** Captures a log and its triage side by side, on the local store with the sample data. */
export async function takePictures(demo: string): Promise<void> {
  writeDemo(demo);
  const vsCode = await sampleWindow(size.width, demo);
  try {
    const { page } = vsCode;
    await hoverText(page, 'login-update.example', { matching: /Critical risk/ });
    await leaveHover(page);
    await setTheme(page, 'Dark Modern');
    await runCommand(page, 'View: Close Primary Side Bar');
    await runCommand(page, 'View: Focus First Editor Group');
    await runCommand(page, 'threatLookups.triage');
    const panel = await webviewFrame(page, '.grid', 40_000);
    await panel.locator('tbody tr[data-index="5"]').waitFor();
    // Gives the triage two thirds of the width.
    const { x } = (await page.locator('.tab', { hasText: 'Triage:' }).boundingBox()) ?? { x: 0 };
    await page.mouse.move(x, 500);
    await page.mouse.down();
    await page.mouse.move(380, 500, { steps: 5 });
    await page.mouse.up();
    await panel.locator('tbody tr[data-index="0"] td.cell-risk').click();
    await page.keyboard.press('Alt+2');
    await panel.locator('td.cell-state', { hasText: 'Escalate' }).waitFor();
    await page.mouse.move(size.width - 5, 755);
    const path = join(root, 'media', 'pictures', 'triage-dark.png');
    await page.screenshot({ animations: 'disabled', path, clip: { x: 0, y: 0, width: size.width, height: 735 } });
  } finally {
    await vsCode.stop();
  }
}
