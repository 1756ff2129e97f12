import { useEffect } from 'preact/hooks';
import { Glyph } from '../common/glyph';
import type { PanelView } from '../messages/record';
import { usePanel } from './panelContext';

/** Back and forward among what this panel has shown; Alt with the arrow keys does the same. */
export function Trail({ panel: { back, forward } }: { readonly panel: PanelView }) {
  const { send } = usePanel();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const where = event.altKey
        ? { ArrowLeft: 'back' as const, ArrowRight: 'forward' as const }[event.key]
        : undefined;
      if (where === undefined || { back, forward }[where] === undefined) return;
      event.preventDefault();
      send({ kind: 'go', where });
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
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
