import { SubjectLink } from '../../common/pieces';
import type { Subject } from '../../messages/parts';
import type { FeedView, RecordView, ThreatView } from '../../messages/recordParts';
import { type CardPart, type MatchesFilter, linesOf } from '../parts/cardPart';
import { CountsBar, countsLabel, Legend } from '../parts/countsBar';
import { listCard } from '../parts/listCard';
import { WithOthers } from '../parts/others';
import { Time } from '../../common/time';
import { RiskBadge } from '../../common/riskBadge';
import { strings } from '../strings';
import { t } from '../../../l10n';

/** The threats and feeds of an indicator; each opens its own record. */
export function groupCards({ threats, feeds }: RecordView, matches: MatchesFilter): readonly CardPart[] {
  return [
    ...listCard({
      title: t('Threats'),
      list: threats,
      matches,
      textsOf: ({ name, category = '', risk, counts }) => [
        name,
        category,
        risk.label,
        ...(counts === undefined ? [] : [countsLabel(counts)]),
      ],
      linesOf: ({ name, category = '', counts }) =>
        linesOf(`${name} · ${category}`.padEnd(name.length + category.length + 25)) + (counts === undefined ? 0 : 1),
      content: (list) => (
        <>
          <ul class="list">
            {list.map((threat, index) => (
              <Threat key={index} threat={threat} max={maxTotalOf(list)} />
            ))}
          </ul>
          <Legend all={list.map(({ counts }) => counts)} />
        </>
      ),
    }),
    ...listCard({
      title: t('Feeds'),
      list: feeds,
      matches,
      textsOf: ({ name, detail, counts }) => [name, detail, ...(counts === undefined ? [] : [countsLabel(counts)])],
      linesOf: ({ name, detail, counts }) => linesOf(`${name} · ${detail}`) + (counts === undefined ? 0 : 1),
      content: (list) => (
        <>
          <ul class="list">
            {list.map((feed, index) => (
              <Feed key={index} feed={feed} max={maxTotalOf(list)} />
            ))}
          </ul>
          <Legend all={list.map(({ counts }) => counts)} />
        </>
      ),
    }),
  ];
}

function maxTotalOf(list: readonly Pick<FeedView, 'counts'>[]): number {
  return Math.max(...list.map(({ counts }) => counts?.total ?? 0));
}

function Name({ name, open }: { readonly name: string; readonly open: Subject | undefined }) {
  return open === undefined ? <>{name}</> : <SubjectLink subject={open}>{name}</SubjectLink>;
}

function Threat({
  threat: { name, others, open, category, linked, risk, counts },
  max,
}: {
  readonly threat: ThreatView;
  readonly max: number;
}) {
  return (
    <li>
      <span class="grows">
        <WithOthers term={others} label={t('Threat')} text={name}>
          <Name name={name} open={open} />
          {category === undefined ? null : <span class="dim"> · {category}</span>}
          {linked === undefined ? null : (
            <span class="dim">
              {' · '}
              {strings.linked(<Time key="linked" at={linked} />)}
            </span>
          )}
        </WithOthers>
      </span>
      <RiskBadge risk={risk} />
      {counts === undefined ? null : <CountsBar counts={counts} max={max} label={name} />}
    </li>
  );
}

function Feed({
  feed: { name, others, open, detail, linked, counts },
  max,
}: {
  readonly feed: FeedView;
  readonly max: number;
}) {
  return (
    <li>
      <span class="grows">
        <WithOthers term={others} label={t('Feed')} text={name}>
          <Name name={name} open={open} />
          {detail === '' ? null : <span class="dim"> · {detail}</span>}
        </WithOthers>
      </span>
      {linked === undefined ? null : (
        <span class="dim">
          <Time at={linked} />
        </span>
      )}
      {counts === undefined ? null : <CountsBar counts={counts} max={max} label={name} />}
    </li>
  );
}
