import type { ComponentChildren } from 'preact';
import { Glyph } from '../common/glyph';
import type { LinkedTextView } from '../messages/parts';
import { getText } from '../messages/linkedText';
import { usePanel } from './panelContext';
import { t } from '../../l10n';

interface OthersProps {
  /** The query term for the value; absent if no query can express it. */
  readonly term: string | undefined;
  /** The kind of value for screen readers: “Registrar”, “Threat”. */
  readonly label: string;
  readonly text: LinkedTextView;
  readonly tabIndex?: number;
  readonly children: ComponentChildren;
}

const maxSpokenLength = 100;

/** A value with “Find Indicators with This Value” as a button on hover and focus, and in its context menu. */
export function WithOthers({ term, label, text, tabIndex = 0, children }: OthersProps) {
  const { send } = usePanel();
  if (term === undefined) return <>{children}</>;
  const plain = getText(text);
  const spoken = plain.length > maxSpokenLength ? `${plain.slice(0, maxSpokenLength)}…` : plain;
  return (
    <span class="with-others" data-vscode-context={JSON.stringify({ exactTerm: term })}>
      {children}
      <button
        type="button"
        class="others"
        title={t('Find Indicators with This Value')}
        aria-label={t('Find indicators with {0} {1}', label, spoken)}
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
