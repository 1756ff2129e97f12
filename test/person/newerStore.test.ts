import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { applicationId } from '../../src/core/store/schema';
import { until } from '../../scripts/lib/processes.mjs';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  clickStatusBar,
  hoverText,
  notification,
  quickInputLabels,
  screenshot,
  tabTitles,
} from '../harness/workbench';

const newer = 9_999;

describe('A local store that a newer version wrote', () => {
  let file = '';
  const vsCode = useVsCode({
    files: { 'proxy.log': 'CONNECT login-update.example:443\n' },
    openFiles: ['proxy.log'],
    prepare: async (dataDir) => {
      const storage = join(dataDir, 'User', 'globalStorage', 'threat-lookups.threat-lookups');
      await mkdir(storage, { recursive: true });
      file = join(storage, 'store.sqlite');
      const db = new DatabaseSync(file);
      db.exec(`CREATE TABLE kept (text); PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${newer}`);
      db.close();
    },
  });

  it('is said in one message with what helps, and in the status bar', async () => {
    const { page } = vsCode();
    await notification(page, /written by a newer version of Threat Lookups.*Update the extension/);
    await screenshot(page, 'store of a newer version');
    const item = page.locator('.statusbar-item[id^="threat-lookups."]').first();
    await until(async () => /update needed/.test(await item.innerText()), {
      within: 10_000,
      what: 'the status bar says nothing',
    });
    await clickStatusBar(page);
    const labels = await quickInputLabels(page);
    assert.ok(
      labels.some((label) => label.includes('Update Extension')),
      labels.join(),
    );
    await page.keyboard.press('Escape');
  });

  it('is said in hovers, and left as it is', async () => {
    const { page } = vsCode();
    const text = await hoverText(page, 'login-update.example', { matching: /newer version/ });
    assert.match(text, /is not read.*Update…/s);
    await screenshot(page, 'hover over a store of a newer version');
    const db = new DatabaseSync(file, { readOnly: true });
    assert.equal(db.prepare('PRAGMA user_version').get()?.['user_version'], newer);
    db.close();
  });

  it('leads to the page of the extension', async () => {
    const { page } = vsCode();
    await clickButton(page, 'Update…');
    await until(async () => (await tabTitles(page)).some((title) => title.includes('Threat Lookups')), {
      within: 10_000,
      what: 'no page of the extension',
    });
  });
});
