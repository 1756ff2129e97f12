import { useLayoutEffect, useState } from 'preact/hooks';

/**
 * Returns how much content must be shortened to fit, from 0 (not at all) to `steps`: measured before it is drawn, and
 * from the beginning whenever `depends` has changed.
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
