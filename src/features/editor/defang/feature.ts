import '../../shared/together';
import type * as vscode from 'vscode';
import { FormPasteProvider } from './pasteEdits';
import type { PasteKind } from './pasteKinds';
import { type EditingParts, registerSelectionCommands } from './selectionCommands';

/** Pastes that change the form of indicators, and what ends with the extension. */
export interface Editing {
  readonly pastes: FormPasteProvider;
  dispose(): void;
}

/** Provides the commands and pastes that defang and refang indicators. */
export function startEditing(parts: EditingParts, kindOf: PasteKind): Editing {
  const commands: vscode.Disposable = registerSelectionCommands(parts);
  return { pastes: new FormPasteProvider(parts, kindOf), dispose: () => void commands.dispose() };
}
