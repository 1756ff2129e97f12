import type { LineSource } from '../../core/indicators/incremental';

/** What of VS Code's TextDocument is needed. */
export interface Document {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/** VS Code renders no more of a line (setting `editor.stopRenderingLineAfter`). */
export const maxLineLength = 10_000;

/** A document's lines as far as they are on the screen: a line of 20 MB costs no more than a long one. */
export function documentLines(document: Document): LineSource {
  return {
    get lineCount() {
      return document.lineCount;
    },
    line: (index) => (index < document.lineCount ? visiblePart(document.lineAt(index).text) : ''),
  };
}

/** Cut behind a blank or a mark that ends an indicator, so that none is cut in two. */
function visiblePart(line: string): string {
  if (line.length <= maxLineLength) return line;
  for (let at = maxLineLength; at > maxLineLength - 2_000; at--) {
    if (/[\s"'<>|,;]/.test(line.charAt(at - 1))) return line.slice(0, at);
  }
  return line.slice(0, maxLineLength - 2_000);
}
