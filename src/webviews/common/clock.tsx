import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { formatAge } from '../../l10n';

/** Ages are shown in minutes at the finest. */
const tickMillis = 20_000;

/** The time that ages are counted to; undefined outside a {@link Clock} and until its first tick. */
const Now = createContext<number | undefined>(undefined);

/** Keeps the ages in its children up to date while the page is visible. */
export function Clock({ children }: { readonly children: ComponentChildren }) {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const tick = (): void => {
      if (!document.hidden) setNow(Date.now());
    };
    const timer = setInterval(tick, tickMillis);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return <Now.Provider value={now}>{children}</Now.Provider>;
}

/** The time that ages are counted to, see {@link Clock}. */
export function useNow(): number {
  return useContext(Now) ?? Date.now();
}

/** How long ago something was: “3 days ago”. */
export function useAge(at: number): string {
  return formatAge(at, useNow());
}
