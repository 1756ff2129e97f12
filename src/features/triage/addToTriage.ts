import * as vscode from 'vscode';
import { chooseIndicator } from '../common/chooseIndicator';
import type { CommandTarget, TriageRequest } from '../common/commands';
import { readTarget } from '../common/commandTarget';
import { counted } from '../common/numbers';
import { indicatorUnderCursor } from '../common/occurrenceAt';
import { readTriageRequest } from '../common/triageRequest';
import { uiText } from '../common/ui';
import type { TriageList, NewTriageEntry } from './triageList';
import type { TriageParts } from './triageParts';

/** “Add to Triage List”: rows that another feature hands over, or one indicator; what is there already stays as it is. */
export async function addToTriage(argument: unknown, list: TriageList, parts: TriageParts): Promise<void> {
  const { notices } = parts;
  const request = readTriageRequest(argument);
  const wanted = request === undefined ? await entryFor(argument, parts) : entriesFor(request);
  if (wanted.length === 0) return;
  await list.load();
  const fresh = await list.add(wanted);
  const all = list.list().length.toLocaleString('en');
  notices.tell(
    fresh === 0
      ? uiText('On the triage list already ({0} in all): “Show Triage List” shows it.', all)
      : uiText('Added to the triage list: {0} ({1} in all).', counted(fresh, 'indicator'), all),
  );
}

function entriesFor({ indicators, words }: TriageRequest): readonly NewTriageEntry[] {
  return indicators.map((indicator) => ({ indicator, from: { kind: 'words', words } }));
}

async function entryFor(argument: unknown, parts: TriageParts): Promise<readonly NewTriageEntry[]> {
  const target = await chooseIndicator(argument, parts, 'Add to Triage List');
  if (target === undefined) return [];
  const { type, value } = target;
  return [{ indicator: { type, value }, from: await originOf(target, readTarget(argument) === undefined, parts) }];
}

/** Where it stands: where a link says, else under the cursor, where it was taken from. */
async function originOf(target: CommandTarget, isChosen: boolean, parts: TriageParts): Promise<NewTriageEntry['from']> {
  const { at } = target;
  if (at !== undefined) return { kind: 'file', uri: at.uri, line: at.line + 1, column: at.character + 1 };
  const editor = vscode.window.activeTextEditor;
  const under = isChosen && editor !== undefined ? indicatorUnderCursor(await parts.loadIndicators()) : undefined;
  if (editor === undefined || under?.value !== target.value) return { kind: 'words', words: 'record' };
  const { line, character } = editor.selection.active;
  return { kind: 'file', uri: editor.document.uri.toString(), line: line + 1, column: character + 1 };
}
