import * as vscode from 'vscode';
import type { UiText } from './text';

/** The command of a CodeLens or a quick fix. */
export interface UiCommand extends vscode.Command {
  title: UiText;
  tooltip?: UiText;
}

/** A CodeLens above a line. */
export function codeLens(range: vscode.Range, command: UiCommand): vscode.CodeLens {
  return new vscode.CodeLens(range, command);
}

/** A diagnostic in a document. */
export function diagnostic(
  range: vscode.Range,
  message: UiText,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  return new vscode.Diagnostic(range, message, severity);
}

/** A quick fix; the caller adds its edit. */
export function quickFix(title: UiText): vscode.CodeAction {
  return new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
}

/** A paste in “Paste As…”; the inserted text is data. */
export function pasteEdit(
  insertText: string,
  title: UiText,
  kind: vscode.DocumentDropOrPasteEditKind,
): vscode.DocumentPasteEdit {
  return new vscode.DocumentPasteEdit(insertText, title, kind);
}

/** A drop into an editor; the inserted text is data. */
export function dropEdit(
  insertText: string,
  title: UiText,
  kind: vscode.DocumentDropOrPasteEditKind,
): vscode.DocumentDropEdit {
  return new vscode.DocumentDropEdit(insertText, title, kind);
}

/** An item of the outline. */
export function documentSymbol(
  name: UiText,
  detail: UiText,
  kind: vscode.SymbolKind,
  range: vscode.Range,
  selectionRange: vscode.Range,
): vscode.DocumentSymbol {
  return new vscode.DocumentSymbol(name, detail, kind, range, selectionRange);
}

/** A completion item; the caller adds what it inserts. */
export function completionItem(
  label: UiText,
  description: UiText | undefined,
  kind: vscode.CompletionItemKind,
): vscode.CompletionItem {
  return new vscode.CompletionItem(description === undefined ? { label } : { label, description }, kind);
}

/** Text after a range; VS Code shows it unchanged. */
export function endOfLineText(
  words: UiText,
  look: Omit<vscode.ThemableDecorationAttachmentRenderOptions, 'contentText' | 'contentIconPath'>,
): vscode.ThemableDecorationAttachmentRenderOptions {
  return { ...look, contentText: words };
}

/** A link in a line of a terminal. */
export function terminalLink(startIndex: number, length: number, tooltip: UiText): vscode.TerminalLink {
  return new vscode.TerminalLink(startIndex, length, tooltip);
}
