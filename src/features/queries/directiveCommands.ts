import * as vscode from 'vscode';
import { type DirectiveName, type FileQuery, knownDirective, queryLabel, setDirective } from '../../core/explore';
import type { QueryLocation } from '../shared/ids/commands';
import { untrusted, showInputBox, showQuickPick } from '../shared/ui';
import { editsIn, getQueries, queryAt, queryLanguage } from './queryDocuments';
import { uiText } from '../shared/ui/text';

interface Found {
  readonly document: vscode.TextDocument;
  readonly query: FileQuery;
}

/** Asks for the limit of a query and sets its directive; false if there is no query. */
export async function setQueryLimit(argument: unknown): Promise<boolean> {
  const found = await findQuery(argument);
  if (found === undefined) return false;
  const current = found.query.settings.limit;
  const typed = await showInputBox({
    title: uiText('Limit for “{0}”', labelOf(found)),
    prompt: uiText('Maximum number of results. Leave empty for the default.'),
    value: current === undefined ? '' : String(current),
    placeHolder: uiText('100'),
    validateInput: (typed) =>
      /^(?:[1-9][0-9]{0,8})?$/.test(typed.trim()) ? undefined : uiText('Enter a whole number of 1 or more.'),
  });
  if (typed !== undefined) await write(found, 'limit', typed.trim() || undefined);
  return true;
}

/** Asks for the response format of a query and sets its directive; false if there is no query. */
export async function setQueryFormat(argument: unknown): Promise<boolean> {
  const found = await findQuery(argument);
  if (found === undefined) return false;
  const values = knownDirective('format')?.values ?? [];
  const current = found.query.settings.format ?? 'json';
  const picks = values.map(({ value, meaning }) => ({
    label: untrusted(value.toUpperCase()),
    detail: untrusted(meaning()),
    value,
    description: value === current ? uiText('current') : undefined,
  }));
  const picked = await showQuickPick(picks, {
    title: uiText('Format for “{0}”', labelOf(found)),
    placeHolder: uiText('Select a response format'),
  });
  if (picked !== undefined) await write(found, 'format', picked.value === 'json' ? undefined : picked.value);
  return true;
}

function labelOf({ query }: Found): string {
  return queryLabel(query, 40);
}

/** The query at the location that a CodeLens passed, or at the cursor. */
async function findQuery(argument: unknown): Promise<Found | undefined> {
  const location = readLocation(argument);
  const editor = vscode.window.activeTextEditor;
  const document =
    location === undefined
      ? editor?.document
      : await vscode.workspace.openTextDocument(vscode.Uri.parse(location.uri, true));
  if (document?.languageId !== queryLanguage) return undefined;
  const cursor = location === undefined ? editor?.selection.active : document.positionAt(location.offset);
  const query = cursor && queryAt(document, cursor);
  return query?.range === undefined ? undefined : { document, query };
}

function readLocation(argument: unknown): QueryLocation | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { uri, offset } = argument as Partial<Record<keyof QueryLocation, unknown>>;
  return typeof uri === 'string' && typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0
    ? { uri, offset }
    : undefined;
}

/** Finds the query again, since the document may have changed in the meantime. */
async function write({ document, query }: Found, name: DirectiveName, value: string | undefined): Promise<void> {
  const file = getQueries(document);
  const now =
    file.queries.find((each) => each.text === query.text && each.index === query.index) ?? file.queries[query.index];
  if (now?.range === undefined) return;
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, editsIn(document, setDirective(file.text, now, name, value)));
  await vscode.workspace.applyEdit(edit);
}
