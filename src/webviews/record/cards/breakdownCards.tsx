import { Pieces } from '../../common/pieces';
import { RiskIcon } from '../../common/riskIcon';
import { textOf } from '../../messages/pieces';
import type { BreakdownView, CountsView, RecordView } from '../../messages/recordParts';
import type { CardPart, MatchesFilter } from '../parts/cardPart';
import { CountsBar, countsLabel, Legend } from '../parts/countsBar';
import { listCard } from '../parts/listCard';
import { WithOthers } from '../parts/others';
import { t, plural } from '../../../l10n';

/** The indicators of a threat or feed by risk, technology, host type, protocol and port. */
export function breakdownCards({ breakdowns }: RecordView, matches: MatchesFilter): readonly CardPart[] {
  return breakdowns.flatMap((breakdown) =>
    listCard({
      title: breakdown.title,
      list: breakdown.rows,
      matches,
      textsOf: (row) => [row.label, countsLabel(row), ...row.counts.map(({ risk }) => risk.label)],
      linesOf: ({ counts }) => (breakdown.id === 'risk' ? counts.length : 1 + 1 / breakdown.rows.length),
      content: (rows) =>
        breakdown.id === 'risk' ? (
          rows.map((row, index) => <Levels key={index} counts={row} />)
        ) : (
          <Spread breakdown={breakdown} rows={rows} />
        ),
    }),
  );
}

/** One bar per risk level. */
function Levels({ counts: { counts } }: { readonly counts: CountsView }) {
  const max = Math.max(...counts.map(({ count }) => count));
  return (
    <dl class="levels">
      {counts.map((each) => (
        <div key={each.risk.label} class={`row risk-${each.risk.color}`}>
          <dt>
            <RiskIcon icon={each.risk.icon} /> {each.risk.label}
          </dt>
          <dd>
            <CountsBar counts={{ total: each.count, counts: [each] }} max={max} label={t('Indicators')} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Spread({
  breakdown: { more, title },
  rows,
}: {
  readonly breakdown: BreakdownView;
  readonly rows: readonly BreakdownView['rows'][number][];
}) {
  const max = Math.max(...rows.map(({ total }) => total));
  return (
    <>
      <dl class="levels">
        {rows.map((row) => (
          <div class="row" key={row.key}>
            <dt title={row.key}>
              <WithOthers term={row.others} label={title} text={row.label}>
                <span>
                  <Pieces text={row.label} />
                </span>
              </WithOthers>
            </dt>
            <dd>
              <CountsBar counts={row} max={max} label={textOf(row.label)} />
            </dd>
          </div>
        ))}
      </dl>
      <Legend all={rows} />
      {more > 0 ? (
        <p class="dim">{plural(more, { one: '{0} more in the raw JSON', other: '{0} more in the raw JSON' })}</p>
      ) : null}
    </>
  );
}
