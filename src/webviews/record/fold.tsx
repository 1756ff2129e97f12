import { LinkedText } from '../common/linkedText';
import type { LinkedTextView } from '../messages/parts';
import { getHead, getText } from '../messages/linkedText';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePersisted } from './viewState';
import { plural, t } from '../../l10n';

/** More than fits in three lines of the widest panel; the rest is rendered once it is expanded. */
const maxFoldedLength = 1000;

/** Untrusted text that is limited to three lines, with a button to expand it. */
export function Fold({ text, tabIndex = 0 }: { readonly text: LinkedTextView; readonly tabIndex?: number }) {
  const element = useRef<HTMLSpanElement>(null);
  const [long, setLong] = useState(false);
  const plain = getText(text);
  const { length } = plain;
  const isTruncated = plain.endsWith('…');
  const [open, setOpen] = usePersisted(`unfolded ${getText(getHead(text, 100))}`, false);
  useLayoutEffect(() => {
    const { current } = element;
    if (current !== null && !open) setLong(length > maxFoldedLength || current.scrollHeight > current.clientHeight + 1);
  }, [text, open]);
  return (
    <span class="fold">
      <span ref={element} class={open ? 'text' : 'text folded'}>
        <LinkedText text={open ? text : getHead(text, maxFoldedLength)} tabIndex={tabIndex} />
      </span>
      {long || open ? (
        <button type="button" class="link" tabIndex={tabIndex} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open
            ? t('Show Less')
            : isTruncated
              ? plural(length, { one: 'Show the First {0} Character', other: 'Show the First {0} Characters' })
              : plural(length, { one: 'Show All {0} Character', other: 'Show All {0} Characters' })}
        </button>
      ) : null}
    </span>
  );
}
