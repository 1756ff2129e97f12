import { Pieces } from '../common/pieces';
import { headOf, type PiecesView, textOf } from '../messages/parts';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePersisted } from './viewState';

/** More than stands in three lines of the widest panel; what is beyond is drawn once it is unfolded. */
const maxFoldedLength = 1000;

/** Foreign text that folds at three lines, with a button to see the rest. */
export function Fold({ text, tabIndex = 0 }: { readonly text: PiecesView; readonly tabIndex?: number }) {
  const element = useRef<HTMLSpanElement>(null);
  const [long, setLong] = useState(false);
  const words = textOf(text);
  const { length } = words;
  const isTruncated = words.endsWith('…');
  const [open, setOpen] = usePersisted(`unfolded ${textOf(headOf(text, 100))}`, false);
  useLayoutEffect(() => {
    const { current } = element;
    if (current !== null && !open) setLong(length > maxFoldedLength || current.scrollHeight > current.clientHeight + 1);
  }, [text, open]);
  return (
    <span class="fold">
      <span ref={element} class={open ? 'text' : 'text folded'}>
        <Pieces text={open ? text : headOf(text, maxFoldedLength)} tabIndex={tabIndex} />
      </span>
      {long || open ? (
        <button type="button" class="link" tabIndex={tabIndex} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `Show ${isTruncated ? 'the first' : 'all'} ${length.toLocaleString()} characters`}
        </button>
      ) : null}
    </span>
  );
}
