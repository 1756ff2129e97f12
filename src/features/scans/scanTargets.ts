import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/identity/types';
import { chooseIndicator, type ChoosingParts } from '../shared/commands/chooseIndicator';
import { readTarget } from '../shared/commands/commandTarget';
import type { IndicatorTools } from '../shared/indicators/indicatorTools';
import { proseOrLog } from '../shared/indicators/proseOrLog';
import { strings } from './strings';

/** UTF-16 units read of a selection or of a source file. */
const maxTextLength = 1_048_576;
/** Indicators of one scan command. */
export const maxTargets = 500;

/** The indicators to scan: the argument, else those in the selection, else that of the focused panel or under the cursor, else what the user enters. */
export async function chooseTargets(argument: unknown, parts: ChoosingParts): Promise<readonly Indicator[]> {
  if (readTarget(argument) === undefined && parts.panelFocus.current() === undefined) {
    const selected = selectedIndicators(await parts.loadIndicators());
    if (selected.length > 1) return selected;
  }
  const target = await chooseIndicator(argument, parts, strings.scanIndicator());
  return target === undefined ? [] : [{ type: target.type, value: target.value }];
}

/** Every indicator in the selections of the active editor, without duplicates. */
function selectedIndicators(tools: IndicatorTools): readonly Indicator[] {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return [];
  const { document } = editor;
  const selections = editor.selections.filter(({ isEmpty }) => !isEmpty);
  if (selections.length === 0) return [];
  const { languageId } = document;
  const spans = selections.map(({ start, end }) => [document.offsetAt(start), document.offsetAt(end)] as const);
  // Where strings are in source code is known only when reading from the top.
  const isWhole = !proseOrLog(languageId) && Math.max(...spans.map(([, end]) => end)) <= maxTextLength;
  const found = isWhole
    ? tools
        .findIndicators(document.getText(), { languageId })
        .filter((each) => spans.some(([start, end]) => each.start < end && each.end > start))
    : selections.flatMap((selection) =>
        tools.findIndicators(document.getText(selection).slice(0, maxTextLength), { languageId }),
      );
  const each = new Map(found.map(({ type, value }) => [tools.lookupKey({ type, value }), { type, value }] as const));
  return [...each.values()];
}
