import type { ComponentChildren } from 'preact';
import { Glyph } from '../../common/glyph';
import type { LinkedTextView } from '../../messages/parts';
import type { RecordView } from '../../messages/record';
import { type CardContext, type CardPart, getLines, listCard } from '../cardPart';
import { Fold } from '../fold';
import { t } from '../../../l10n';

interface End {
  readonly side: 'from' | 'to';
  readonly value: LinkedTextView;
}

/** The redirects that lead to the indicator and away from it. */
export function redirectCards(view: RecordView, self: string, { matches, show }: CardContext): readonly CardPart[] {
  const { from, to } = view.kind === 'indicator' ? view.record.redirects : { from: [], to: [] };
  const ends = [
    ...from.map(({ value }): End => ({ side: 'from', value: show(value) })),
    ...to.map(({ value }): End => ({ side: 'to', value: show(value) })),
  ];
  return listCard({
    title: t('Redirects'),
    list: ends,
    matches,
    textsOf: ({ side, value }) => [side === 'from' ? t('From') : t('To'), value],
    linesOf: ({ value }) => getLines(value) + 1,
    content: (list) => <Chain ends={list} self={self} />,
  });
}

function Chain({ ends, self }: { readonly ends: readonly End[]; readonly self: string }) {
  const side = (wanted: End['side']): readonly End[] => ends.filter((end) => end.side === wanted);
  return (
    <ol class="chain">
      {side('from').map(({ value }, index) => (
        <Link key={`from ${index}`} label={t('From')} arrow>
          <Fold text={value} />
        </Link>
      ))}
      <Link label={t('This indicator')} self arrow={side('to').length > 0}>
        {self}
      </Link>
      {side('to').map(({ value }, index) => (
        <Link key={`to ${index}`} label={t('To')} arrow={false}>
          <Fold text={value} />
        </Link>
      ))}
    </ol>
  );
}

interface LinkProps {
  readonly label: string;
  readonly arrow: boolean;
  readonly self?: boolean;
  readonly children: ComponentChildren;
}

function Link({ label, arrow, self = false, children }: LinkProps) {
  return (
    <li>
      <div class={self ? 'link-box self' : 'link-box'}>
        <span class="dim">{label}</span> {children}
      </div>
      {arrow ? (
        <span class="arrow">
          <Glyph name="down" />
        </span>
      ) : null}
    </li>
  );
}
