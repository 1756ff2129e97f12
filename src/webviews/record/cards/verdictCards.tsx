import { formatAge, formatDate, formatUtc, t } from '../../../l10n';
import type { RecordView } from '../../messages/recordParts';
import { type CardPart, type MatchesFilter, linesOf } from '../parts/cardPart';
import { Fold } from '../parts/fold';
import { listCard } from '../parts/listCard';
import { RiskBadge } from '../../common/riskBadge';
import { Timestamps } from './timestamps';

/** The reasons for the verdict. */
export function reasonCards({ reasons }: RecordView, matches: MatchesFilter): readonly CardPart[] {
  return listCard({
    title: t('Reasons'),
    list: reasons,
    matches,
    textsOf: ({ text, risk }) => [text, risk.label],
    content: (list) => (
      <ul class="list">
        {list.map(({ text, risk }, index) => (
          <li key={index}>
            <Fold text={text} />
            <RiskBadge risk={risk} />
          </li>
        ))}
      </ul>
    ),
  });
}

/** The dates of the record. */
export function timestampCards({ timestamps, now }: RecordView, matches: MatchesFilter): readonly CardPart[] {
  return listCard({
    title: t('Dates'),
    list: timestamps,
    matches,
    textsOf: ({ label, at }) => [
      label,
      ...(at === undefined ? [t('never')] : [formatAge(at, Date.now()), formatDate(at), formatUtc(at)]),
    ],
    linesOf: ({ label }) => linesOf(label) + 0.6,
    content: (list) => <Timestamps timestamps={list} now={now} />,
  });
}
