import type { ComponentChildren } from 'preact';

interface CardProps {
  readonly title: string;
  readonly shown?: boolean;
  readonly children: ComponentChildren;
}

/** A titled part of the panel; absent where it has nothing to say. */
export function Card({ title, shown = true, children }: CardProps) {
  if (!shown) return null;
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
