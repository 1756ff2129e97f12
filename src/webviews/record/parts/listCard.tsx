import type { ComponentChildren } from 'preact';
import type { PiecesView } from '../../messages/parts';
import { textOf } from '../../messages/pieces';
import { type CardPart, type MatchesFilter, linesOf, sumOf } from './cardPart';

interface ListCard<T> {
  readonly title: string;
  readonly list: readonly T[];
  readonly matches: MatchesFilter;
  /** The texts of an item, for the filter and, separated by tabs, for the clipboard. */
  readonly textsOf: (each: T) => readonly PiecesView[];
  /** The lines of an item; default: those of its first text. */
  readonly linesOf?: (each: T) => number;
  readonly content: (list: readonly T[]) => ComponentChildren;
}

/** The card of a list with the items that match the filter, all if the title matches; nothing if none match. */
export function listCard<T>(card: ListCard<T>): readonly CardPart[] {
  const { title, list, matches, textsOf } = card;
  const shown = matches(title) ? list : list.filter((each) => matches(...textsOf(each)));
  if (shown.length === 0) return [];
  const lines = card.linesOf ?? ((each: T) => linesOf(textsOf(each)[0] ?? ''));
  return [
    {
      id: title,
      title,
      lines: sumOf(shown, lines),
      copy: () => shown.map((each) => joinCells(textsOf(each))).join('\n'),
      content: card.content(shown),
    },
  ];
}

/** Texts as one line of a table for the clipboard. */
export function joinCells(texts: readonly PiecesView[]): string {
  return texts
    .map((text) => textOf(text).replace(/[\t\r\n]+/g, ' '))
    .filter((text) => text !== '')
    .join('\t');
}
