import * as vscode from 'vscode';
import type { LineRange } from '../../core/indicators/incremental';
import { blockLines } from './documentHighlights';

/** Beyond what is in sight a document is searched outwards as far as so many lines. */
const maxDistanceLines = 40_000;

/** The editors on the screen that show a document. */
export function editorsOf(document: vscode.TextDocument): readonly vscode.TextEditor[] {
  return vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
}

/** The lines of a document that are in sight in any of its editors, and so many around them. */
export function visibleLines(document: vscode.TextDocument, around: number): readonly LineRange[] {
  return editorsOf(document).flatMap(({ visibleRanges }) =>
    visibleRanges.map(({ start, end }) => ({
      from: Math.max(0, start.line - around),
      to: Math.min(document.lineCount, end.line + 1 + around),
    })),
  );
}

/** The blocks that lines lie in, each once. */
export function blocksOf(ranges: readonly LineRange[]): readonly number[] {
  const blocks = new Set<number>();
  for (const { from, to } of ranges) {
    for (let block = Math.floor(from / blockLines); block * blockLines < to; block++) blocks.add(block);
  }
  return [...blocks];
}

/** All blocks of a document as far as it is searched, the nearest to what is in sight first. */
export function* outwards(ranges: readonly LineRange[], lineCount: number): Generator<number> {
  const inView = blocksOf(ranges);
  const last = Math.ceil(lineCount / blockLines) - 1;
  let [up, down] = [Math.min(...inView, last), Math.max(...inView, 0)];
  for (let lines = 0; lines < maxDistanceLines && (up > 0 || down < last); lines += blockLines) {
    if (down < last) yield ++down;
    if (up > 0) yield --up;
  }
}
