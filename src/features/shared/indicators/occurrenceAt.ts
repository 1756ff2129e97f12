import * as vscode from 'vscode';
import type { Decision, Indicator, Occurrence } from '../../../core/indicators/identity/types';
import type { IndicatorTools } from './indicatorTools';
import { lineWindow } from './lineWindow';
import { proseOrLog } from './proseOrLog';

/** An occurrence and its range in the document. */
export interface OccurrenceRange {
  readonly occurrence: Occurrence;
  readonly range: vscode.Range;
  /** The rules of docs/detection.md by which it was found, the strongest first; only on request. */
  readonly rules: readonly string[];
}

/**
 * Strings and comments of code depend on everything before them; code is read from the top down to here (UTF-16 units).
 */
const wholeCode = 262_144;

/** The indicator at a position of any document; reads only a limited part of it. */
export function occurrenceAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  tools: IndicatorTools,
  withRules = false,
): OccurrenceRange | undefined {
  const { line, character } = position;
  const { from, to } = lineWindow(document.lineAt(line).range.end.character, character);
  const offset = document.offsetAt(position);
  const fromTop = !proseOrLog(document.languageId) && offset <= wholeCode;
  const start = fromTop ? 0 : offset - (character - from);
  const text = document.getText(new vscode.Range(document.positionAt(start), new vscode.Position(line, to)));
  const decisions: Decision[] = [];
  const occurrence = tools.findIndicatorAt(text, offset - start, {
    languageId: document.languageId,
    explain: withRules ? (decision: Decision) => void decisions.push(decision) : undefined,
  });
  if (occurrence === undefined) return undefined;
  const rules = decisions.find(({ found, value }) => found && occurrence.value.includes(value))?.rules ?? [];
  const placed = (at: number): vscode.Position => document.positionAt(start + at);
  return { occurrence, range: new vscode.Range(placed(occurrence.start), placed(occurrence.end)), rules };
}

/** The indicator that commands of the active editor use: the selected text if it is one, else the one at the cursor. */
export function indicatorUnderCursor(tools: IndicatorTools): Indicator | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  if (!selection.isEmpty && selection.isSingleLine && selection.end.character - selection.start.character <= 8192) {
    const selected = tools.parseIndicator(document.getText(selection));
    if (selected !== undefined) return selected;
  }
  return occurrenceAt(document, selection.active, tools)?.occurrence;
}
