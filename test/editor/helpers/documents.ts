import * as vscode from 'vscode';
import { eventually } from './waiting';

/** Shows an untitled document with this text, in front. */
export async function showText(content: string, language: string): Promise<vscode.TextEditor> {
  // VS Code may hand out one of the name, and with the text, of one that it is still closing.
  const document = await eventually(async () => {
    const opened = await vscode.workspace.openTextDocument({ content, language });
    return opened.getText() === content && !opened.isClosed ? opened : undefined;
  }, `a document with ${content}`);
  const editor = await vscode.window.showTextDocument(document);
  await eventually(() => vscode.window.activeTextEditor?.document === document, `${content} in front`);
  return editor;
}
