import type { ComponentChildren } from 'preact';

/** A card and how many lines it takes, about. */
export interface CardPart {
  readonly id: string;
  readonly title: string;
  readonly lines: number;
  readonly content: ComponentChildren;
}

/** Whether a text holds what the filter asks for; everything holds nothing. */
export type Holds = (...texts: readonly string[]) => boolean;

const lineLength = 45;
const foldedLines = 3;

/** About how many lines a text takes in a card; long ones are folded. */
export function linesOf(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0);
  return Math.min(foldedLines, lines);
}

/** The sum over a list. */
export function sumOf<T>(list: readonly T[], count: (each: T) => number): number {
  return list.reduce((sum, each) => sum + count(each), 0);
}
