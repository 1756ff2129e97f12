import * as vscode from 'vscode';
import { type Line, toMarkdown } from '../text/safeMarkdown';

/** The lines as VS Code's Markdown with theme icons and spans, trusted only for the commands it names. */
export function markdownString(lines: readonly Line[]): vscode.MarkdownString {
  const { value, commands } = toMarkdown(lines);
  const markdown = new vscode.MarkdownString(value, true);
  markdown.supportHtml = true;
  markdown.isTrusted = { enabledCommands: [...commands] };
  return markdown;
}

/** Code in a language as VS Code's Markdown, without links and trust. */
export function codeMarkdown(code: string, languageId: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendCodeblock(code, languageId);
}
