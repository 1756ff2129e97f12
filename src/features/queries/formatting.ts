import * as vscode from 'vscode';
import { formatFile } from '../../core/explore';
import { editsIn, getQueries } from './queryDocuments';

/** Formats a query file, or the queries in a selection. */
export class QueryFormatting
  implements vscode.DocumentFormattingEditProvider, vscode.DocumentRangeFormattingEditProvider
{
  provideDocumentFormattingEdits(document: vscode.TextDocument, options: vscode.FormattingOptions): vscode.TextEdit[] {
    return editsIn(document, formatFile(getQueries(document), optionsFor(document, options)));
  }

  provideDocumentRangeFormattingEdits(
    document: vscode.TextDocument,
    range: vscode.Range,
    options: vscode.FormattingOptions,
  ): vscode.TextEdit[] {
    const within = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
    return editsIn(document, formatFile(getQueries(document), optionsFor(document, options), within));
  }
}

function optionsFor(document: vscode.TextDocument, { tabSize }: vscode.FormattingOptions) {
  const eol = document.eol === vscode.EndOfLine.CRLF ? ('\r\n' as const) : ('\n' as const);
  return { eol, indent: Math.min(8, Math.max(1, tabSize)) };
}
