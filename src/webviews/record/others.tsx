import type { ComponentChildren } from 'preact';
import { Glyph } from '../common/glyph';
import { type PiecesView, textOf } from '../messages/parts';
import { usePanel } from './panelContext';

interface OthersProps {
  /** Finds everything with the same value; absent where no query can mean it. */
  readonly term: string | null | undefined;
  /** Names the value for a screen reader: “Registrar”, “Threat”. */
  readonly label: string;
  readonly text: PiecesView;
  readonly tabIndex?: number;
  readonly children: ComponentChildren;
}

const maxSpokenLength = 100;

/** A value with “Find Others with This Value”: a button beside it where the pointer or the focus is, and a line of its menu. */
export function WithOthers({ term, label, text, tabIndex = 0, children }: OthersProps) {
  const { send } = usePanel();
  if (term === undefined || term === null) return <>{children}</>;
  const words = textOf(text);
  const spoken = words.length > maxSpokenLength ? `${words.slice(0, maxSpokenLength)}…` : words;
  return (
    <span class="with-others" data-vscode-context={JSON.stringify({ exactTerm: term })}>
      {children}
      <button
        type="button"
        class="others"
        title="Find Others with This Value"
        aria-label={`Find others with this: ${label} ${spoken}`}
        tabIndex={tabIndex}
        onClick={(event) => {
          event.stopPropagation();
          send({ kind: 'findOthers', term });
        }}
      >
        <Glyph name="search" />
      </button>
    </span>
  );
}
