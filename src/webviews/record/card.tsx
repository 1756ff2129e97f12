import type { ComponentChildren } from 'preact';
import { useRoving } from '../common/useRoving';
import { CopyButton } from './copyButton';

interface CardProps {
  readonly title: string;
  /** The text of the card for the clipboard; without it, there is no copy button. */
  readonly copy?: (() => string) | undefined;
  readonly children: ComponentChildren;
}

/** A titled part of the panel; one Tab stop, with arrow keys inside. */
export function Card({ title, copy, children }: CardProps) {
  const stops = useRoving<HTMLElement>();
  return (
    <section ref={stops} class="card" aria-label={title}>
      <div class="card-head">
        <h2>{title}</h2>
        {copy === undefined ? null : <CopyButton what={title} text={copy} />}
      </div>
      {children}
    </section>
  );
}
