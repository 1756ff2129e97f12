import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { useWidthOf } from '../common/useWidth';

/** An element for its `ref`, and its width as {@link useWidthOf} tells it. */
export function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  return [element, useWidthOf(element)];
}
