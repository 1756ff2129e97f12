import { useLayoutEffect, useState } from 'preact/hooks';

/**
 * How far content is shortened so that it fits, from 0 (not at all) to `steps`: measured before it is drawn, and from the
 * beginning whenever what it depends on has changed.
 */
export function useFit(steps: number, fits: () => boolean, depends: readonly unknown[]): number {
  const [last, setLast] = useState({ depends, step: 0 });
  const isSame = depends.every((each, index) => each === last.depends[index]);
  const step = isSame ? last.step : 0;
  useLayoutEffect(() => {
    const isCut = step < steps && !fits();
    if (isCut || !isSame) setLast({ depends, step: isCut ? step + 1 : step });
  });
  return step;
}
