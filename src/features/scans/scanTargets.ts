import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/types';
import { chooseIndicator, type ChoosingParts } from '../common/chooseIndicator';
import { readTarget } from '../common/commandTarget';
import type { IndicatorTools } from '../common/indicatorTools';
import { proseOrLog } from '../common/proseOrLog';

/** So much of a selection or of a document of code is read, UTF-16 units. */
const maxTextLength = 1_048_576;
/** So many are scanned at once. */
export const maxTargets = 500;

/** What a scan is asked for: the argument, else several that are selected, else what the panel in focus is about or the one under the cursor, else it asks. */
export async function chooseTargets(argument: unknown, parts: ChoosingParts): Promise<readonly Indicator[]> {
  if (readTarget(argument) === undefined && parts.panelFocus.current() === undefined) {
    const selected = selectedIndicators(await parts.loadIndicators());
    if (selected.length > 1) return selected;
  }
  const target = await chooseIndicator(argument, parts, 'Scan Indicator');
  return target === undefined ? [] : [{ type: target.type, value: target.value }];
}

/** Every indicator in the selections of the active editor, each once. */
function selectedIndicators(tools: IndicatorTools): readonly Indicator[] {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return [];
  const { document } = editor;
  const selections = editor.selections.filter(({ isEmpty }) => !isEmpty);
  if (selections.length === 0) return [];
  const { languageId } = document;
  const spans = selections.map(({ start, end }) => [document.offsetAt(start), document.offsetAt(end)] as const);
  // What is a string in code is known from the top only.
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
