import { createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';

type Kept = boolean | number | string;

/** What a reader did to one page of the panel, by name: how far it is scrolled, what is unfolded, what is filtered for. */
export class Place {
  private readonly values: Map<string, unknown>;

  constructor(
    kept: unknown,
    private readonly changed: () => void,
  ) {
    this.values = new Map(typeof kept === 'object' && kept !== null ? Object.entries(kept) : []);
  }

  /** What was kept under a name, where it is of the kind of `initial`; else that. */
  get<T extends Kept>(name: string, initial: T): T {
    const value = this.values.get(name);
    return typeof value === typeof initial ? (value as T) : initial;
  }

  set(name: string, value: Kept): void {
    this.values.delete(name);
    this.values.set(name, value);
    const [oldest] = this.values.keys();
    if (this.values.size > most && oldest !== undefined) this.values.delete(oldest);
    this.changed();
  }

  /** For VS Code's state of a webview. */
  toJson(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.values);
  }
}

const most = 200;

export const PlaceContext = createContext(new Place(undefined, () => undefined));

/** State that is there again when the reader comes back to the page. */
export function useKept(name: string, initial: boolean): [boolean, (value: boolean) => void];
export function useKept(name: string, initial: number): [number, (value: number) => void];
export function useKept(name: string, initial: string): [string, (value: string) => void];
export function useKept(name: string, initial: Kept): [Kept, (value: never) => void] {
  const place = useContext(PlaceContext);
  const [value, setValue] = useState(() => place.get(name, initial));
  const keep = (next: Kept): void => {
    place.set(name, next);
    setValue(next);
  };
  return [value, keep];
}

/** Scrolls to where the reader was, and keeps how far that is. */
export function useKeptScroll(): void {
  const place = useContext(PlaceContext);
  useLayoutEffect(() => {
    const wanted = place.get('scroll', 0);
    scrollTo(0, wanted);
    // Lists take their height a moment later.
    const later = requestAnimationFrame(() => scrollTo(0, wanted));
    const keep = (): void => place.set('scroll', Math.round(scrollY));
    addEventListener('scroll', keep, { passive: true });
    return () => {
      cancelAnimationFrame(later);
      removeEventListener('scroll', keep);
    };
  }, [place]);
}
