import { Glyph } from '../common/glyph';
import { usePanel } from './panelContext';

interface CopyButtonProps {
  /** Names what is copied, in a sentence. */
  readonly what: string;
  readonly text: () => string;
  /** Shown at once rather than where the pointer or the focus is. */
  readonly always?: boolean;
  readonly tabIndex?: number;
}

/** Copies a text through the host, which says so. */
export function CopyButton({ what, text, always = false, tabIndex = 0 }: CopyButtonProps) {
  const { send } = usePanel();
  const label = `Copy ${what}`;
  return (
    <button
      type="button"
      class={always ? 'copy always' : 'copy'}
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      onClick={(event) => {
        event.stopPropagation();
        send({ kind: 'copyText', text: text(), what: what.slice(0, 200) });
      }}
    >
      <Glyph name="copy" />
    </button>
  );
}
