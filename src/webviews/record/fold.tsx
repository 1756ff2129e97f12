import { Pieces } from '../common/pieces';
import { type PiecesView, textOf } from '../messages/parts';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useKept } from './place';

/** Foreign text that folds at three lines, with a button to see the rest. */
export function Fold({ text, tabIndex = 0 }: { readonly text: PiecesView; readonly tabIndex?: number }) {
  const element = useRef<HTMLSpanElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useKept(`unfolded ${textOf(text).slice(0, 100)}`, false);
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
          {open ? 'Show less' : `Show all ${textOf(text).length.toLocaleString()} characters`}
        </button>
      ) : null}
    </span>
  );
}
