import * as vscode from 'vscode';
import { setLocale } from '../../../l10n';

/**
 * Shows text in VS Code's display language if there is a bundle for it. Otherwise, everything is in English, so that
 * dates and lists don't differ from the text around them.
 */
export function useDisplayLanguage(): void {
  if (vscode.l10n.bundle === undefined) return;
  setLocale({
    language: vscode.env.language,
    bundle: vscode.l10n.bundle,
    translate: (message, comment) =>
      comment === undefined ? vscode.l10n.t(message) : vscode.l10n.t({ message, comment: [comment] }),
  });
}
