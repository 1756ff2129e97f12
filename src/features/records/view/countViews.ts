import { exactTerm, type ExactField } from '../../../core/explore/queries/exactTerms';
import type { BreakdownRow, Breakdowns, RiskCounts } from '../../../core/records/counts';
import { type RiskLevel, riskLevels, riskRank } from '../../../core/records/risk';
import type { BreakdownView, CountsView } from '../../../webviews/messages/recordParts';
import { truncateText, visibleText } from '../../shared/text/visibleText';
import { attributeNames, attributeTitle, groupTitle, keyLabel } from '../../../core/records/labels/propertyLabels';
import type { RecordContext } from './recordContext';
import { riskView } from '../../shared/format/riskView';

/** Rows shown of one breakdown; the raw JSON has the rest. */
const maxRows = 50;

const worstFirst: readonly RiskLevel[] = [...riskLevels].sort((a, b) => riskRank(b) - riskRank(a));

/** The number of indicators in total and by risk: the worst first, retired ones last. */
export function countsView({ total, levels, retired: retiredCount }: RiskCounts): CountsView {
  const split = worstFirst.flatMap((level) => {
    const count = levels[level] ?? 0;
    return count > 0 ? [{ risk: riskView(level), count }] : [];
  });
  const old =
    retiredCount === undefined || retiredCount <= 0 ? [] : [{ risk: riskView('retired'), count: retiredCount }];
  return { total, counts: [...split, ...old] };
}

/** Every breakdown with rows: attributes under their titles, properties under group and key. */
export function breakdownViews(
  attributes: Breakdowns,
  properties: Readonly<Record<string, Breakdowns>>,
  context: RecordContext,
): BreakdownView[] {
  const names = Object.keys(attributes).sort((a, b) => rank(a) - rank(b));
  return [
    ...names.map((name) =>
      breakdown(
        `attributes ${name}`,
        attributeTitle(name) ?? keyLabel('attributes', name),
        { of: 'attribute', key: name },
        attributes[name],
        context,
      ),
    ),
    ...Object.entries(properties).flatMap(([group, keys]) =>
      Object.entries(keys).map(([key, rows]) => {
        const title = `${groupTitle(group) ?? group} · ${keyLabel(group, key)}`;
        return breakdown(`${group} ${key}`, title, { of: 'property', key }, rows, context);
      }),
    ),
  ].filter(({ rows }) => rows.length > 0);
}

function breakdown(
  id: string,
  title: string,
  field: ExactField,
  rows: readonly BreakdownRow[] = [],
  context: RecordContext,
): BreakdownView {
  return {
    id: truncateText(id, 200),
    title: truncateText(visibleText(title), 100),
    rows: rows.slice(0, maxRows).map(({ value, name, counts }) => {
      const others = exactTerm(field, value);
      return {
        ...countsView(counts),
        label: context.pieces(truncateText(name === undefined || name === value ? value : `${value} · ${name}`, 300)),
        key: truncateText(visibleText(value), 200),
        others,
      };
    }),
    more: Math.max(0, rows.length - maxRows),
  };
}

function rank(name: string): number {
  const at = attributeNames.indexOf(name);
  return at < 0 ? attributeNames.length : at;
}
