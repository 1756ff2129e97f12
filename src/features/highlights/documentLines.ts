import type { LineRange, LineSource } from '../../core/indicators/detect/incremental';

/** The required part of VS Code's TextDocument. */
export interface Document {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/** VS Code renders no more of a line (setting `editor.stopRenderingLineAfter`). */
export const maxLineLength = 10_000;

/** The rendered part of a document's lines: a line of 20 MB costs no more than a long one. */
export function documentLines(document: Document): LineSource {
  return {
    get lineCount() {
      return document.lineCount;
    },
    line: (index) => (index < document.lineCount ? visiblePart(document.lineAt(index).text) : ''),
  };
}

/** Whether any of these lines is longer than the part that is searched; all lines by default. */
export function hasCutLine(document: Document, ranges?: readonly LineRange[]): boolean {
  for (const { from, to } of ranges ?? [{ from: 0, to: document.lineCount }])
    for (let line = from; line < Math.min(to, document.lineCount); line++)
      if (document.lineAt(line).text.length > maxLineLength) return true;
  return false;
}

/** Truncates after a space or a separator, so that no indicator is split. */
function visiblePart(line: string): string {
  if (line.length <= maxLineLength) return line;
  for (let at = maxLineLength; at > maxLineLength - 2_000; at--) {
    if (/[\s"'<>|,;]/.test(line.charAt(at - 1))) return line.slice(0, at);
  }
  return line.slice(0, maxLineLength - 2_000);
}
