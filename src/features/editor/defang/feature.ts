import type * as vscode from 'vscode';
import { FormPasteProvider } from './pasteEdits';
import { type EditingParts, registerSelectionCommands } from './selectionCommands';

/** Pastes that change the form of indicators, and what ends with the extension. */
export interface Editing {
  readonly pastes: FormPasteProvider;
  dispose(): void;
}

/** Provides the commands and pastes that defang and refang indicators. */
export function startEditing(parts: EditingParts): Editing {
  const commands: vscode.Disposable = registerSelectionCommands(parts);
  return { pastes: new FormPasteProvider(parts), dispose: () => void commands.dispose() };
}
