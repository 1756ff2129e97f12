import { SubjectLink } from '../common/pieces';
import type { Subject } from '../messages/parts';
import type { FeedView, RecordView, ThreatView } from '../messages/recordParts';
import { type CardPart, type Holds, linesOf } from './cardPart';
import { CountsBar, countWords } from './countsBar';
import { listCard } from './listCard';
import { Moment } from '../common/moment';
import { RiskBadge } from '../common/riskBadge';

/** The threats and feeds that it belongs to; each opens its own record. */
export function groupCards({ threats, feeds }: RecordView, holds: Holds): readonly CardPart[] {
  return [
    ...listCard({
      title: 'Threats',
      list: threats,
      holds,
      textsOf: ({ name, category = '', risk }) => [name, category, risk.words],
      linesOf: ({ name, category = '' }) => linesOf(`${name} · ${category} · linked some days ago`),
      content: (list) => (
        <ul class="list">
          {list.map((threat, index) => (
            <Threat key={index} threat={threat} />
          ))}
        </ul>
      ),
    }),
    ...listCard({
      title: 'Feeds',
      list: feeds,
      holds,
      textsOf: ({ name, detail, counts }) => [name, detail, ...(counts === undefined ? [] : [countWords(counts)])],
      linesOf: ({ name, detail, counts }) => linesOf(`${name} · ${detail}`) + (counts === undefined ? 0 : 1),
      content: (list) => (
        <ul class="list">
          {list.map((feed, index) => (
            <Feed key={index} feed={feed} most={Math.max(...list.map(({ counts }) => counts?.total ?? 0))} />
          ))}
        </ul>
      ),
    }),
  ];
}

function Name({ name, open }: { readonly name: string; readonly open: Subject | undefined }) {
  return open === undefined ? <>{name}</> : <SubjectLink subject={open}>{name}</SubjectLink>;
}

function Threat({ threat: { name, open, category, linked, risk } }: { readonly threat: ThreatView }) {
  return (
    <li>
      <span>
        <Name name={name} open={open} />
        {category === undefined ? null : <span class="dim"> · {category}</span>}
        {linked === undefined ? null : (
          <span class="dim">
            {' · linked '}
            <Moment moment={linked} />
          </span>
        )}
      </span>
      <RiskBadge risk={risk} />
    </li>
  );
}

function Feed({
  feed: { name, open, detail, linked, counts },
  most,
}: {
  readonly feed: FeedView;
  readonly most: number;
}) {
  return (
    <li>
      <span class="grows">
        <Name name={name} open={open} />
        {detail === '' ? null : <span class="dim"> · {detail}</span>}
        {counts === undefined ? null : <CountsBar counts={counts} most={most} label={name} />}
      </span>
      {linked === undefined ? null : (
        <span class="dim">
          <Moment moment={linked} />
        </span>
      )}
    </li>
  );
}
