import type { ComponentChildren } from 'preact';
import type { LinkedTextView } from '../messages/parts';
import { getText } from '../messages/linkedText';
import type { Show } from './shown';

/** A card and the approximate number of its lines. */
export interface CardPart {
  readonly id: string;
  readonly title: string;
  readonly lines: number;
  /** Its text for the clipboard. */
  readonly copy: () => string;
  readonly content: ComponentChildren;
}

/** Inputs of cards besides the record: the filter, and how texts of the record are shown. */
export interface CardContext {
  readonly matches: MatchesFilter;
  readonly show: Show;
}

/** Whether a text matches the filter; everything matches an empty filter. */
export type MatchesFilter = (...texts: readonly (LinkedTextView | undefined)[]) => boolean;

/** A filter that ignores case and matches both defanged and original spellings. */
export function createFilter(wanted: string): MatchesFilter {
  const lower = wanted.trim().toLowerCase();
  if (lower === '') return () => true;
  return (...texts) =>
    texts.some(
      (text) =>
        text !== undefined &&
        (getText(text).toLowerCase().includes(lower) ||
          (typeof text !== 'string' && getText(text, 'plain').toLowerCase().includes(lower))),
    );
}

const lineLength = 45;
const foldedLines = 3;

/** The approximate number of lines of a text in a card; long texts are folded. */
export function getLines(text: LinkedTextView): number {
  const words = getText(text);
  if (words.length > lineLength * foldedLines) return foldedLines;
  const lines = words.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0);
  return Math.min(foldedLines, lines);
}

/** The sum over a list. */
export function sumCounts<T>(list: readonly T[], count: (each: T) => number): number {
  return list.reduce((sum, each) => sum + count(each), 0);
}

interface ListCard<T> {
  readonly title: string;
  readonly list: readonly T[];
  readonly matches: MatchesFilter;
  /** The texts of an item, for the filter and, separated by tabs, for the clipboard. */
  readonly textsOf: (each: T) => readonly LinkedTextView[];
  /** The lines of an item; default: those of its first text. */
  readonly linesOf?: (each: T) => number;
  readonly content: (list: readonly T[]) => ComponentChildren;
}

/** The card of a list with the items that match the filter, all if the title matches; nothing if none match. */
export function listCard<T>(card: ListCard<T>): readonly CardPart[] {
  const { title, list, matches, textsOf } = card;
  const shown = matches(title) ? list : list.filter((each) => matches(...textsOf(each)));
  if (shown.length === 0) return [];
  const lines = card.linesOf ?? ((each: T) => getLines(textsOf(each)[0] ?? ''));
  return [
    {
      id: title,
      title,
      lines: sumCounts(shown, lines),
      copy: () => shown.map((each) => joinCells(textsOf(each))).join('\n'),
      content: card.content(shown),
    },
  ];
}

/** Texts as one line of a table for the clipboard. */
export function joinCells(texts: readonly LinkedTextView[]): string {
  return texts
    .map((text) => getText(text).replace(/[\t\r\n]+/g, ' '))
    .filter((text) => text !== '')
    .join('\t');
}
