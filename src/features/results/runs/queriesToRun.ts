import * as vscode from 'vscode';
import type { RunnableQuery, TextRange } from '../../../core/explore';
import type { ResultsParts } from '../resultsParts';
import type { QueryToRun } from './runner';

/** Queries of a document to run. */
export interface QueriesOfFile {
  readonly file: string;
  readonly queries: readonly QueryToRun[];
}

const maxFileLength = 5_000_000;

/**
 * The queries that “Run” applies to: at the location that a CodeLens passes, or at the cursor or selection of the active
 * editor. `all`: every query of the file. Undefined if no query file is open.
 */
export async function queriesToRun(
  argument: unknown,
  scope: 'here' | 'all',
  { loadExplore }: Pick<ResultsParts, 'loadExplore'>,
): Promise<QueriesOfFile | undefined> {
  const { runnableQueries, queriesInSelection, parseQueryFile } = await loadExplore();
  const location = readLocation(argument);
  const editor = vscode.window.activeTextEditor;
  const document = location === undefined ? editor?.document : await openedDocument(location.uri);
  if (document?.languageId !== 'explore') return undefined;
  const text = document.getText();
  if (text.length > maxFileLength) throw new Error('The file is too large.');
  const parsed = parseQueryFile(text);
  const selection = editor?.document === document ? editor.selection : undefined;
  const cursor =
    selection === undefined
      ? { start: 0, end: 0 }
      : { start: document.offsetAt(selection.start), end: document.offsetAt(selection.end) };
  const at = location?.range === undefined ? cursor : { start: location.range.start, end: location.range.start };
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

/** A CodeLens passes a location, the editor title bar a Uri, and keyboard shortcuts nothing. */
function readLocation(argument: unknown): { readonly uri: string; readonly range?: TextRange } | undefined {
  if (argument instanceof vscode.Uri) return { uri: argument.toString() };
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { uri, range } = argument as Record<string, unknown>;
  if (typeof uri !== 'string') return undefined;
  const { start, end } = typeof range === 'object' && range !== null ? (range as Record<string, unknown>) : {};
  const isRange = [start, end].every((at) => Number.isSafeInteger(at) && Number(at) >= 0);
  return isRange ? { uri, range: { start: Number(start), end: Number(end) } } : { uri };
}
