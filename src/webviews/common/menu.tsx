import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

interface MenuProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Buttons that have no room, behind “…”. It closes after each of them, with Escape, and when the focus leaves it. */
export function Menu({ label, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = (): void => menu.current?.removeAttribute('open');
  return (
    <details
      ref={menu}
      class="menu"
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && menu.current?.contains(relatedTarget) !== true) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || menu.current?.open !== true) return;
        event.stopPropagation();
        close();
        menu.current.querySelector('summary')?.focus();
      }}
    >
      <summary class="secondary" aria-label={label} title={label}>
        …
      </summary>
      <div class="menu-items" onClick={close}>
        {children}
      </div>
    </details>
  );
}
