import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { useWidthOf } from '../../common/useWidth';

/** A `ref` for an element, and the element's width, see {@link useWidthOf}. */
export function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  return [element, useWidthOf(element)];
}
