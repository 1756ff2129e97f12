import assert from 'node:assert/strict';
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import type { LogPosition } from '../../src/features/shared/ids/commands';
import { largeLogScheme, readLargeLogUri } from '../../src/features/shared/files/largeLogUri';
import { chosenUris } from '../../src/features/triage/files/chosenFiles';
import { Jobs } from '../../src/service/jobs';
import { triageFiles } from './helpers/triageFiles';
import { hoverMatching } from './helpers/hovers';
import { eventually } from './helpers/waiting';

const lineCount = 600_000;
const rareLine = 543_210;
const lineOf = (line: number): string =>
  `${new Date(Date.UTC(2024, 2, 1) + line * 1000).toISOString()} 192.0.2.28 GET ${line === 1 ? 'https://login-update.example/session?id=7' : `/${'x'.repeat(60)}`} ${String(line).padStart(7, '0')}`;

/** Only rows of a client or a time need to read where they are. */
const read = (): never => assert.fail('a whole row');

describe('A log over 50 MB', () => {
  // VS Code copies the text of a section several times between its processes.
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  const pathOf = (name: string): string => join(folder.uri.fsPath, name);
  const uriOf = (name: string): vscode.Uri => vscode.Uri.joinPath(folder.uri, name);

  before(async () => {
    await vscode.commands.executeCommand('threatLookups.loadSample');
    const file = openSync(pathOf('large.log'), 'w');
    for (let line = 1; line <= lineCount; line += 1_000) {
      const lines = Array.from({ length: 1_000 }, (_, n) =>
        line + n === rareLine ? `${lineOf(line + n)} then lookups-test-9.com` : lineOf(line + n),
      );
      writeSync(file, `${lines.join('\n')}\n`);
    }
    closeSync(file);
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await vscode.commands.executeCommand('threatLookups.removeSample');
    for (const name of [
      'large.log',
      'small.log.gz',
      'growing.log',
      'first.log',
      'second.log',
      'risky-lines.csv',
      'no.sqlite',
    ])
      rmSync(pathOf(name), { force: true });
  });

  const active = (): vscode.TextEditor => {
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    return editor;
  };
  const sectionShown = (): number | undefined => readLargeLogUri(active().document.uri)?.section;
  const textAt = (line: number): string => active().document.lineAt(line).text;

  it('is shown in sections, with hovers', async () => {
    await vscode.commands.executeCommand('threatLookups.openLargeLog', uriOf('large.log'));
    const { document } = active();
    assert.equal(document.uri.scheme, largeLogScheme);
    assert.equal(document.languageId, 'log');
    assert.match(document.fileName, /\[1\] large\.log$/);
    assert.equal(document.lineAt(0).text, lineOf(1));
    assert.ok(document.lineCount < lineCount / 3);
    await hoverMatching(document, 'login-update.example', /(Critical|High|Medium|Low) risk/);
    const { lineCount: count } = document;
    await vscode.commands.executeCommand('threatLookups.nextLogSection');
    assert.equal(sectionShown(), 1);
    assert.equal(textAt(0), lineOf(count));
    await vscode.commands.executeCommand('threatLookups.previousLogSection');
    assert.equal(sectionShown(), 0);
    assert.equal(active().selection.active.line, count - 2);
    const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await eventually(() => tabs().length === 1, 'the tab of the other section is replaced');
  });

  it('is shown at any line', async () => {
    for (const line of [1, 400_000, lineCount, 7]) {
      const location = { uri: uriOf('large.log').toString(), line, column: 5 };
      const shown = await vscode.commands.executeCommand<LogPosition>('threatLookups.goToLogLine', location);
      assert.equal(active().document.uri.toString(), shown.uri);
      assert.equal(textAt(shown.line).slice(0, 70), lineOf(line).slice(0, 70));
      assert.deepEqual(active().selection.active, new vscode.Position(shown.line, 4));
    }
    const none = { uri: uriOf('large.log').toString(), line: lineCount + 1 };
    assert.equal(await vscode.commands.executeCommand('threatLookups.goToLogLine', none), undefined);
  });

  it('is shown at the location of a row of a triage, and its sections stand for the file', async () => {
    const jobs = new Jobs({ storeFile: pathOf('no.sqlite'), onNotice: () => undefined });
    const { rows, locations } = await triageFiles([uriOf('large.log')], jobs);
    await jobs.close();
    const found = rows.find(({ indicator }) => indicator.value === 'lookups-test-9.com');
    assert.ok(found);
    assert.equal(await locations.goToFirst(found, read), undefined);
    const { document, selection } = active();
    assert.equal(document.uri.scheme, largeLogScheme);
    assert.equal(document.getText(selection), 'lookups-test-9.com');
    assert.ok(textAt(selection.start.line).startsWith(lineOf(rareLine)));
    assert.deepEqual((await chosenUris(undefined, undefined)).map(String), [uriOf('large.log').toString()]);
  });

  it('may be compressed, and is decompressed to a file of the session', async () => {
    writeFileSync(pathOf('small.log.gz'), gzipSync('first\nsecond login-update.example\n'));
    await vscode.commands.executeCommand('threatLookups.openLargeLog', uriOf('small.log.gz'));
    assert.match(active().document.fileName, /\[1\] small\.log$/);
    assert.equal(textAt(1), 'second login-update.example');
  });

  it('is read again when lines are appended', async () => {
    writeFileSync(pathOf('growing.log'), 'first\n');
    await vscode.commands.executeCommand('threatLookups.openLargeLog', uriOf('growing.log'));
    const { document } = active();
    assert.equal(document.getText(), 'first\n');
    appendFileSync(pathOf('growing.log'), 'second\n');
    await eventually(() => document.getText() === 'first\nsecond\n', 'the appended line');
    const location = { uri: uriOf('growing.log').toString(), line: 2 };
    const shown = await vscode.commands.executeCommand<LogPosition>('threatLookups.goToLogLine', location);
    assert.equal(shown.line, 1);
  });

  it('is filtered to its risky lines, with those of other logs in order of time', async () => {
    const line = (minute: number, host: string): string =>
      `2024-03-01T00:0${minute}:00.000Z 192.0.2.28 GET https://${host}/`;
    writeFileSync(pathOf('first.log'), [line(1, 'risky-lines.example'), line(2, 'portal.example'), ''].join('\n'));
    writeFileSync(
      pathOf('second.log'),
      [line(0, 'risky-lines.example'), line(3, 'risky-lines.example'), ''].join('\n'),
    );
    // Sample data doesn't count beside other data, which tests before this one leave.
    writeFileSync(pathOf('risky-lines.csv'), 'indicator,risk\nrisky-lines.example,high\n');
    await vscode.commands.executeCommand('threatLookups.import', uriOf('risky-lines.csv'));
    const uris = ['first.log', 'second.log'].map(uriOf);
    await vscode.commands.executeCommand('threatLookups.showRiskyLines', uris[0], uris);
    const { document } = active();
    assert.equal(document.uri.scheme, largeLogScheme);
    assert.deepEqual(document.getText().trimEnd().split('\n'), [
      `2024-03-01T00:00:00Z\tsecond.log\t${line(0, 'risky-lines.example')}`,
      `2024-03-01T00:01:00Z\tfirst.log\t${line(1, 'risky-lines.example')}`,
      `2024-03-01T00:03:00Z\tsecond.log\t${line(3, 'risky-lines.example')}`,
    ]);
    await hoverMatching(document, 'risky-lines.example', /High risk/);
  });

  it('cannot be changed', async () => {
    await vscode.commands.executeCommand('threatLookups.openLargeLog', uriOf('large.log'));
    const { uri } = active().document;
    assert.equal(vscode.workspace.fs.isWritableFileSystem(largeLogScheme), false);
    await assert.rejects(Promise.resolve(vscode.workspace.fs.writeFile(uri, new Uint8Array())));
    assert.ok(existsSync(pathOf('large.log')) && readdirSync(folder.uri.fsPath).includes('large.log'));
  });
});
