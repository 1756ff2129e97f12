import { useEffect } from 'preact/hooks';
import { Glyph } from '../common/glyph';
import type { PanelView } from '../messages/record';
import { usePanel } from './panelContext';

/** Back and forward among what this panel has shown; the mouse's own buttons do the same, and VS Code has keys for it. */
export function Trail({ panel: { back, forward } }: { readonly panel: PanelView }) {
  const { send } = usePanel();
  useEffect(() => {
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
    <nav class="trail" aria-label="Records shown before">
      {back === undefined ? null : (
        <button type="button" class="link" onClick={() => send({ kind: 'go', where: 'back' })}>
          <Glyph name="back" />
          <span class="unseen">Back to </span>
          {back}
        </button>
      )}
      {forward === undefined ? null : (
        <button type="button" class="link forward" onClick={() => send({ kind: 'go', where: 'forward' })}>
          <span class="unseen">Forward to </span>
          {forward}
          <Glyph name="forward" />
        </button>
      )}
    </nav>
  );
}
