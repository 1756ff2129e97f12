import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import * as indicators from '../../src/core/indicators';
import { DroppedIndicators } from '../../src/features/queries/droppedIndicators';
import { showText } from './helpers/documents';
import { eventually } from './helpers/waiting';

const { executeCommand } = vscode.commands;

const open = (content: string): Promise<vscode.TextEditor> => showText(content, 'explore');

const positionOf = (document: vscode.TextDocument, text: string, plus = 0): vscode.Position =>
  document.positionAt(document.getText().indexOf(text) + plus);

async function completions(content: string): Promise<readonly vscode.CompletionItem[]> {
  const { document } = await open(content.replace('|', ''));
  const position = document.positionAt(content.indexOf('|'));
  const list = await executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    position,
  );
  return list.items;
}

const labelOf = ({ label }: vscode.CompletionItem): string => (typeof label === 'string' ? label : label.label);

describe('Query files', () => {
  // A new one may get the name of one that is still being closed, and its text with it. A busy VS Code may keep an editor
  // that opens while all are closed.
  const closed = (): Promise<unknown> =>
    eventually(async () => {
      await executeCommand('workbench.action.closeAllEditors');
      return !vscode.workspace.textDocuments.some(
        ({ languageId, isUntitled }) => languageId === 'explore' && isUntitled,
      );
    }, 'query files are closed');
  before(async () => {
    // The language is loaded with the first of them.
    await executeCommand('threatLookups.newQuery');
    await closed();
  });
  afterEach(closed);

  it('start from a template, with optional text', async () => {
    await executeCommand('threatLookups.newQuery');
    const empty = vscode.window.activeTextEditor;
    assert.equal(empty?.document.languageId, 'explore');
    assert.match(empty.document.getText(), /^# New query\n# Press Ctrl\+Space/);
    await executeCommand('threatLookups.newQuery', 'ioc=login-update.example');
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('no editor');
    assert.equal(document.lineAt(2).text, 'ioc=login-update.example');
    assert.equal(document.offsetAt(selection.active), document.getText().length);
  });

  it('offer fields, values, directives and snippets', async () => {
    assert.ok((await completions('ri|')).some((each) => labelOf(each) === 'risk'));
    const risks = (await completions('risk=|')).map(labelOf);
    assert.ok(risks.includes('very low') && risks.includes('critical'), risks.join());
    assert.ok((await completions('# @|')).some((each) => labelOf(each) === '@limit'));
    assert.ok((await completions('hunt|')).some(({ kind }) => kind === vscode.CompletionItemKind.Snippet));
  });

  it('offer names of threats and values of properties that were imported, in their original spelling', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'queries-')), 'completion.csv');
    writeFileSync(
      file,
      'indicator,risk,threat,geo_city,geo_org\nlookups-test-4.com,high,Über Kit,Delft Süd,Sample Hosting\n',
    );
    await executeCommand('threatLookups.import', vscode.Uri.file(file));
    const names = (await completions('threat=|')).filter(({ kind }) => kind === vscode.CompletionItemKind.Reference);
    assert.ok(names.map(labelOf).includes('Über Kit'), names.map(labelOf).join());
    const feeds = (await completions('feed="|')).map(labelOf);
    assert.ok(!feeds.includes('Über Kit'), feeds.join());
    const typed = (await completions('type=domain and city="delf|')).map(labelOf);
    assert.equal(typed[0], 'Delft Süd');
    const cities = (await completions('city=|')).map(labelOf);
    assert.ok(cities.includes('Delft Süd') && !cities.includes('Sample Hosting'), cities.join());
  });

  it('show diagnostics while typing, with quick fixes', async () => {
    const editor = await open('rsik=high\n');
    const { document } = editor;
    const shown = await eventually(() => vscode.languages.getDiagnostics(document.uri)[0], 'a squiggle');
    assert.match(shown.message, /“risk”/);
    const actions = await executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      shown.range,
    );
    const action = actions.find(({ title }) => title === 'Change to “risk”');
    assert.equal(action?.isPreferred, true);
    await vscode.workspace.applyEdit(action.edit ?? assert.fail('no edit'));
    assert.equal(document.getText(), 'risk=high\n');
    await eventually(() => vscode.languages.getDiagnostics(document.uri).length === 0, 'the squiggle is gone');
  });

  it('explain fields in hovers', async () => {
    const { document } = await open('### Fresh\nrisk=high and type=domain\n');
    const hovers = await executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      positionOf(document, 'type'),
    );
    const text = hovers
      .flatMap(({ contents }) => contents as vscode.MarkdownString[])
      .map(({ value }) => value)
      .join('\n');
    assert.match(text, /The type of the indicator/);
  });

  it('show hovers of indicators', async () => {
    const { document } = await open('(ioc=login-update.example)\n');
    const at = positionOf(document, 'login', 3);
    const hovers = await executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, at);
    const text = hovers
      .flatMap(({ contents }) => contents as vscode.MarkdownString[])
      .map(({ value }) => value)
      .join('\n');
    assert.match(text, /login-update/);
    assert.equal(document.getText(hovers[0]?.range), 'login-update.example');
  });

  it('can be formatted', async () => {
    const { document } = await open('RISK = high   AND type=ip');
    const edits = await executeCommand<vscode.TextEdit[]>('vscode.executeFormatDocumentProvider', document.uri, {
      tabSize: 2,
      insertSpaces: true,
    });
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits);
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.getText(), 'risk=high and type=ip\n');
  });

  it('provide an outline and folding ranges', async () => {
    const { document } = await open(
      '# one\n# two\nrisk=high\n### Two\n# @name second\ntype=ip and (\n  risk=low\n  or risk=none\n)\n\n### Three\nrisk=low\n',
    );
    const symbols = await executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', document.uri);
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['risk=high', 'Two', 'Three'],
    );
    assert.deepEqual(
      symbols.map(({ detail }) => detail),
      ['', 'second', 'risk=low'],
    );
    const folds = await executeCommand<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', document.uri);
    assert.deepEqual(folds.map(({ start, end }) => `${start}-${end}`).sort(), ['0-1', '10-11', '3-8', '5-7']);
  });

  it('highlight their indicators', async () => {
    const { document } = await open('type=domain and ioc=login-update.example\n');
    const range = new vscode.Range(0, 0, 1, 0);
    const tokens = await executeCommand<vscode.SemanticTokens>(
      'vscode.provideDocumentRangeSemanticTokens',
      document.uri,
      range,
    );
    assert.deepEqual([...tokens.data], [0, 20, 'login-update.example'.length, 0, 0]);
  });

  it('show CodeLens above every query, unless disabled', async () => {
    const { document } = await open('# @limit 25\nrisk=high\n### Two\nrisk=low\n');
    const titles = async (): Promise<readonly string[]> => {
      const lenses = await executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 100);
      return lenses.map(({ command }) => command?.title ?? '');
    };
    const run = '$(play) Run';
    assert.deepEqual(await titles(), [run, 'Limit: 25', 'Format: JSON', run, 'Limit: default', 'Format: JSON']);
    const connecting = vscode.workspace.getConfiguration('threatLookups');
    try {
      await connecting.update('baseUrl', 'https://lookups-test-9.com', true);
      const [there, here] = ['$(play) Run on lookups-test-9.com', '$(database) Run on Local Store'];
      await eventually(async () => (await titles())[0] === there, 'the service is named');
      assert.deepEqual((await titles()).slice(0, 4), [there, 'Limit: 25', 'Format: JSON', here]);
      await connecting.update('lookups', 'offline', true);
      await eventually(async () => (await titles())[0] === '$(play) Run on Local Store', 'nothing that would be sent');
    } finally {
      await connecting.update('lookups', undefined, true);
      await connecting.update('baseUrl', undefined, true);
    }
    await eventually(async () => (await titles())[0] === run, 'one place alone');
    const configuration = vscode.workspace.getConfiguration('threatLookups');
    await configuration.update('queries.codeLens', false, true);
    try {
      await eventually(async () => (await titles()).length === 0, 'no lenses');
    } finally {
      await configuration.update('queries.codeLens', undefined, true);
    }
  });

  it('take dropped indicators as a condition, and nothing else', async () => {
    const { document } = await open('risk=high and \n# from a report\n');
    const provider = new DroppedIndicators(() => Promise.resolve(indicators));
    const { token } = new vscode.CancellationTokenSource();
    const dropped = async (line: number, ...items: readonly (readonly [type: string, text: string])[]) => {
      const transfer = new vscode.DataTransfer();
      for (const [type, text] of items) transfer.set(type, new vscode.DataTransferItem(text));
      const at = document.lineAt(line).range.end;
      return (await provider.provideDocumentDropEdits(document, at, transfer, token))?.insertText;
    };
    const text = 'Seen: hxxps://lookups-test-1[.]com/a and 5.6.7.8';
    assert.equal(await dropped(0, ['text/plain', text]), '(ioc=https://lookups-test-1.com/a or ioc=5.6.7.8)');
    const link = 'https://lookups-test-2.com/?q=$1';
    assert.equal(await dropped(0, ['text/uri-list', `${link}\r\n`], ['text/plain', 'x']), `ioc="${link}"`);
    assert.equal(
      await dropped(0, ['text/uri-list', 'file:///lookups-test-1.com.log'], ['text/plain', text]),
      undefined,
    );
    assert.equal(await dropped(0, ['text/plain', 'nothing here']), undefined);
    assert.equal(await dropped(1, ['text/plain', text]), undefined);
  });

  it('toggle line comments', async () => {
    const editor = await open('risk=high\n');
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await executeCommand('editor.action.commentLine');
    assert.equal(editor.document.lineAt(0).text, '# risk=high');
  });

  it('show a diagnostic in a file of ten thousand lines', async () => {
    const lines = Array.from(
      { length: 2_500 },
      (_, index) => `### Query ${index}\n# @limit 10\nrisk=high and type=domain\n  and ioc=host-${index}.example`,
    );
    const editor = await open(lines.join('\n'));
    await editor.edit((edit) => edit.insert(new vscode.Position(5_000, 0), 'rsik=high\n'));
    await eventually(
      () => vscode.languages.getDiagnostics(editor.document.uri).some(({ message }) => message.includes('rsik')),
      'the squiggle',
    );
  });
});
