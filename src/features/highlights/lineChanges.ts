import type { LineChange } from '../../core/indicators/detect/incremental';

/** The required part of VS Code's content change. */
export interface ContentChange {
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly text: string;
}

/** The changes of one event as replaced lines, from the end of the document to its start. */
export function lineChanges(changes: readonly ContentChange[]): readonly LineChange[] {
  return changes
    .map(({ range, text }) => ({
      from: range.start.line,
      to: range.end.line,
      count: 1 + (text.match(/\r\n|\r|\n/g)?.length ?? 0),
    }))
    .sort((a, b) => b.from - a.from || b.to - a.to);
}
