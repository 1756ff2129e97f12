import * as vscode from 'vscode';
import { panelTypes } from '../../../src/features/shared/ids/contributionIds';
import type { ResultsView } from '../../../src/webviews/messages/results';
import { eventually } from '../helpers/waiting';
import type { TestWindow, Windows } from '../window';

/** Shows a query file with the cursor in a line (one-based). */
export async function showQuery(
  { document }: Pick<Windows, 'document'>,
  name: string,
  text: string,
  line = 1,
): Promise<vscode.TextEditor> {
  const opened = await document(name, text);
  // Set afterwards, the selection could be undone by what the window reports of the one before.
  const selection = new vscode.Range(line - 1, 0, line - 1, 0);
  const inFront = (): string => {
    const active = vscode.window.activeTextEditor;
    return active?.document === opened ? `line ${active.selection.active.line + 1}` : 'another editor, or none';
  };
  // A busy window can report an earlier selection or focus late, after which the line is shown again.
  return eventually(
    async () => {
      const editor = await vscode.window.showTextDocument(opened, { preview: false, selection });
      return inFront() === `line ${line}` ? editor : undefined;
    },
    () => `line ${line} of ${name} in front, not ${inFront()}`,
  );
}

/** Shows a query file and runs the query at a line; returns what is shown once it matches. */
export async function runQuery(
  windows: Windows,
  [name, text, line]: readonly [name: string, text: string, line?: number],
  matching: RegExp,
): Promise<ResultsView> {
  await showQuery(windows, name, text, line);
  windows().begin('threatLookups.runQuery');
  return windows().panels.results(matching);
}

/** Clicks a button of the results that were opened last. */
export function clickInResults(window: TestWindow, { more, buttons, notices }: ResultsView, label: RegExp): void {
  const all = [...more, ...buttons, ...notices.flatMap(({ actions }) => actions)];
  const button = all.find((each) => label.test(each.label));
  if (button === undefined)
    throw new Error(`No button ${String(label)} among: ${all.map((each) => each.label).join(', ')}`);
  const { action, limit } = button;
  window.panels.send(panelTypes.results, { kind: 'act', action, ...(limit === undefined ? {} : { limit }) });
}

/** Waits until the text of the active editor matches. */
export async function editorText(matching: RegExp): Promise<string> {
  const text = (): string => vscode.window.activeTextEditor?.document.getText() ?? '';
  return eventually(
    () => (matching.test(text()) ? text() : undefined),
    () => `${String(matching)} in the editor, but: ${text()}`,
  );
}

/** Closes all editors without saving. */
export async function closeEditors(): Promise<void> {
  const untitled = (): readonly vscode.TextDocument[] =>
    vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled);
  for (const document of untitled()) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await eventually(
    () => untitled().length === 0,
    () =>
      `no untitled documents, but: ${untitled()
        .map(({ fileName }) => fileName)
        .join(', ')}`,
  );
}
