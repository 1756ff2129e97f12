import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { watchCursor } from '../../src/features/highlights/cursorIndicator';
import * as tools from '../../src/core/indicators';
import { showText } from './helpers/documents';
import { resetSettings } from './helpers/userSettings';
import { eventually } from './helpers/waiting';

const text = ['nothing here', 'CONNECT lookups-test-71.com:443', '', 'POST http://198.51.100.71/gate.php', ''].join(
  '\n',
);

const open = (content: string, language = 'log'): Promise<vscode.TextEditor> => showText(content, language);

describe('Highlights', () => {
  const file = join(tmpdir(), `highlights-${process.pid}.csv`);
  before(async () => {
    writeFileSync(file, 'indicator,risk\nlookups-test-71.com,high\n198.51.100.71,critical\n');
    await vscode.commands.executeCommand('threatLookups.import', vscode.Uri.file(file));
  });
  after(() => rmSync(file, { force: true }));
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.getConfiguration('threatLookups').update('highlights.enabled', undefined, true);
    await resetSettings();
  });

  it('are visited in order by the next and previous commands, which wrap around', async () => {
    const editor = await open(text);
    const positions: string[] = [];
    for (const command of ['nextRisky', 'nextRisky', 'nextRisky', 'previousRisky']) {
      await vscode.commands.executeCommand(`threatLookups.${command}`);
      const { line, character } = editor.selection.active;
      positions.push(`${line}:${character}`);
    }
    assert.deepEqual(positions, ['1:8', '3:5', '1:8', '3:5']);
  });

  it('are found in code by the command for the next one', async () => {
    const editor = await open("const a = 1;\nfetch('https://lookups-test-71.com/verify');\n", 'typescript');
    await vscode.commands.executeCommand('threatLookups.nextRisky');
    assert.equal(editor.selection.active.line, 1);
  });

  it('follow edits', async () => {
    const editor = await open(text);
    await vscode.commands.executeCommand('threatLookups.nextRisky');
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), 'lookups-test-71.com\nmore\n');
      edit.delete(new vscode.Range(1, 0, 2, 0));
    });
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    await vscode.commands.executeCommand('threatLookups.nextRisky');
    assert.equal(editor.selection.active.line, 4);
    await vscode.commands.executeCommand('threatLookups.nextRisky');
    assert.deepEqual([editor.selection.active.line, editor.selection.active.character], [0, 0]);
  });

  it('leave the cursor in place if there are none', async () => {
    const editor = await open('nothing\nrisky');
    await vscode.commands.executeCommand('threatLookups.nextRisky');
    assert.equal(editor.selection.active.line, 0);
  });

  it('are problems with actions as well if the setting is on, as long as they are shown', async () => {
    const { document } = await open(text);
    const problems = (): readonly vscode.Diagnostic[] =>
      vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Threat Lookups');
    const configuration = vscode.workspace.getConfiguration('threatLookups');
    await configuration.update('highlights.problems', true, true);
    try {
      await eventually(() => problems().length === 2, 'two problems');
      assert.deepEqual(
        problems().map(({ message, severity, range }) => [message, severity, range.start.line, range.start.character]),
        [
          ['High risk: lookups-test-71[.]com', vscode.DiagnosticSeverity.Error, 1, 8],
          ['Critical risk: hxxp://198[.]51[.]100[.]71/gate.php', vscode.DiagnosticSeverity.Error, 3, 5],
        ],
      );
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        new vscode.Range(1, 10, 1, 10),
      );
      const own = actions.filter(({ title }) => title.includes('lookups-test-71'));
      assert.deepEqual(
        own.map(({ title }) => title),
        ['Open Record for lookups-test-71[.]com', 'Defang lookups-test-71[.]com', 'Ignore lookups-test-71[.]com…'],
      );
      const edit = own[1]?.edit;
      assert.ok(edit !== undefined && (await vscode.workspace.applyEdit(edit)));
      assert.equal(document.lineAt(1).text, 'CONNECT lookups-test-71[.]com:443');
      await configuration.update('highlights.enabled', false, true);
      await eventually(() => problems().length === 0, 'no problem without highlights');
    } finally {
      await configuration.update('highlights.problems', undefined, true);
    }
  });

  it('are summed up above a log, unless the setting is off or nothing is risky', async () => {
    const lensesOf = async ({ document }: vscode.TextEditor): Promise<readonly (vscode.Command | undefined)[]> =>
      (await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri)).map(
        ({ command }) => command,
      );
    const log = await open(`${text}again lookups-test-71.com\n`);
    const [summary, next, triage, ...others] = await lensesOf(log);
    assert.match(summary?.title ?? '', /^2 highlighted indicators, highest risk: (?:critical|high)$/);
    assert.deepEqual([next?.command, triage?.command], ['threatLookups.nextRisky', 'threatLookups.triage']);
    assert.equal(String(triage?.arguments?.[0]), log.document.uri.toString());
    assert.deepEqual(others, []);
    assert.deepEqual(await lensesOf(await open('nothing risky')), []);
    assert.deepEqual(await lensesOf(await open(text, 'typescript')), []);
    await vscode.workspace.getConfiguration('threatLookups').update('highlights.codeLens', false, true);
    try {
      await eventually(async () => (await lensesOf(log)).length === 0, 'the summary is still shown');
    } finally {
      await vscode.workspace.getConfiguration('threatLookups').update('highlights.codeLens', undefined, true);
    }
  });

  it('are toggled in the user settings by their command', async () => {
    const enabled = (): unknown => vscode.workspace.getConfiguration('threatLookups').get('highlights.enabled');
    await vscode.commands.executeCommand('threatLookups.toggleHighlighting');
    await eventually(() => enabled() === false, 'marks are off');
    await vscode.commands.executeCommand('threatLookups.toggleHighlighting');
    await eventually(() => enabled() === true, 'marks are on');
  });
});

describe('The context key of commands for an indicator', () => {
  it('is set where the cursor or the selection is on one, and only in the focused window', async () => {
    const [set, unfocused]: [boolean[], boolean[]] = [[], []];
    const loadIndicators = () => Promise.resolve(tools);
    const into = (values: boolean[]) => ({ set: (_: string, value: boolean) => void values.push(value) });
    const watching = vscode.Disposable.from(
      watchCursor({ contextKeys: into(unfocused), loadIndicators }, () => false),
      watchCursor({ contextKeys: into(set), loadIndicators }, () => true),
    );
    try {
      const editor = await open(text);
      for (const [line, character, expected] of [
        [1, 12, true],
        [0, 3, false],
        [3, 14, true],
      ] as const) {
        set.length = 0;
        editor.selection = new vscode.Selection(line, character, line, character);
        await eventually(() => set.at(-1) === expected, `${expected} at ${line}:${character}`);
      }
      // Its timer would have ended first.
      assert.deepEqual(unfocused, []);
    } finally {
      watching.dispose();
    }
  });
});
