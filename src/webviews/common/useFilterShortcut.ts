import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Ctrl/Cmd+F selects the filter. */
export function useFilterShortcut(filterBox: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      event.stopPropagation();
      filterBox.current?.select();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}
