import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/lib/paths.mjs';
import { startRecordingService } from '../harness/recordingService';
import { waitForQuickInput, waitForScanView } from '../harness/scans';
import { fakeTaxiiServer } from '../harness/fakeTaxiiServer';
import {
  acceptSelection,
  addTaxiiServer,
  checkInQuickInput,
  foldView,
  hoverText,
  pickInQuickInput,
  setTheme,
  typeInQuickInput,
} from '../harness/workbench';
import { demoWindow } from './demoWindow';
import { pattern } from '../harness/text';
import { uiText, icon } from '../../src/features/shared/ui/text';

const size = { width: 1100, height: 520 };

/** Fictional collections: their titles and names. */
const collections: Readonly<Record<string, readonly string[]>> = {
  'Team feed': ['login-update.example', 'cdn-metrics.example', 'parcel-status.example', 'mail-quota.example'],
  'Phishing kits': ['signin-help.example', 'invoice-view.example'],
  'Botnet IP addresses': ['update-check.example'],
};
/** Captures the Sources view with its collections, and a hover answered by one of them. */
export async function takePictures(demo: string): Promise<void> {
  const service = await startRecordingService(fakeTaxiiServer({ collections }));
  const vsCode = await demoWindow(size.width, {
    folder: demo,
    files: {
      'proxy.log': [
        '2026-05-04T09:12:01Z alice CONNECT portal.example:443 200',
        '2026-05-04T09:12:40Z alice CONNECT login-update.example:443 200',
        '2026-05-04T09:12:41Z alice CONNECT cdn-metrics.example:443 200',
        '2026-05-04T09:13:02Z bob   CONNECT parcel-status.example:443 200',
        '',
      ].join('\n'),
    },
  });
  try {
    const { page } = vsCode;
    await setTheme(page, 'Dark Modern');
    await addServer(page, service.url);
    await waitForScanView(page, /Botnet IP addresses\s*just now · 1/);
    await page.locator('.notification-toast').first().waitFor({ state: 'detached', timeout: 30_000 });
    await foldView(page, 'Triage List');
    await hoverText(page, 'login-update.example', { matching: /“Team feed”/ });
    const folder = join(root, 'media', 'pictures');
    mkdirSync(folder, { recursive: true });
    await page.screenshot({
      animations: 'disabled',
      path: join(folder, 'mirror-dark.png'),
      clip: { x: 0, y: 0, ...size },
    });
  } finally {
    await vsCode.stop();
    await service.stop();
  }
}

async function addServer(page: Page, url: string): Promise<void> {
  await addTaxiiServer(page);
  await typeInQuickInput(page, url.replace('127.0.0.1', 'localhost'));
  await pickInQuickInput(page, pattern(uiText('{0} No authentication', icon('unlock'))));
  await waitForQuickInput(page, pattern(uiText('Select collections to keep on this machine')));
  for (const title of Object.keys(collections)) await checkInQuickInput(page, new RegExp(title));
  await acceptSelection(page);
}
