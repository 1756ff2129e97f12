import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Whether the text of an element doesn't fit in its line; measured again when the size or `content` changes. */
export function useOverflow(element: RefObject<HTMLElement | null>, content: unknown): boolean {
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = (): void => setCut(current.scrollWidth > current.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, content]);
  return isCut;
}
