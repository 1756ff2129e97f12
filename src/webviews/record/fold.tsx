import { Pieces } from '../common/pieces';
import type { PiecesView } from '../messages/parts';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Foreign text that folds at three lines, with a button to see the rest. */
export function Fold({ text }: { readonly text: PiecesView }) {
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
        <Pieces text={text} />
      </span>
      {long || open ? (
        <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show all'}
        </button>
      ) : null}
    </span>
  );
}
