import { Pieces } from '../common/pieces';
import type { PiecesView } from '../messages/parts';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Foreign text that folds at three lines, with a button to see the rest. */
export function Fold({ text, tabIndex = 0 }: { readonly text: PiecesView; readonly tabIndex?: number }) {
  const element = useRef<HTMLSpanElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (current !== null && !open) setLong(current.scrollHeight > current.clientHeight + 1);
  }, [text, open]);
  return (
    <span class="fold">
      <span ref={element} class={open ? 'text' : 'text folded'}>
        <Pieces text={text} tabIndex={tabIndex} />
      </span>
      {long || open ? (
        <button type="button" class="link" tabIndex={tabIndex} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show all'}
        </button>
      ) : null}
    </span>
  );
}
