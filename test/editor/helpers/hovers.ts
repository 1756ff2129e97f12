import * as vscode from 'vscode';
import { markdownText } from '../window/text';
import { eventually } from './waiting';

/** The text of all hovers of the extension on the first occurrence of a text in a document; empty if there is none. */
export async function hoverText(document: vscode.TextDocument, text: string): Promise<string> {
  const offset = document.getText().indexOf(text);
  if (offset === -1) throw new Error(`${text} isn't in the document.`);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    document.positionAt(offset + 1),
  );
  return hovers.map(hoverContent).join('\n');
}

/** The text of a hover. */
export function hoverContent({ contents }: vscode.Hover): string {
  return contents
    .flatMap((content) => (content instanceof vscode.MarkdownString ? [markdownText(content.value)] : []))
    .join('\n');
}

/** Waits until the hover on a text matches. */
export async function hoverMatching(document: vscode.TextDocument, text: string, matching: RegExp): Promise<string> {
  let last = '';
  try {
    return await eventually(
      async () => {
        last = await hoverText(document, text);
        return matching.test(last) ? last : undefined;
      },
      `a hover on ${text} that matches ${String(matching)}`,
    );
  } catch (error) {
    throw new Error(`${String(error)} It says: ${last}`, { cause: error });
  }
}
