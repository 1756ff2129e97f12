import { Glyph } from '../common/glyph';
import { usePanel } from './panelContext';
import { t } from '../../l10n';

interface CopyButtonProps {
  /** The name of the copied data. */
  readonly what: string;
  readonly text: () => string;
  /** Always visible, not only on hover and focus. */
  readonly always?: boolean;
  readonly tabIndex?: number;
}

/** Copies a text through the host, which confirms it. */
export function CopyButton({ what, text, always = false, tabIndex = 0 }: CopyButtonProps) {
  const { send } = usePanel();
  const label = t('Copy {0}', what);
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
