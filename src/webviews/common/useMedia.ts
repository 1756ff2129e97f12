import { useEffect, useState } from 'preact/hooks';

/** Too narrow for all buttons of a record: those that have no room are in a menu. */
export const narrow = '(max-width: 499px)';

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = (): void => setMatches(list.matches);
    list.addEventListener('change', changed);
    return () => list.removeEventListener('change', changed);
  }, [query]);
  return matches;
}
