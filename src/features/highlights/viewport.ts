import * as vscode from 'vscode';
import type { LineRange } from '../../core/indicators/detect/incremental';
import { blockLines } from './documentHighlights';

/** How far beyond the viewport a document is searched, in lines. */
const maxDistanceLines = 40_000;

/** The visible editors of a document. */
export function editorsOf(document: vscode.TextDocument): readonly vscode.TextEditor[] {
  return vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
}

/** The lines of a document that are visible in any of its editors, and `around` lines on either side. */
export function visibleLines(document: vscode.TextDocument, around: number): readonly LineRange[] {
  return editorsOf(document).flatMap(({ visibleRanges }) =>
    visibleRanges.map(({ start, end }) => ({
      from: Math.max(0, start.line - around),
      to: Math.min(document.lineCount, end.line + 1 + around),
    })),
  );
}

/** The blocks that contain the lines, each once. */
export function blocksOf(ranges: readonly LineRange[]): readonly number[] {
  const blocks = new Set<number>();
  for (const { from, to } of ranges) {
    for (let block = Math.floor(from / blockLines); block * blockLines < to; block++) blocks.add(block);
  }
  return [...blocks];
}

/** All blocks of a document up to the limit, the nearest to the viewport first. */
export function* outwards(ranges: readonly LineRange[], lineCount: number): Generator<number> {
  const inView = blocksOf(ranges);
  const last = Math.ceil(lineCount / blockLines) - 1;
  let [up, down] = [Math.min(...inView, last), Math.max(...inView, 0)];
  for (let lines = 0; lines < maxDistanceLines && (up > 0 || down < last); lines += blockLines) {
    if (down < last) yield ++down;
    if (up > 0) yield --up;
  }
}
