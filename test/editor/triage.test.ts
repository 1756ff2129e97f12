import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import type { Triaged } from '../../src/core/triage/assess';
import { chosenUris } from '../../src/features/triage/files/chosenFiles';
import type { RowLocations } from '../../src/features/triage/files/rowLocations';
import { strings } from '../../src/features/triage/strings';
import { Jobs } from '../../src/service/jobs';
import { zipOf } from '../harness/zipFile';
import { showText } from './helpers/documents';
import { triageFiles } from './helpers/triageFiles';
import { eventually } from './helpers/waiting';

const value = 'lookups-test-1.com';
const log = [`GET ${value}`, 'GET lookups-test-2.com', `POST ${value} and ${value}`, ''].join('\n');

/** Only rows of a client or a time need to read where they are. */
const read = (): never => assert.fail('a whole row');

describe('Files of a triage', () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  const pathOf = (name: string): string => join(folder.uri.fsPath, name);
  const uriOf = (name: string): vscode.Uri => vscode.Uri.joinPath(folder.uri, name);
  // Reading a file doesn't open the store.
  const jobs = new Jobs({ storeFile: pathOf('no.sqlite'), onNotice: () => undefined });

  async function locationsOf(file: string): Promise<{ readonly row: Triaged; readonly locations: RowLocations }> {
    const { rows, locations } = await triageFiles([uriOf(file)], jobs);
    const name = /\.(?:gz|zip)$/.test(file) ? 'lookups-test-7.com' : value;
    const row = rows.find(({ indicator }) => indicator.value === name);
    assert.ok(row, `${name} isn't found`);
    return { row, locations };
  }

  /** Returns the selection in the active editor: line and column from 1, and the text. */
  function selected(): readonly [number, number, string] {
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const { selection, document } = editor;
    return [selection.start.line + 1, selection.start.character + 1, document.getText(selection)];
  }

  async function changeOnDisk(name: string, text: string): Promise<void> {
    writeFileSync(pathOf(name), text);
    const document = await vscode.workspace.openTextDocument(uriOf(name));
    await eventually(() => document.getText() === text, `the changed ${name}`);
  }

  before(() => writeFileSync(pathOf('triage.log'), log));
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await jobs.close();
    for (const name of ['triage.log', 'old.log.gz', 'logs.zip', 'no.sqlite']) rmSync(pathOf(name), { force: true });
  });

  it('are opened at the locations of a row, one after the other in both directions', async () => {
    const { row, locations } = await locationsOf('triage.log');
    assert.equal(await locations.goToFirst(row, read), strings.locationOf(1, 2));
    assert.deepEqual(selected(), [1, 5, value]);
    assert.equal(await locations.goTo(row, 1, read), strings.locationOf(2, 2));
    assert.deepEqual(selected(), [3, 6, value]);
    assert.equal(await locations.goTo(row, 1, read), strings.locationOf(1, 2));
    assert.equal(await locations.goTo(row, -1, read), strings.locationOf(2, 2));
    assert.deepEqual(selected(), [3, 6, value]);
    assert.equal(await locations.goTo(row, -1, read), strings.locationOf(1, 2));
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uriOf('triage.log').toString());
  });

  it('are searched near a location if they have changed, and what is missing is reported', async () => {
    const { row, locations } = await locationsOf('triage.log');
    await changeOnDisk('triage.log', `# two lines\n# more\n${log}`);
    const moved = strings.locationWith(strings.locationOf(1, 2), strings.movedNearby('triage.log'));
    assert.equal(await locations.goToFirst(row, read), moved);
    assert.deepEqual(selected(), [3, 5, value]);
    await changeOnDisk('triage.log', '# nothing\n');
    const missing = strings.locationWith(strings.locationOf(1, 2), strings.notFoundInFile('triage.log'));
    assert.equal(await locations.goToFirst(row, read), missing);
    await changeOnDisk('triage.log', log);
  });

  it('are read and shown decompressed', async () => {
    const packed = gzipSync(`first line\nlookups-test-7.com\n${'some more text\n'.repeat(2_000)}`);
    writeFileSync(pathOf('old.log.gz'), packed);
    const { row, locations } = await locationsOf('old.log.gz');
    assert.equal(await locations.goToFirst(row, read), undefined);
    assert.deepEqual(selected(), [2, 1, 'lookups-test-7.com']);
    const document = vscode.window.activeTextEditor?.document;
    assert.match(document?.getText() ?? '', /^first line\nlookups-test-7\.com\nsome more text\n/);
    assert.equal(document?.lineCount, 2_003);
    assert.match(document.fileName, /old\.log$/);
  });

  it('in an archive have lines of their own', async () => {
    const inner = [
      { name: 'one.log', content: 'first line\nsecond line\n' },
      { name: 'deep/two.log', content: 'first line\nGET lookups-test-7.com\n' },
    ];
    writeFileSync(pathOf('logs.zip'), zipOf(inner));
    const { row, locations } = await locationsOf('logs.zip');
    assert.equal(locations.fileOf(row.locations.at(0)?.file ?? 0), 'logs.zip!deep/two.log');
    assert.equal(await locations.goToFirst(row, read), undefined);
    assert.deepEqual(selected(), [2, 5, 'lookups-test-7.com']);
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /two$|two\.log$/);
  });

  it('include the unsaved text of the active editor', async () => {
    const editor = await showText('seen lookups-test-3.com\n', 'log');
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), 'then lookups-test-8.com\n'));
    const chosen = await chosenUris(undefined, undefined);
    assert.deepEqual(chosen.map(String), [editor.document.uri.toString()]);
    const { rows } = await triageFiles(chosen, jobs);
    const names = rows.map(({ indicator }) => indicator.value);
    assert.deepEqual(names, ['lookups-test-3.com', 'lookups-test-8.com']);
  });
});
