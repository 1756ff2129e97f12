import type { ComponentChildren } from 'preact';

interface CardProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A titled part of the panel. */
export function Card({ title, children }: CardProps) {
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
