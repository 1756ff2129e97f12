import * as vscode from 'vscode';
import { chooseIndicator } from '../shared/commands/chooseIndicator';
import type { CommandTarget, TriageRequest } from '../shared/ids/commands';
import { readTarget } from '../shared/commands/commandTarget';
import { indicatorUnderCursor } from '../shared/indicators/occurrenceAt';
import { strings } from './strings';
import type { TriageList, NewTriageEntry } from './triageList';
import type { TriageParts } from './triageParts';
import { uiText, uiPlural } from '../shared/ui/text';
import type { Indicator } from '../../core/indicators/identity/types';

const maxIndicators = 10_000;

/** Reads the argument of “Add to Triage List”, which may be anything: several indicators with their origin. */
function readTriageRequest(argument: unknown): TriageRequest | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { indicators, originText } = argument as Partial<Record<keyof TriageRequest, unknown>>;
  if (!Array.isArray(indicators) || typeof originText !== 'string') return undefined;
  const read = (indicators as readonly unknown[]).slice(0, maxIndicators).flatMap((each): Indicator[] => {
    const target = readTarget(each);
    return target === undefined ? [] : [{ type: target.type, value: target.value }];
  });
  return { indicators: read, originText: originText.slice(0, 300) };
}

/** Adds the rows of another feature, or one indicator; existing entries stay as they are. */
export async function addToTriage(argument: unknown, list: TriageList, parts: TriageParts): Promise<void> {
  const { notices } = parts;
  const request = readTriageRequest(argument);
  const wanted =
    request === undefined ? await entryFor(argument, parts, uiText('Add to Triage List')) : entriesFor(request);
  if (wanted.length === 0) return;
  await list.load();
  const fresh = await list.add(wanted);
  const total = list.list().length;
  notices.inform(
    fresh === 0
      ? strings.alreadyListed(total)
      : uiPlural(
          fresh,
          {
            one: 'Added {0} indicator to the triage list ({1} total).',
            other: 'Added {0} indicators to the triage list ({1} total).',
          },
          total,
        ),
  );
}

function entriesFor({ indicators, originText }: TriageRequest): readonly NewTriageEntry[] {
  return indicators.map((indicator) => ({ indicator, from: { kind: 'words', words: originText } }));
}

/** One indicator with its origin, as all commands choose it; empty if the user cancels. */
export async function entryFor(
  argument: unknown,
  parts: TriageParts,
  title: string,
): Promise<readonly NewTriageEntry[]> {
  const target = await chooseIndicator(argument, parts, title);
  if (target === undefined) return [];
  const { type, value } = target;
  return [{ indicator: { type, value }, from: await originOf(target, readTarget(argument) === undefined, parts) }];
}

/** Returns the location in a link, or the cursor if the indicator was chosen there. */
async function originOf(target: CommandTarget, isChosen: boolean, parts: TriageParts): Promise<NewTriageEntry['from']> {
  const { at } = target;
  if (at !== undefined) return { kind: 'file', uri: at.uri, line: at.line + 1, column: at.character + 1 };
  const editor = vscode.window.activeTextEditor;
  const under = isChosen && editor !== undefined ? indicatorUnderCursor(await parts.loadIndicators()) : undefined;
  if (editor === undefined || under?.value !== target.value) return { kind: 'record' };
  const { line, character } = editor.selection.active;
  return { kind: 'file', uri: editor.document.uri.toString(), line: line + 1, column: character + 1 };
}
