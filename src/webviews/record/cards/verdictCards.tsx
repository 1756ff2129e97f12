import { formatAge, formatDate, formatUtc, t } from '../../../l10n';
import { recordStrings } from '../../../core/records/labels/recordStrings';
import { parentReason, riskView } from '../../../core/records/labels/verdict';
import type { RiskFactor } from '../../../core/records/record';
import { riskRank } from '../../../core/records/risk';
import { isLocalSource } from '../../../core/records/sourceId';
import { listReason } from '../../../core/records/sourceDetails';
import { RiskBadge } from '../../common/riskBadge';
import type { RecordView } from '../../messages/record';
import { type CardContext, type CardPart, getLines, listCard } from '../cardPart';
import { Fold } from '../fold';
import { type Timestamp, Timestamps } from './timestamps';

/** The reasons for the verdict. */
export function reasonCards(record: RecordView, { matches, show }: CardContext): readonly CardPart[] {
  const list = (parentReasons(record) ?? reasonsOf(record)).map(({ description, risk }) => ({
    text: show(description),
    risk: riskView(risk),
  }));
  return listCard({
    title: t('Reasons'),
    list,
    matches,
    textsOf: ({ text, risk }) => [text, risk.label],
    content: (shown) => (
      <ul class="list">
        {shown.map(({ text, risk }, index) => (
          <li key={index}>
            <Fold text={text} />
            <RiskBadge risk={risk} />
          </li>
        ))}
      </ul>
    ),
  });
}

/** The reason of a source that only rates a name above. */
function parentReasons(view: RecordView): readonly RiskFactor[] | undefined {
  if (view.kind !== 'indicator') return undefined;
  const [source] = view.sources;
  return source?.parent && [{ description: parentReason(source, source.parent), risk: view.record.risk }];
}

/** The reasons that the source gives; a list that gives none for its own rating is the reason. */
function reasonsOf(view: RecordView): readonly RiskFactor[] {
  if (view.kind !== 'indicator') return [];
  const [source] = view.sources;
  const { riskFactors, risk, feeds, manualRisk } = view.record;
  const isList = (source?.kind === 'import' || source?.kind === 'mirror') && source.urls === undefined;
  if (!isList || riskFactors.length > 0 || feeds.length > 0 || manualRisk || riskRank(risk) <= riskRank('none'))
    return riskFactors;
  return [{ description: listReason(source.name), risk }];
}

/** The dates of the record. */
export function timestampCards(record: RecordView, { matches }: CardContext): readonly CardPart[] {
  return listCard({
    title: t('Dates'),
    list: getTimestamps(record),
    matches,
    textsOf: ({ label, at }) => [
      label,
      ...(at === undefined ? [t('never')] : [formatAge(at, Date.now()), formatDate(at), formatUtc(at)]),
    ],
    linesOf: ({ label }) => getLines(label) + 0.6,
    content: (list) => <Timestamps timestamps={list} />,
  });
}

/** The dates of a record in the order of their importance, and that a service never scanned it actively. */
export function getTimestamps(view: RecordView): readonly Timestamp[] {
  if (view.kind === 'indicator') {
    const { timestamps } = view.record;
    const isUnscanned = view.detail === 'full' && timestamps.seen !== undefined && timestamps.probed === undefined;
    return (['seen', 'added', 'updated', 'probed', 'retired'] as const).flatMap((kind) => {
      const at = timestamps[kind];
      const isShown = at !== undefined || (kind === 'probed' && isUnscanned);
      return isShown ? [{ kind, label: recordStrings.timestamps[kind](), about: `stamp_${kind}`, at }] : [];
    });
  }
  const { timestamps } = view.kind === 'threat' ? view.threat : view.feed;
  const linked = view.summary?.updatedLastDomain;
  const isLocal = isLocalSource(view.from);
  return [
    ...(linked === undefined
      ? []
      : [
          {
            kind: 'other' as const,
            label: t('Links updated'),
            about: isLocal
              ? t('When one of its domains was last changed by an import or updated by its source')
              : t('When the record for one of its domains was last updated (updated_last_domain)'),
            at: linked,
          },
        ]),
    ...(['seen', 'added', 'updated', 'retired'] as const).flatMap((kind) => {
      const at = timestamps[kind];
      return at === undefined ? [] : [{ kind, label: recordStrings.timestamps[kind](), about: `stamp_${kind}`, at }];
    }),
  ];
}
