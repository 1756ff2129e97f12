import * as vscode from 'vscode';
import {
  type FileQuery,
  parseQueryFile,
  type QueryFile,
  queryAtOffset,
  type TextEdit,
  type TextRange,
} from '../../core/explore';

/** VS Code's id of the language of query files. */
export const queryLanguage = 'explore';

/** Query files of any scheme. */
export const querySelector: vscode.DocumentSelector = [{ language: queryLanguage }];

const cache = new WeakMap<vscode.TextDocument, { readonly version: number; readonly file: QueryFile }>();

/** The queries of a document, cached by version; unchanged sections are reused. */
export function getQueries(document: vscode.TextDocument): QueryFile {
  const before = cache.get(document);
  if (before?.version === document.version) return before.file;
  const file = parseQueryFile(document.getText(), before?.file);
  cache.set(document, { version: document.version, file });
  return file;
}

/** The query whose section contains the position. */
export function queryAt(document: vscode.TextDocument, position: vscode.Position): FileQuery | undefined {
  return queryAtOffset(getQueries(document), document.offsetAt(position));
}

/** Converts a range to a VS Code range. */
export function rangeIn(document: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** Converts edits to VS Code edits. */
export function editsIn(document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.TextEdit[] {
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  return edits.map(({ range, text }) => new vscode.TextEdit(rangeIn(document, range), text.replace(/\r?\n/g, eol)));
}
