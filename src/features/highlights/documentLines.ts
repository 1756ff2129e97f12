import type { LineSource } from '../../core/indicators/detect/incremental';

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

/** Truncates after a space or a separator, so that no indicator is split. */
function visiblePart(line: string): string {
  if (line.length <= maxLineLength) return line;
  for (let at = maxLineLength; at > maxLineLength - 2_000; at--) {
    if (/[\s"'<>|,;]/.test(line.charAt(at - 1))) return line.slice(0, at);
  }
  return line.slice(0, maxLineLength - 2_000);
}
