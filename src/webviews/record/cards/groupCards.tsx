import { interleave, t } from '../../../l10n';
import { exactTerm } from '../../../core/explore/queries/exactTerms';
import { categoryLabel } from '../../../core/records/labels/categoryLabel';
import { riskView } from '../../../core/records/labels/verdict';
import type { FeedCount, ThreatCount } from '../../../core/records/linked';
import { SubjectLink } from '../../common/linkedText';
import { RiskBadge } from '../../common/riskBadge';
import { Time } from '../../common/time';
import type { RecordView } from '../../messages/record';
import { type CardContext, type CardPart, getLines, listCard } from '../cardPart';
import { CountsBar, countsLabel, Legend } from '../countsBar';
import { WithOthers } from '../others';
import { oneLine } from '../shown';

/** The threats and feeds of an indicator, or of another threat or feed; each opens its own record. */
export function groupCards(view: RecordView, { matches }: CardContext): readonly CardPart[] {
  const { from } = view;
  const { threats = [], feeds = [] }: { threats?: readonly ThreatCount[]; feeds?: readonly FeedCount[] } =
    view.kind === 'indicator' ? view.record : (view.summary ?? {});
  return [
    ...listCard({
      title: t('Threats'),
      list: threats,
      matches,
      textsOf: (threat) => [
        oneLine(threat.name),
        categoryOf(threat),
        riskView(threat.risk).label,
        ...countsTexts(threat),
      ],
      linesOf: (threat) => {
        const [name, category] = [oneLine(threat.name), categoryOf(threat)];
        return (
          getLines(`${name} · ${category}`.padEnd(name.length + category.length + 25)) +
          (threat.counts === undefined ? 0 : 1)
        );
      },
      content: (list) => (
        <>
          <ul class="list">
            {list.map((threat, index) => (
              <Threat key={index} threat={threat} from={from} max={maxTotalOf(list)} />
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
      textsOf: (feed) => [oneLine(feed.name), detailOf(feed), ...countsTexts(feed)],
      linesOf: (feed) => getLines(`${oneLine(feed.name)} · ${detailOf(feed)}`) + (feed.counts === undefined ? 0 : 1),
      content: (list) => (
        <>
          <ul class="list">
            {list.map((feed, index) => (
              <Feed key={index} feed={feed} from={from} max={maxTotalOf(list)} />
            ))}
          </ul>
          <Legend all={list.map(({ counts }) => counts)} />
        </>
      ),
    }),
  ];
}

function maxTotalOf(list: readonly Pick<FeedCount, 'counts'>[]): number {
  return Math.max(...list.map(({ counts }) => counts?.total ?? 0));
}

function countsTexts({ counts }: Pick<FeedCount, 'counts'>): readonly string[] {
  return counts === undefined ? [] : [countsLabel(counts)];
}

function categoryOf({ category }: Pick<ThreatCount, 'category'>): string {
  return category === undefined ? '' : oneLine(categoryLabel(category));
}

/** Organization, category, pricing. */
function detailOf({ name, organization, category, pricing }: FeedCount): string {
  const details = [organization, category === undefined ? undefined : categoryLabel(category), pricing];
  return oneLine(details.filter((part) => part !== undefined && part !== '' && part !== name).join(' · '));
}

interface GroupProps {
  /** The source that its ID belongs to. */
  readonly from: string;
  /** The total of a bar of full width. */
  readonly max: number;
}

function Threat({ threat, from, max }: GroupProps & { readonly threat: ThreatCount }) {
  const { tid, name, risk, linked, counts } = threat;
  const [shown, category] = [oneLine(name), categoryOf(threat)];
  return (
    <li>
      <span class="grows">
        <WithOthers term={exactTerm({ of: 'threat' }, name)} label={t('Threat')} text={shown}>
          <SubjectLink subject={{ kind: 'threat', source: from, tid, name }}>{shown}</SubjectLink>
          {category === '' ? null : <span class="dim"> · {category}</span>}
          {linked === undefined ? null : (
            <span class="dim">
              {' · '}
              {interleave('linked {0}', <Time key="linked" at={linked} />)}
            </span>
          )}
        </WithOthers>
      </span>
      <RiskBadge risk={riskView(risk)} />
      {counts === undefined ? null : <CountsBar counts={counts} max={max} label={shown} />}
    </li>
  );
}

function Feed({ feed, from, max }: GroupProps & { readonly feed: FeedCount }) {
  const { fid, name, organization, linked, counts } = feed;
  const [shown, detail] = [oneLine(name), detailOf(feed)];
  return (
    <li>
      <span class="grows">
        <WithOthers term={exactTerm({ of: 'feed' }, name)} label={t('Feed')} text={shown}>
          <SubjectLink subject={{ kind: 'feed', source: from, fid, name, organization }}>{shown}</SubjectLink>
          {detail === '' ? null : <span class="dim"> · {detail}</span>}
        </WithOthers>
      </span>
      {linked === undefined ? null : (
        <span class="dim">
          <Time at={linked} />
        </span>
      )}
      {counts === undefined ? null : <CountsBar counts={counts} max={max} label={shown} />}
    </li>
  );
}
