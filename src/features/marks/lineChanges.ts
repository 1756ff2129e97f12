import type { LineChange } from '../../core/indicators/incremental';

/** What of VS Code's content change is needed. */
export interface ContentChange {
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly text: string;
}

/** The changes of one event as replaced lines, the last place of the document first. */
export function lineChanges(changes: readonly ContentChange[]): readonly LineChange[] {
  return changes
    .map(({ range, text }) => ({
      from: range.start.line,
      to: range.end.line,
      count: 1 + (text.match(/\r\n|\r|\n/g)?.length ?? 0),
    }))
    .sort((a, b) => b.from - a.from || b.to - a.to);
}
