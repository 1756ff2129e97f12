import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as vscode from 'vscode';
import { applicationId } from '../../../src/core/store/sqlite/schema';
import { openStore } from '../../../src/core/store/store';
import { panelTypes, viewIds } from '../../../src/features/shared/ids/contributionIds';
import { useWindow } from '../window';
import { uiText } from '../../../src/features/shared/ui/text';

const newer = 9_999;
const empty = /No information found|Not in the local store|Not found on|triage list is empty/;
const storeIn = (storage: string): string => join(storage, 'store.sqlite');

/** Files next to a store that belong to it: journals and backups. */
function besides(file: string): readonly string[] {
  return readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)) && name !== basename(file));
}

describe('A local store of a newer version', () => {
  const window = useWindow({
    prepare: (storage) => {
      const db = new DatabaseSync(storeIn(storage));
      db.exec(`CREATE TABLE kept (text); PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${newer}`);
      db.close();
    },
  });
  let log: vscode.TextDocument;
  before(async () => {
    log = await window.document('proxy.log', 'CONNECT login-update.example:443\n');
  });

  it('is reported in one message with what to do, and in the status bar, hovers, and menu', async () => {
    const text = await window().hover(log, 'login-update.example', /newer version/);
    assert.match(text, /can't be read.*Update…/s);
    const message = await window().messages.notification(
      /created or upgraded by a newer version of Threat Lookups.*Update the extension/,
    );
    assert.deepEqual(window().messages.notifications(), [message.text]);
    await window().messages.status(/update needed/);
    window().begin('threatLookups.menu');
    const menu = await window().prompt(/Update Extension/);
    menu.cancel();
    message.click('Update…');
    await window().executedCommand(/^extension\.open "threat-lookups\.threat-lookups"/);
    const db = new DatabaseSync(storeIn(window.storage()), { readOnly: true });
    assert.equal(db.prepare('PRAGMA user_version').get()?.['user_version'], newer);
    db.close();
  });

  /** Replaces the store by another file, as a user would, and reloads the window. */
  async function replaceStore(make: (path: string) => void): Promise<Buffer> {
    const file = storeIn(window.storage());
    const made = `${file}.made`;
    await window.reload(() => {
      make(made);
      for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
      renameSync(made, file);
    });
    return readFileSync(file);
  }

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
    it(`is distinguished from ${what} in its place, which is kept and reported in the hover and status bar`, async () => {
      const bytes = await replaceStore(make);
      const file = storeIn(window.storage());
      const text = await window().hover(log, 'login-update.example', /The local store file belongs to another program/);
      assert.doesNotMatch(text, empty);
      // The notice comes once a day.
      if (what === 'a text')
        await window().messages.notification(/The local store file belongs to another program\. Move that file/);
      else assert.deepEqual(window().messages.notifications(), []);
      await window().messages.status(/store unavailable/);
      // Looked at again, it is still no store.
      await window().hover(log, 'login-update.example', /The local store file belongs to another program/);
      assert.match(window().messages.statusText(), /store unavailable/);
      assert.deepEqual(readFileSync(file), bytes);
      assert.deepEqual(besides(file), []);
    });
  }

  it("is distinguished from a corrupted one, which is moved aside, and the hover doesn't suggest that nothing is known", async () => {
    const bytes = await replaceStore((path) => {
      openStore(path).close();
      const broken = readFileSync(path);
      broken.fill(0x5a, 100);
      writeFileSync(path, broken);
    });
    const file = storeIn(window.storage());
    const text = await window().hover(log, 'login-update.example', /was replaced by an empty one/);
    assert.doesNotMatch(text, empty);
    await window().messages.notification(
      /The local store was corrupted\. It was moved aside and replaced by an empty one/,
    );
    await window().messages.status(/store replaced/);
    const [aside] = besides(file).filter((name) => name.includes('.corrupt-'));
    assert.deepEqual(readFileSync(join(dirname(file), aside ?? '')), bytes);
  });
});

describe('An unreadable local store', () => {
  const garbage = 'this is not a database\n'.repeat(2_000);
  const window = useWindow({
    settings: { 'threatLookups.lookups': 'offline', 'threatLookups.baseUrl': 'http://127.0.0.1:9' },
    prepare: (storage) => writeFileSync(storeIn(storage), garbage),
  });
  const reason = /The local store file belongs to another program/;
  let log: vscode.TextDocument;
  before(async () => {
    log = await window.document('proxy.log', 'CONNECT evil-one.com:443\n');
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('is reported in hovers', async () => {
    assert.doesNotMatch(await window().hover(log, 'evil-one.com', reason), empty);
  });

  it('is reported in records', async () => {
    await window().run('threatLookups.openRecord', { type: 'domain', value: 'evil-one.com' });
    assert.doesNotMatch(await window().panels.received(panelTypes.record, reason), empty);
  });

  it('is reported when opening a record, instead of an empty list', async () => {
    window().begin('threatLookups.openRecord');
    const prompt = await window().prompt(
      /The local store can't be read[^]*The local store file belongs to another program/,
    );
    assert.ok(
      prompt.text().includes(uiText('recent records and names unavailable; press Enter to show the output')),
      prompt.text(),
    );
    prompt.cancel();
  });

  it("is reported by the Local Mirrors view, which doesn't claim to be empty", async () => {
    await window().run('threatLookups.sources.focus');
    await window().views.message(viewIds.sources, reason);
    assert.doesNotMatch(window().views.text(viewIds.sources), /No sources yet/);
  });

  it('is reported by triage of a file and by the triage list, and the file stays unchanged', async () => {
    await vscode.window.showTextDocument(log);
    await window().run('threatLookups.triage');
    const triage = await window().panels.received(panelTypes.triage, /1 indicator: 1 couldn't be checked/);
    assert.match(triage, /The local store file belongs to another program\. These results are incomplete\./);
    window().panels.closeAll();
    await window().run('threatLookups.showTriage');
    const list = await window().panels.received(panelTypes.triage, /The triage list couldn't be read/);
    // Titles of chips describe possible contents of a list.
    assert.doesNotMatch(list.replaceAll(/"title":"[^"]*"/g, ''), empty);
    assert.equal(readFileSync(storeIn(window.storage()), 'utf8'), garbage);
  });
});
