import * as vscode from 'vscode';
import type { ContextKeys } from '../shared/commands/contextKeys';
import type { LoadIndicators } from '../shared/indicators/indicatorTools';
import { indicatorUnderCursor, lineWindow } from '../shared/indicators/occurrenceAt';
import { mayHaveIndicators } from '../shared/indicators/mayHaveIndicators';

interface Deps {
  readonly contextKeys: ContextKeys;
  readonly loadIndicators: LoadIndicators;
}

const settledMillis = 150;

/** Sets the context key `onIndicator` once the cursor rests. Nothing is read while another window has the focus. */
export function watchCursor(
  { contextKeys, loadIndicators }: Deps,
  isFocused = () => vscode.window.state.focused,
): vscode.Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = async (): Promise<void> => {
    const isPossible = mayBeOnIndicator(vscode.window.activeTextEditor);
    const found = isPossible ? indicatorUnderCursor(await loadIndicators()) : undefined;
    contextKeys.set('onIndicator', found !== undefined);
  };
  const checkSoon = (): void => {
    clearTimeout(timer);
    if (!isFocused()) return;
    // A command falls back to a prompt, so an error only hides it.
    timer = setTimeout(() => void check().catch(() => contextKeys.set('onIndicator', false)), settledMillis);
  };
  checkSoon();
  return vscode.Disposable.from(
    { dispose: () => clearTimeout(timer) },
    vscode.window.onDidChangeActiveTextEditor(checkSoon),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === vscode.window.activeTextEditor) checkSoon();
    }),
    vscode.window.onDidChangeWindowState(checkSoon),
  );
}

/** Most lines contain no indicator, so that the document isn't read further. */
function mayBeOnIndicator(editor: vscode.TextEditor | undefined): boolean {
  if (editor === undefined) return false;
  const { line, character } = editor.selection.active;
  const { text } = editor.document.lineAt(line);
  const { from, to } = lineWindow(text.length, character);
  return mayHaveIndicators(text.slice(from, to));
}
