import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { writeDemo } from '../../scripts/lib/demo.mjs';
import { root } from '../../scripts/lib/places.mjs';
import { startVsCode } from '../harness/vsCode';
import {
  hoverText,
  openFile,
  runCommand,
  setTheme,
  webviewFrame,
  clickInHover,
  leaveHover,
} from '../harness/workbench';

const folder = join(root, 'media', 'pictures');
const size = { width: 1100, height: 520 };
const themes = { dark: 'Dark Modern', light: 'Light Modern' };

function save(page: Page, name: string, height = size.height): Promise<Buffer> {
  // Hovers fade in; a picture shows them whole.
  return page.screenshot({
    animations: 'disabled',
    path: join(folder, `${name}.png`),
    clip: { x: 0, y: 0, width: size.width, height },
  });
}

/** Takes the pictures of the README from the installed extension with its sample data. */
export async function takePictures(demo: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeDemo(demo);
  const vsCode = await startVsCode({
    folder: demo,
    openFiles: ['proxy.log'],
    environment: { THREAT_LOOKUPS_DEMO: '1' },
    viewport: { width: size.width, height: 760 },
    settings: {
      'workbench.statusBar.visible': true,
      'workbench.activityBar.location': 'hidden',
      'window.commandCenter': false,
      'window.title': '${activeEditorShort}',
      'editor.minimap.enabled': false,
      'breadcrumbs.enabled': false,
    },
  });
  try {
    const { page } = vsCode;
    await hoverText(page, 'login-update.example', { matching: /Critical risk[^]*From.*[Ss]ample/ });
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
    await panel.getByText('Why', { exact: true }).first().waitFor();
    await page.mouse.move(size.width - 5, 755);
    await save(page, 'record-dark', 735);
  } finally {
    await vsCode.stop();
  }
}
