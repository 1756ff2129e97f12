import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SettingsFacade } from '../../src/features/shared/settings/settings';
import { resetSettings, set } from './helpers/userSettings';
import { eventually } from './helpers/waiting';
import { readIgnoreFileAt } from '../../src/services';
import { addToIgnoreFile } from '../../src/features/shared/settings/addToIgnoreList';

describe('Settings in VS Code', () => {
  let settings: SettingsFacade;
  beforeEach(resetSettings);
  beforeEach(() => {
    settings = new SettingsFacade(readIgnoreFileAt);
  });
  afterEach(() => settings.dispose());
  after(resetSettings);

  it('can be made stricter by a workspace, but not looser', async () => {
    await set('lookups', 'onHover');
    await set('lookups', 'offline', 'workspace');
    await set('urls', 'full', 'workspace');
    assert.equal(settings.current().lookups.mode, 'offline');
    assert.equal(settings.current().lookups.urls, 'withoutQuery');
  });

  it('merge the ignore lists', async () => {
    await set('ignore', ['*.corp.example']);
    await set('ignore', ['198.51.100.0/24'], 'workspace');
    const patterns = settings.current().lookups.ignore.map(({ pattern, origin }) => `${origin} ${pattern}`);
    assert.deepEqual(patterns, ['user *.corp.example', 'workspace 198.51.100.0/24']);
  });

  it('ignore the base URL of a workspace', async () => {
    await assert.rejects(set('baseUrl', 'https://elsewhere.example', 'workspace'));
    assert.equal(settings.current().baseUrl, '');
  });

  it('pass old and new values to listeners when the user changes them', async () => {
    const heard: string[] = [];
    settings.onChanged(({ now, before }) => heard.push(`${before.lookups.mode} > ${now.lookups.mode}`));
    await settings.setMode('offline');
    assert.deepEqual(heard, ['onDemand > offline']);
    assert.equal(settings.current().modeChosen, true);
  });

  describe('with an ignore file in the workspace', () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, '.threatlookupsignore');
    const write = (text: string) => vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    const ignored = () => settings.current().lookups.ignore.map(({ pattern, origin }) => `${origin} ${pattern}`);
    afterEach(async () => {
      await vscode.workspace.fs.delete(file);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    });

    it('add its entries to the ignore list, as soon as it changes', async () => {
      await set('ignore', ['*.corp.example']);
      await write('*.corp.example\nportal.lookups-test-1.com # ours\n');
      await eventually(() => ignored().length === 2 || undefined, 'the entry of the file');
      assert.deepEqual(ignored(), ['user *.corp.example', 'file portal.lookups-test-1.com']);
      settings.dispose();
      settings = new SettingsFacade(readIgnoreFileAt);
      assert.equal(ignored().length, 2, 'It is read before anything is sent.');
      await write('!*.corp.example\n');
      await eventually(() => ignored().length === 1 || undefined, 'the file without entries');
      assert.deepEqual(ignored(), ['user *.corp.example']);
    });

    it('show its lines without effect as problems', async () => {
      await write('!lookups-test-1.com\nlookups-test-2.com\n/./\n');
      await vscode.window.showTextDocument(file);
      const problems = await eventually(() => {
        const found = vscode.languages.getDiagnostics(file);
        return found.length === 2 ? found : undefined;
      }, 'the problems');
      assert.deepEqual(
        problems.map(({ range }) => range.start.line),
        [0, 2],
      );
    });

    it('get an entry in it, which creates the file', async () => {
      const read = async () => new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      await addToIgnoreFile(folder, '*.lookups-test-1.com');
      assert.equal(await read(), '*.lookups-test-1.com\n');
      await write('# Ours');
      await eventually(() => ignored().length === 0 || undefined, 'the changed file');
      await addToIgnoreFile(folder, 'lookups-test-2.com');
      await addToIgnoreFile(folder, 'lookups-test-2.com');
      assert.equal(await read(), '# Ours\nlookups-test-2.com\n');
    });
  });
});
