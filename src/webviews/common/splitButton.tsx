import type { TargetedKeyboardEvent } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Item {
  readonly label: string;
  readonly title?: string;
  readonly run: () => void;
}

interface SplitButtonProps {
  readonly main: Item;
  /** The menu that the arrow opens. */
  readonly menu: { readonly label: string; readonly items: readonly Item[] };
}

/** Which item the menu begins with; undefined while it is closed. */
type Opened = 'first' | 'last' | undefined;

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A button with its variants in a menu, which closes with Escape, a click elsewhere, and when the focus leaves it. */
export function SplitButton({ main, menu }: SplitButtonProps) {
  const [opened, setOpened] = useState<Opened>(undefined);
  const root = useRef<HTMLSpanElement>(null);
  const arrow = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (): void => {
    arrow.current?.focus();
    setOpened(undefined);
  };
  const itemsOf = (): readonly HTMLElement[] => [
    ...(root.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ];
  // Before the next key, which is for the menu.
  useLayoutEffect(() => {
    if (opened === undefined) return;
    itemsOf()
      .at(opened === 'first' ? 0 : -1)
      ?.focus();
    const onPointer = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node) || root.current?.contains(target) !== true) setOpened(undefined);
    };
    document.addEventListener('pointerdown', onPointer, true);
    return () => document.removeEventListener('pointerdown', onPointer, true);
  }, [opened]);
  const onArrowKey = (event: TargetedKeyboardEvent<HTMLButtonElement>): void => {
    if (event.key === 'Escape' && opened !== undefined) close();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    // The toolbar would move on.
    event.stopPropagation();
    setOpened(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  const onMenuKey = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Tab') return;
    event.stopPropagation();
    const items = itemsOf();
    const at = items.findIndex((item) => item === document.activeElement);
    const next = items[steps[event.key]?.(at, items.length) ?? -1];
    if (event.key !== 'Escape' && next === undefined) return;
    event.preventDefault();
    if (next === undefined) close();
    else next.focus();
  };
  return (
    <span
      ref={root}
      class="split"
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && root.current?.contains(relatedTarget) !== true) setOpened(undefined);
      }}
    >
      <button type="button" class="secondary" title={main.title} onClick={main.run}>
        {main.label}
      </button>
      <button
        ref={arrow}
        type="button"
        class="secondary split-arrow"
        aria-label={menu.label}
        title={menu.label}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        {...(opened === undefined ? {} : { 'aria-controls': id })}
        onClick={() => setOpened(opened === undefined ? 'first' : undefined)}
        onKeyDown={onArrowKey}
      >
        <span aria-hidden="true">▾</span>
      </button>
      {opened === undefined ? null : (
        <div id={id} class="menu-items" role="menu" aria-label={menu.label} onKeyDown={onMenuKey}>
          {menu.items.map(({ label, title, run }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              title={title}
              onClick={() => {
                close();
                run();
              }}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </span>
  );
}
