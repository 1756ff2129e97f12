import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDemo } from '../../scripts/lib/demo.mjs';
import { root, testedCli } from '../../scripts/lib/paths.mjs';
import { hoverText, leaveHover, runCommand, setTheme, webviewFrame } from '../harness/workbench';
import { demoWindow } from './demoWindow';

const size = { width: 1200, height: 520 };

/** Lists as a responder has them, about fictional indicators. */
const lists = {
  URLhaus: [
    'https://login-update.example/session/verify,critical,Paper Lantern,Sign-in page that copies a bank,critical',
    'http://cdn-metrics.test/collect.js,high,Copper Skimmer,Script that reads payment forms,high',
    'http://203.0.113.77/update/stage2.bin,critical,Quiet Ferry,Downloads the second stage of a loader,critical',
  ],
  'Spamhaus DROP': ['203.0.113.77,high,,Network used by criminals only,high', '198.51.100.23,high,,,'],
  'Case 2041': [
    'login-update.example,critical,Paper Lantern,Sign-in phishing since Monday,critical',
    'relay.dark-harbor.test,high,Quiet Ferry,Beacon every 60 seconds,high',
    'parcel-tracking.example,medium,,Sender of parcel messages,medium',
    '2001:db8:77::5,medium,,Scanned our VPN gateway,medium',
  ],
};

/** Puts the lists into the store of a window that hasn't started. */
function importLists(dataDir: string): void {
  const folder = join(dataDir, 'User', 'globalStorage', 'threat-lookups.threat-lookups');
  mkdirSync(folder, { recursive: true });
  for (const [name, rows] of Object.entries(lists)) {
    const file = join(dataDir, `${name}.csv`);
    writeFileSync(file, ['indicator,risk,threats,reasons,reason_risks', ...rows].join('\n'));
    const store = join(folder, 'store.sqlite');
    execFileSync(process.execPath, [testedCli, 'import', '--db', store, '--name', name, file]);
  }
}

/** Captures the triage of a log. */
export async function takePictures(demo: string): Promise<void> {
  writeDemo(demo);
  const vsCode = await demoWindow(size.width, {
    folder: demo,
    prepare: (dataDir) => {
      importLists(dataDir);
      return Promise.resolve();
    },
  });
  try {
    const { page } = vsCode;
    await hoverText(page, 'login-update.example', { matching: /Critical risk/ });
    await leaveHover(page);
    await setTheme(page, 'Dark Modern');
    await runCommand(page, 'View: Close Primary Side Bar');
    await runCommand(page, 'threatLookups.triage');
    const panel = await webviewFrame(page, '.grid', 40_000);
    await panel.locator('tbody tr[data-index="5"]').waitFor();
    await runCommand(page, 'View: Join All Editor Groups');
    await panel.locator('tbody tr[data-index="0"] td.cell-risk').click();
    await page.keyboard.press('ArrowRight');
    await panel.getByText('Find in Log').first().waitFor();
    await page.mouse.move(size.width - 5, 755);
    const path = join(root, 'media', 'pictures', 'triage-dark.png');
    await page.screenshot({ animations: 'disabled', path, clip: { x: 0, y: 0, width: size.width, height: 640 } });
  } finally {
    await vsCode.stop();
  }
}
