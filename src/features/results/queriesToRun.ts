import * as vscode from 'vscode';
import type { RunnableQuery, TextRange } from '../../core/explore';
import type { ResultsParts } from './resultsParts';
import type { QueryToRun } from './runner';

/** Queries of one document that are to run. */
export interface QueriesOfFile {
  readonly file: string;
  readonly queries: readonly QueryToRun[];
}

const maxFileLength = 5_000_000;

/**
 * What “Run” is about: what a lens hands over (a place in a document), else the query under the cursor or the selection
 * of the active editor. `all`: every query of the file. Undefined where no query file is open.
 */
export async function queriesToRun(
  argument: unknown,
  scope: 'here' | 'all',
  { loadExplore }: Pick<ResultsParts, 'loadExplore'>,
): Promise<QueriesOfFile | undefined> {
  const { runnableQueries, queriesInSelection, parseQueryFile } = await loadExplore();
  const place = readPlace(argument);
  const editor = vscode.window.activeTextEditor;
  const document = place === undefined ? editor?.document : await openedDocument(place.uri);
  if (document?.languageId !== 'explore') return undefined;
  const text = document.getText();
  if (text.length > maxFileLength) throw new Error('This file is too long to look for queries in it.');
  const parsed = parseQueryFile(text);
  const selection = editor?.document === document ? editor.selection : undefined;
  const cursor =
    selection === undefined
      ? { start: 0, end: 0 }
      : { start: document.offsetAt(selection.start), end: document.offsetAt(selection.end) };
  const at = place?.range === undefined ? cursor : { start: place.range.start, end: place.range.start };
  const runnable = scope === 'all' ? runnableQueries(parsed) : queriesInSelection(parsed, at);
  return { file: document.uri.toString(), queries: runnable.map((each) => queryToRun(each, document)) };
}

function queryToRun({ text, settings, title, errors }: RunnableQuery, document: vscode.TextDocument): QueryToRun {
  const [error] = errors;
  if (error === undefined) return { text, settings, title };
  const { line, character } = document.positionAt(error.range.start);
  return { text, settings, title, formError: { message: error.message, line, character } };
}

async function openedDocument(uri: string): Promise<vscode.TextDocument | undefined> {
  const open = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
  return open ?? vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
}

/** Menus and keys hand over anything: a lens hands over a place, an editor's title bar a Uri. */
function readPlace(argument: unknown): { readonly uri: string; readonly range?: TextRange } | undefined {
  if (argument instanceof vscode.Uri) return { uri: argument.toString() };
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { uri, range } = argument as Record<string, unknown>;
  if (typeof uri !== 'string') return undefined;
  const { start, end } = typeof range === 'object' && range !== null ? (range as Record<string, unknown>) : {};
  const isRange = [start, end].every((at) => Number.isSafeInteger(at) && Number(at) >= 0);
  return isRange ? { uri, range: { start: Number(start), end: Number(end) } } : { uri };
}
