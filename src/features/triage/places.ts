import * as vscode from 'vscode';
import type { Place } from '../../core/triage/found';
import { besideColumn } from '../common/columns';
import type { IndicatorTools } from '../common/indicatorTools';

/** So much of a line is looked at for what is to be selected. */
const longestLine = 20_000;

/** Shows a place in its file, beside the panel it was named in, and selects the indicator there. */
export async function goToPlace(
  uri: vscode.Uri,
  { line, column }: Pick<Place, 'line' | 'column'>,
  tools: Pick<IndicatorTools, 'findIndicatorAt'>,
): Promise<void> {
  const at = new vscode.Position(line - 1, column - 1);
  const options = { viewColumn: columnOf(uri), preview: false, selection: new vscode.Range(at, at) };
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  // VS Code itself opens files that are too large for extensions.
  if (open === undefined) await vscode.commands.executeCommand('vscode.open', uri, options);
  else await vscode.window.showTextDocument(open, options);
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.toString() !== uri.toString() || line > editor.document.lineCount) return;
  const { document } = editor;
  const text = document.getText(new vscode.Range(line - 1, 0, line - 1, longestLine));
  const found = tools.findIndicatorAt(text, column - 1, { languageId: document.languageId });
  if (found === undefined) return;
  const range = new vscode.Range(line - 1, found.start, line - 1, found.end);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Where the file is open already, else beside. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn {
  const group = vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
  );
  return group?.viewColumn ?? besideColumn();
}
