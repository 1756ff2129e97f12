import * as vscode from 'vscode';
import type { Indicator, Occurrence } from '../../core/indicators/types';
import { findInLine } from './findInLine';
import type { IndicatorTools } from './indicatorTools';

/** An occurrence and its range in the document. */
export interface PlacedOccurrence {
  readonly occurrence: Occurrence;
  readonly range: vscode.Range;
}

/** The indicator at a position of a document of any kind; looks at a bounded piece of the line only. */
export function occurrenceAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  tools: IndicatorTools,
): PlacedOccurrence | undefined {
  const { line } = position;
  const source = {
    length: document.lineAt(line).range.end.character,
    slice: (from: number, to: number) => document.getText(new vscode.Range(line, from, line, to)),
  };
  const placed = findInLine(source, position.character, (text, offset) =>
    tools.findIndicatorAt(text, offset, { languageId: document.languageId }),
  );
  if (placed === undefined) return undefined;
  const { found, from } = placed;
  return { occurrence: found, range: new vscode.Range(line, from + found.start, line, from + found.end) };
}

/** The indicator that the active editor is about: the selected text where that is one, else the one at the cursor. */
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
