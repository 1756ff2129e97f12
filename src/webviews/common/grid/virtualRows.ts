import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

/** One rendered row, and the empty height above it. */
interface RenderedRow {
  readonly index: number;
  readonly gapBefore: number;
}

export interface VirtualRows {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rendered: readonly RenderedRow[];
  /** Empty height below the last of them, in pixels. */
  readonly gapAfter: number;
  /** For the `ref` of every row, which has `data-index`. */
  readonly measure: (row: HTMLElement | null) => void;
  readonly scrollTo: (index: number) => void;
}

interface VirtualRowsOptions {
  readonly count: number;
  /** Height of a row before it was measured, in pixels. */
  readonly height: number;
  readonly keyAt: (index: number) => string;
  /** Stays in the page wherever the list is scrolled to, since it may hold the focus. */
  readonly active: number;
}

const overscan = 8;
/** A sticky header covers this much at most. */
const headerHeight = 32;

/** The rendered rows of a long list; their heights may differ and are measured. */
export function useVirtualRows({ count, height, keyAt, active }: VirtualRowsOptions): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer<number, undefined>((drawn) => drawn + 1, 0);
  const options = {
    count,
    overscan,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: keyAt,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    scrollPaddingEnd: headerHeight,
    onChange: () => redraw(undefined),
    rangeExtractor: (range: Range) => withActive(defaultRangeExtractor(range), active, count),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());

  const rendered: RenderedRow[] = [];
  let end = 0;
  for (const item of virtualizer.getVirtualItems()) {
    rendered.push({ index: item.index, gapBefore: Math.max(0, item.start - end) });
    end = item.end;
  }
  return {
    scroller,
    rendered,
    gapAfter: Math.max(0, virtualizer.getTotalSize() - end),
    measure: (row) => virtualizer.measureElement(row),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  };
}

function withActive(indexes: number[], active: number, count: number): number[] {
  if (active < 0 || active >= count || indexes.includes(active)) return indexes;
  return [...indexes, active].sort((a, b) => a - b);
}
