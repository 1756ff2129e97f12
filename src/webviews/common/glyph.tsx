import type { ComponentChildren } from 'preact';
import { Drawing } from './drawing';

/** Drawn on 16 by 16, in the color of the surrounding text. */
const drawings = {
  back: <path d="M7 3.500 2.500 8 7 12.500M2.800 8h10.700" />,
  forward: <path d="m9 3.500 4.500 4.500L9 12.500M13.200 8H2.500" />,
  down: <path d="M8 2v11M4.500 9.500 8 13l3.500-3.500" />,
  search: <path d="M11.300 7A4.300 4.300 0 1 1 2.700 7a4.300 4.300 0 0 1 8.600 0M10.100 10.100 13.700 13.700" />,
  copy: (
    <>
      <rect x="5.500" y="5.500" width="8" height="8" rx="1.200" />
      <path d="M10.500 5.300V3.700a1.200 1.200 0 0 0-1.200-1.200H3.700a1.200 1.200 0 0 0-1.200 1.200v5.600a1.200 1.200 0 0 0 1.200 1.200h1.600" />
    </>
  ),
} as const satisfies Readonly<Record<string, ComponentChildren>>;

/** A small drawing that repeats the words beside it, or those of the button's label. */
export function Glyph({ name }: { readonly name: keyof typeof drawings }) {
  return <Drawing stroke="1.3">{drawings[name]}</Drawing>;
}
