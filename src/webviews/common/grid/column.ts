import type { ComponentChildren } from 'preact';

/** One column; without a width (in pixels) it takes the remaining space. */
export interface Column<T> {
  readonly id: string;
  readonly title: string;
  /** Alignment of title and content; default: at the start. */
  readonly align?: 'end';
  readonly width?: number;
  /** Stays in view while the others scroll sideways. */
  readonly isSticky?: boolean;
  /** Focusable content must have the given `tabIndex`. */
  readonly cell: (row: T, tabIndex: number) => ComponentChildren;
  readonly sorted?: 'ascending' | 'descending';
  /** The column's title becomes a button. */
  readonly onSort?: () => void;
  /** The column's edge can be dragged, and moved by Alt with the arrow keys on its title; the new width in pixels. */
  readonly onResize?: (width: number) => void;
}
