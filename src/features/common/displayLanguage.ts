import * as vscode from 'vscode';
import { setLocale } from '../../l10n';

/**
 * Shows text in VS Code's display language where there is a bundle for it, else everything in English: dates and lists in
 * another language than the words around them would read as a mistake.
 */
export function useDisplayLanguage(): void {
  if (vscode.l10n.bundle === undefined) return;
  setLocale({
    language: vscode.env.language,
    translate: (message, comment) =>
      comment === undefined ? vscode.l10n.t(message) : vscode.l10n.t({ message, comment: [comment] }),
  });
}
