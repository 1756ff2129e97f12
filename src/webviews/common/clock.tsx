import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { formatAge } from '../messages/ages';
import type { MomentView } from '../messages/parts';

/** Ages are said in minutes at the finest, milliseconds. */
const tickMillis = 20_000;

/** The time by which ages are told; undefined: as the host told them. */
const Now = createContext<number | undefined>(undefined);

/** Lets the ages in what it holds go on while the page is seen, and at once when it is seen again. */
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

/** The time by which ages are told here, see {@link Clock}. */
export function useNow(): number | undefined {
  return useContext(Now);
}

/** How long ago something was, as of now. */
export function useAge(moment: MomentView): string {
  return ageOf(moment, useNow());
}

/** The age of a moment at `now`; the host's words where the moment can't be read, or nobody says what time it is. */
export function ageOf({ age, utc }: MomentView, now: number | undefined): string {
  const at = Date.parse(utc.replace(' UTC', 'Z').replace(' ', 'T'));
  return now === undefined || Number.isNaN(at) ? age : formatAge(at, now);
}
