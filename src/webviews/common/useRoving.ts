import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

type Stop = HTMLElement | SVGElement;

/** Selects the elements that the Tab key stops at; a grid is one stop and handles its own keys. */
const focusableSelector = 'button, [role="link"], time, [tabindex]:not([role="grid"], pre)';

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => Math.min(at + 1, count - 1),
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * One Tab stop for an element: arrow keys move between the controls in it, Home and End to the first and last. With
 * `row`, the keys up and down are left to the surrounding element.
 */
export function useRoving<T extends HTMLElement>(axis: 'both' | 'row' = 'both'): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    const root = element.current;
    if (root === null) return;
    let current: Stop | undefined;
    const grid = root.closest('[role="grid"]');
    const stops = (): readonly Stop[] =>
      [...root.querySelectorAll<Stop>(focusableSelector)].filter((stop) => stop.closest('[role="grid"]') === grid);
    const updateTabStops = (): void => {
      const all = stops();
      if (current === undefined || !all.includes(current)) current = all[0];
      for (const stop of all) {
        const wanted = stop === current ? 0 : -1;
        if (stop.tabIndex !== wanted) stop.tabIndex = wanted;
      }
    };
    const focus = ({ target }: FocusEvent): void => {
      const stop = stops().find((each) => each === target);
      if (stop === undefined) return;
      current = stop;
      updateTabStops();
    };
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (axis === 'row' && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) return;
      const all = stops();
      const at = all.findIndex((each) => each === event.target);
      const next = at < 0 ? undefined : all[steps[event.key]?.(at, all.length) ?? -1];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    updateTabStops();
    const observer = new MutationObserver(updateTabStops);
    observer.observe(root, { childList: true, subtree: true });
    root.addEventListener('focusin', focus);
    root.addEventListener('keydown', press);
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', focus);
      root.removeEventListener('keydown', press);
    };
  }, []);
  return element;
}
