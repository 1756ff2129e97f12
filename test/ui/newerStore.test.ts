import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator } from 'playwright-core';
import { applicationId } from '../../src/core/store/sqlite/schema';
import { openStore } from '../../src/core/store/store';
import { until } from '../../scripts/lib/processes.mjs';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  clickStatusBar,
  hoverText,
  leaveHover,
  notification,
  quickInputLabels,
  screenshot,
  tabTitles,
} from '../harness/workbench';

const newer = 9_999;

describe('A local store of a newer version', () => {
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

  it('is reported in one message with what to do, and in the status bar', async () => {
    const { page } = vsCode();
    await notification(page, /created by a newer version of Threat Lookups.*Update the extension/);
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

  it('is reported in hovers, and left unchanged', async () => {
    const { page } = vsCode();
    const text = await hoverText(page, 'login-update.example', { matching: /newer version/ });
    assert.match(text, /can't be read.*Update…/s);
    await screenshot(page, 'hover over a store of a newer version');
    const db = new DatabaseSync(file, { readOnly: true });
    assert.equal(db.prepare('PRAGMA user_version').get()?.['user_version'], newer);
    db.close();
  });

  it('offers the page of the extension', async () => {
    const { page } = vsCode();
    await clickButton(page, 'Update…');
    await until(async () => (await tabTitles(page)).some((title) => title.includes('Threat Lookups')), {
      within: 10_000,
      what: 'no page of the extension',
    });
  });

  /** Replaces the store by another file, as a user would, and reloads the window. */
  async function replaceStore(make: (path: string) => void): Promise<Buffer> {
    await vsCode().page.goto('about:blank');
    const made = `${file}.made`;
    make(made);
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
    renameSync(made, file);
    const bytes = readFileSync(file);
    await vsCode().open(['proxy.log']);
    return bytes;
  }

  const statusItem = (): Locator => vsCode().page.locator('.statusbar-item[id^="threat-lookups."]').first();
  const untilStatus = (words: RegExp): Promise<unknown> =>
    until(async () => words.test(await statusItem().innerText()), {
      within: 20_000,
      what: `${String(words)} in the status bar`,
    });

  const foreign: Readonly<Record<string, (path: string) => void>> = {
    'a text': (path) => writeFileSync(path, 'login-update.example\nmy own notes\n'),
    'a PDF': (path) => writeFileSync(path, Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 7)])),
    'the database of another program': (path) => {
      const db = new DatabaseSync(path);
      db.exec("CREATE TABLE places (url); INSERT INTO places VALUES ('https://login-update.example/')");
      db.close();
    },
  };
  for (const [what, make] of Object.entries(foreign)) {
    it(`is distinguished from ${what} in its place, which is kept and reported in the hover and status bar`, async function () {
      this.timeout(90_000);
      const bytes = await replaceStore(make);
      const { page } = vsCode();
      // The notice comes once a day.
      if (what === 'a text') {
        await notification(page, /isn't a Threat Lookups store\. It was left unchanged.*Move the file away/);
        await screenshot(page, 'store foreign');
      }
      await untilStatus(/store unavailable/);
      const text = await hoverText(page, 'login-update.example', { matching: /isn't a Threat Lookups store/ });
      assert.doesNotMatch(text, /No information found|No data found|Not in the local store/);
      await screenshot(page, `store foreign hover ${what}`);
      // Looked at again, it is still no store.
      await hoverText(page, 'login-update.example', { matching: /isn't a Threat Lookups store/ });
      await leaveHover(page);
      await untilStatus(/store unavailable/);
      assert.deepEqual(readFileSync(file), bytes);
      assert.deepEqual(besides(file), []);
    });
  }

  it("is distinguished from a corrupted one, which is moved aside, and the hover doesn't suggest that nothing is known", async function () {
    this.timeout(90_000);
    const bytes = await replaceStore((path) => {
      const store = openStore(path);
      store.close();
      const broken = readFileSync(path);
      broken.fill(0x5a, 100);
      writeFileSync(path, broken);
    });
    const { page } = vsCode();
    await notification(page, /The local store was corrupted\. It was moved aside and replaced by an empty one/);
    await screenshot(page, 'store damaged');
    await untilStatus(/store replaced/);
    const text = await hoverText(page, 'login-update.example', { matching: /was corrupted and replaced/ });
    assert.doesNotMatch(text, /No information found|No data found|Not in the local store/);
    await screenshot(page, 'store damaged hover');
    const [aside] = besides(file).filter((name) => name.includes('.corrupt-'));
    assert.deepEqual(readFileSync(join(dirname(file), aside ?? '')), bytes);
  });
});

/** Files next to a store that belong to it: journals and backups. */
function besides(file: string): readonly string[] {
  return readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)) && name !== basename(file));
}
