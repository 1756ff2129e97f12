import type { ComponentChildren } from 'preact';

interface DrawingProps {
  /** Width of the lines, in units of a grid of 16 by 16. */
  readonly stroke: string;
  readonly children: ComponentChildren;
}

/** A small drawing in the color of the surrounding text; hidden from screen readers, since a label follows. */
export function Drawing({ stroke, children }: DrawingProps) {
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width={stroke}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
