import * as vscode from 'vscode';
import { type DirectiveName, type FileQuery, knownDirective, queryLabel, setDirective } from '../../core/explore';
import type { QueryLocation } from '../common/commands';
import { foreign, showInputBox, showQuickPick, uiText } from '../common/ui';
import { editsIn, queriesOf, queryAt, queryLanguage } from './queryDocuments';

interface Found {
  readonly document: vscode.TextDocument;
  readonly query: FileQuery;
}

/** Asks for the limit of a query and writes it above it; nothing where there is no query. */
export async function setQueryLimit(place: unknown): Promise<boolean> {
  const found = await findQuery(place);
  if (found === undefined) return false;
  const current = found.query.settings.limit;
  const typed = await showInputBox({
    title: uiText('Limit of “{0}”', labelOf(found)),
    prompt: uiText('At most so many results. Empty: the default, of your plan where a service is asked.'),
    value: current === undefined ? '' : String(current),
    placeHolder: uiText('100'),
    validateInput: (typed) =>
      /^(?:[1-9][0-9]{0,8})?$/.test(typed.trim()) ? undefined : uiText('A limit is a whole number from 1 on.'),
  });
  if (typed !== undefined) await write(found, 'limit', typed.trim() || undefined);
  return true;
}

/** Asks for the format of a query's answer and writes it above it; nothing where there is no query. */
export async function setQueryFormat(place: unknown): Promise<boolean> {
  const found = await findQuery(place);
  if (found === undefined) return false;
  const values = knownDirective('format')?.values ?? [];
  const current = found.query.settings.format ?? 'json';
  const picks = values.map(({ value, meaning }) => ({
    label: foreign(value.toUpperCase()),
    detail: foreign(meaning()),
    value,
    ...(value === current ? { description: uiText('current') } : {}),
  }));
  const picked = await showQuickPick(picks, {
    title: uiText('Format of “{0}”', labelOf(found)),
    placeHolder: uiText('In which form does the service answer?'),
  });
  if (picked !== undefined) await write(found, 'format', picked.value === 'json' ? undefined : picked.value);
  return true;
}

function labelOf({ query }: Found): string {
  return queryLabel(query, 40);
}

/** The query at a place that a lens handed on, else at the cursor. */
async function findQuery(place: unknown): Promise<Found | undefined> {
  const handed = readPlace(place);
  const editor = vscode.window.activeTextEditor;
  const document =
    handed === undefined
      ? editor?.document
      : await vscode.workspace.openTextDocument(vscode.Uri.parse(handed.uri, true));
  if (document?.languageId !== queryLanguage) return undefined;
  const cursor = handed === undefined ? editor?.selection.active : document.positionAt(handed.offset);
  const query = cursor && queryAt(document, cursor);
  return query?.range === undefined ? undefined : { document, query };
}

function readPlace(place: unknown): QueryLocation | undefined {
  if (typeof place !== 'object' || place === null) return undefined;
  const { uri, offset } = place as Partial<Record<keyof QueryLocation, unknown>>;
  return typeof uri === 'string' && typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0
    ? { uri, offset }
    : undefined;
}

/** The document may have changed while the user chose: the query is looked for where it was. */
async function write({ document, query }: Found, name: DirectiveName, value: string | undefined): Promise<void> {
  const file = queriesOf(document);
  const now =
    file.queries.find((each) => each.text === query.text && each.index === query.index) ?? file.queries[query.index];
  if (now?.range === undefined) return;
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, editsIn(document, setDirective(file.text, now, name, value)));
  await vscode.workspace.applyEdit(edit);
}
