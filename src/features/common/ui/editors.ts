import * as vscode from 'vscode';
import type { UiText } from './text';

/** What a lens or a quick fix runs, with texts of ours. */
export interface UiCommand extends vscode.Command {
  title: UiText;
  tooltip?: UiText;
}

/** A lens above a line. */
export function codeLens(range: vscode.Range, command: UiCommand): vscode.CodeLens {
  return new vscode.CodeLens(range, command);
}

/** A finding in a document. */
export function diagnostic(
  range: vscode.Range,
  message: UiText,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  return new vscode.Diagnostic(range, message, severity);
}

/** A quick fix; the caller says what it edits. */
export function quickFix(title: UiText): vscode.CodeAction {
  return new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
}

/** An entry of the outline. */
export function documentSymbol(
  name: UiText,
  detail: UiText,
  kind: vscode.SymbolKind,
  range: vscode.Range,
  selectionRange: vscode.Range,
): vscode.DocumentSymbol {
  return new vscode.DocumentSymbol(name, detail, kind, range, selectionRange);
}

/** An entry of the suggestions; the caller says what it inserts. */
export function completionItem(
  label: UiText,
  description: UiText | undefined,
  kind: vscode.CompletionItemKind,
): vscode.CompletionItem {
  return new vscode.CompletionItem(description === undefined ? { label } : { label, description }, kind);
}

/** Words of ours behind a piece of text; VS Code shows them as they are. */
export function endOfLineText(
  words: UiText,
  look: Omit<vscode.ThemableDecorationAttachmentRenderOptions, 'contentText' | 'contentIconPath'>,
): vscode.ThemableDecorationAttachmentRenderOptions {
  return { ...look, contentText: words };
}
