import { plural, t } from '../../../l10n';
import { exactTerm } from '../../../core/explore/queries/exactTerms';
import type { BreakdownRow, RiskCounts } from '../../../core/records/counts';
import { attributeNames, attributeTitle, groupTitle, keyLabel } from '../../../core/records/labels/propertyLabels';
import { LinkedText } from '../../common/linkedText';
import { RiskIcon } from '../../common/riskIcon';
import type { LinkedTextView } from '../../messages/parts';
import { joinLinkedTexts, getText } from '../../messages/linkedText';
import type { BreakdownView, RecordView } from '../../messages/record';
import type { CardContext, CardPart } from '../cardPart';
import { Bar, CountsBar, countsByRisk, countsLabel, Legend } from '../countsBar';
import { WithOthers } from '../others';
import { getCounts, oneLine, type Show } from '../shown';
import { listCard } from '../cardPart';

/** The indicators of a threat or feed by risk, technology, host type, protocol and port, and by values of properties. */
export function breakdownCards(view: RecordView, { matches, show }: CardContext): readonly CardPart[] {
  if (view.kind === 'indicator') return [];
  const counts = getCounts(view);
  return [
    ...listCard({
      title: t('Indicators by risk'),
      list: counts === undefined || counts.total === 0 ? [] : [counts],
      matches,
      textsOf: (each) => [t('All'), countsLabel(each), ...countsByRisk(each).map(({ risk }) => risk.label)],
      linesOf: (each) => countsByRisk(each).length,
      content: (list) => list.map((each, index) => <Levels key={index} counts={each} />),
    }),
    ...view.breakdowns
      .toSorted((a, b) => rank(a) - rank(b))
      .flatMap((breakdown) => {
        const title = titleOf(breakdown);
        return listCard({
          title,
          list: breakdown.rows.map((row) => rowOf(breakdown, row, show)),
          matches,
          textsOf: ({ label, counts: each }) => [
            label,
            countsLabel(each),
            ...countsByRisk(each).map(({ risk }) => risk.label),
          ],
          linesOf: () => 1 + 1 / breakdown.rows.length,
          content: (rows) => <Spread title={title} rows={rows} more={breakdown.total - breakdown.rows.length} />,
        });
      }),
  ];
}

/** Attributes first, in the order of the specification. */
function rank({ group, key }: BreakdownView): number {
  if (group !== 'attributes') return attributeNames.length + 1;
  const at = attributeNames.indexOf(key);
  return at < 0 ? attributeNames.length : at;
}

function titleOf({ group, key }: BreakdownView): string {
  const title =
    group === 'attributes'
      ? (attributeTitle(key) ?? keyLabel(group, key))
      : `${groupTitle(group) ?? group} · ${keyLabel(group, key)}`;
  return oneLine(title, 100);
}

interface SpreadRow {
  readonly label: LinkedTextView;
  readonly key: string;
  readonly term: string | undefined;
  readonly counts: RiskCounts;
}

function rowOf({ group, key }: BreakdownView, { value, name, counts }: BreakdownRow, show: Show): SpreadRow {
  return {
    label: joinLinkedTexts(name === undefined || name === value ? [show(value)] : [show(value), show(name)], ' · '),
    key: oneLine(value, 200),
    term: exactTerm({ of: group === 'attributes' ? 'attribute' : 'property', key }, value),
    counts,
  };
}

/** One bar per risk level. */
function Levels({ counts }: { readonly counts: RiskCounts }) {
  const parts = countsByRisk(counts);
  const max = Math.max(...parts.map(({ count }) => count));
  return (
    <dl class="levels">
      {parts.map((each) => (
        <div key={each.risk.label} class={`row risk-${each.risk.color}`}>
          <dt>
            <RiskIcon icon={each.risk.icon} /> {each.risk.label}
          </dt>
          <dd>
            <Bar total={each.count} parts={[each]} max={max} label={t('Indicators')} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface SpreadProps {
  readonly title: string;
  readonly rows: readonly SpreadRow[];
  /** Rows that are not shown. */
  readonly more: number;
}

function Spread({ title, rows, more }: SpreadProps) {
  const max = Math.max(...rows.map(({ counts }) => counts.total));
  return (
    <>
      <dl class="levels">
        {rows.map(({ label, key, term, counts }) => (
          <div class="row" key={key}>
            <dt title={key}>
              <WithOthers term={term} label={title} text={label}>
                <span>
                  <LinkedText text={label} />
                </span>
              </WithOthers>
            </dt>
            <dd>
              <CountsBar counts={counts} max={max} label={getText(label)} />
            </dd>
          </div>
        ))}
      </dl>
      <Legend all={rows.map(({ counts }) => counts)} />
      {more > 0 ? (
        <p class="dim">{plural(more, { one: '{0} more in the raw JSON', other: '{0} more in the raw JSON' })}</p>
      ) : null}
    </>
  );
}
