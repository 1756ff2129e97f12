import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from '../../scripts/lib/processes.mjs';
import { applicationId } from '../../src/core/store/sqlite/schema';
import { openRecord, panelText } from '../harness/panels';
import { waitForResults } from '../harness/queries';
import { waitForQuickInput } from '../harness/scans';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  clickStatusBar,
  hoverText,
  leaveHover,
  notification,
  openFile,
  runCommand,
  screenshot,
  statusBarText,
  tabTitles,
} from '../harness/workbench';

const garbage = 'this is not a database\n'.repeat(2_000);
const empty = /Not in the local store|No information found|No data found|Not known to|triage list is empty/;

describe('An unreadable local store', () => {
  let file = '';
  const vsCode = useVsCode({
    settings: { 'threatLookups.lookups': 'offline', 'threatLookups.baseUrl': 'http://127.0.0.1:9' },
    files: { 'proxy.log': 'CONNECT evil-one.com:443\n' },
    openFiles: ['proxy.log'],
    prepare: async (dataDir) => {
      const storage = join(dataDir, 'User', 'globalStorage', 'threat-lookups.threat-lookups');
      await mkdir(storage, { recursive: true });
      file = join(storage, 'store.sqlite');
      const db = new DatabaseSync(file);
      db.exec(`CREATE TABLE kept (text); PRAGMA application_id = ${applicationId}; PRAGMA user_version = 9999`);
      db.close();
    },
  });

  it('of a newer version is reported with a button that opens the page of the extension', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    const text = await hoverText(page, 'evil-one.com', { matching: /newer version/ });
    assert.match(text, /can't be read.*Update…/s);
    await leaveHover(page);
    await until(async () => /update needed/.test(await statusBarText(page)), {
      within: 10_000,
      what: 'a note in the status bar',
    });
    await clickStatusBar(page);
    await waitForQuickInput(page, /Update Extension/);
    await page.keyboard.press('Escape');
    await notification(page, /created by a newer version of Threat Lookups.*Update the extension/);
    await screenshot(page, 'store of a newer version');
    await clickButton(page, 'Update…');
    await until(async () => (await tabTitles(page)).some((title) => title.includes('Threat Lookups')), {
      within: 20_000,
      what: 'the page of the extension',
    });
  });

  it('is reported in hovers, records, views, and triage, instead of claiming to be empty', async function () {
    this.timeout(180_000);
    const { page } = vsCode();
    // Replaced while no window is open.
    await page.goto('about:blank');
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
    writeFileSync(`${file}.made`, garbage);
    renameSync(`${file}.made`, file);
    await vsCode().open(['proxy.log']);
    const hover = await hoverText(page, 'evil-one.com', { matching: /isn't a Threat Lookups store/ });
    assert.doesNotMatch(hover, empty);
    await leaveHover(page);
    const frame = await openRecord(page, 'evil-one.com', 'evil-one[.]com');
    await frame.getByText(/isn't a Threat Lookups store/).waitFor();
    assert.doesNotMatch(await panelText(frame), empty);
    await runCommand(page, 'threatLookups.showMirror');
    const sideBar = page.locator('.sidebar');
    await sideBar
      .getByText(/isn't a Threat Lookups store/)
      .first()
      .waitFor();
    assert.doesNotMatch(await sideBar.innerText(), /No local mirrors yet/);
    await openFile(page, 'proxy.log');
    await runCommand(page, 'threatLookups.triage');
    const triage = await waitForResults(page, /1 indicator: 1 not checked locally/);
    assert.match(
      await triage.locator('body').innerText(),
      /isn't a Threat Lookups store\. These results are incomplete\./,
    );
    await screenshot(page, 'triage over garbage in place of the store');
    await runCommand(page, 'threatLookups.showTriage');
    const list = await waitForResults(page, /The triage list couldn't be read/);
    assert.doesNotMatch(await list.locator('body').innerText(), empty);
    assert.equal(readFileSync(file, 'utf8'), garbage);
  });
});
