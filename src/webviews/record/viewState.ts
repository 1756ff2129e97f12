import { createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';

type PersistedValue = boolean | number | string;

/** The view state of one page by name: scroll offset, expanded parts, filter. */
export class ViewState {
  private readonly values: Map<string, unknown>;

  constructor(
    persisted: unknown,
    private readonly changed: () => void,
  ) {
    this.values = new Map(typeof persisted === 'object' && persisted !== null ? Object.entries(persisted) : []);
  }

  /** Returns the stored value of a name, or `initial` if there is no value of its type. */
  get<T extends PersistedValue>(name: string, initial: T): T {
    const value = this.values.get(name);
    return typeof value === typeof initial ? (value as T) : initial;
  }

  set(name: string, value: PersistedValue): void {
    this.values.delete(name);
    this.values.set(name, value);
    const [oldest] = this.values.keys();
    if (this.values.size > maxValues && oldest !== undefined) this.values.delete(oldest);
    this.changed();
  }

  /** For VS Code's state of a webview. */
  toJson(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.values);
  }
}

const maxValues = 200;

export const ViewStateContext = createContext(new ViewState(undefined, () => undefined));

/** State that is restored when the user comes back to the page. */
export function usePersisted(name: string, initial: boolean): [boolean, (value: boolean) => void];
export function usePersisted(name: string, initial: number): [number, (value: number) => void];
export function usePersisted(name: string, initial: string): [string, (value: string) => void];
export function usePersisted(name: string, initial: PersistedValue): [PersistedValue, (value: never) => void] {
  const viewState = useContext(ViewStateContext);
  const [value, setValue] = useState(() => viewState.get(name, initial));
  const persist = (next: PersistedValue): void => {
    viewState.set(name, next);
    setValue(next);
  };
  return [value, persist];
}

/** The scroll offset of a list of the page when it was last shown, and a function that stores it. */
export function usePersistedTop(list: string): readonly [before: number, store: (top: number) => void] {
  const viewState = useContext(ViewStateContext);
  const name = `top ${list}`;
  const [before] = useState(() => viewState.get(name, 0));
  return [before, (top) => viewState.set(name, Math.round(top))];
}

/** Restores the scroll offset of the page, and stores it. */
export function usePersistedScroll(): void {
  const viewState = useContext(ViewStateContext);
  useLayoutEffect(() => {
    const offset = viewState.get('scroll', 0);
    let isRestored = false;
    // Lists get their rows, and so their height, only later.
    const heights = new ResizeObserver(() => {
      if (isRestored) return;
      scrollTo(0, offset);
      isRestored = Math.ceil(scrollY) >= offset;
    });
    const stop = untilUserActs(() => {
      isRestored = true;
    });
    const persist = (): void => {
      if (isRestored) viewState.set('scroll', Math.round(scrollY));
    };
    scrollTo(0, offset);
    heights.observe(document.body);
    addEventListener('scroll', persist, { passive: true });
    return () => {
      heights.disconnect();
      stop();
      removeEventListener('scroll', persist);
    };
  }, [viewState]);
}

/** Calls back once the user scrolls, clicks, or presses a key; returns what stops waiting for that. */
export function untilUserActs(then: () => void): () => void {
  const acts = new AbortController();
  for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(kind, then, { passive: true, capture: true, once: true, signal: acts.signal });
  return () => acts.abort();
}
