import { useLayoutEffect } from 'preact/hooks';
import { Glyph } from '../../common/glyph';
import type { PanelView } from '../../messages/record';
import { usePanel } from '../state/panelContext';
import { t } from '../../../l10n';

/** Links back and forward in the history of the panel; mouse buttons and VS Code's keybindings do the same. */
export function Trail({ panel: { back, forward } }: { readonly panel: PanelView }) {
  const { send } = usePanel();
  // Before the page is visible, so that no press finds the handler of the previous record.
  useLayoutEffect(() => {
    const release = (event: MouseEvent): void => {
      const where = event.button === 3 ? 'back' : event.button === 4 ? 'forward' : undefined;
      if (where === undefined) return;
      event.preventDefault();
      if ({ back, forward }[where] !== undefined) send({ kind: 'go', where });
    };
    addEventListener('mouseup', release);
    return () => removeEventListener('mouseup', release);
  });
  if (back === undefined && forward === undefined) return null;
  return (
    <nav class="trail" aria-label={t('Recently shown records')}>
      {back === undefined ? null : (
        <button
          type="button"
          class="link"
          aria-label={t('Back to {0}', back)}
          onClick={() => send({ kind: 'go', where: 'back' })}
        >
          <Glyph name="back" />
          {back}
        </button>
      )}
      {forward === undefined ? null : (
        <button
          type="button"
          class="link forward"
          aria-label={t('Forward to {0}', forward)}
          onClick={() => send({ kind: 'go', where: 'forward' })}
        >
          {forward}
          <Glyph name="forward" />
        </button>
      )}
    </nav>
  );
}
