import { exactTerm, type ExactField } from '../../core/explore/exactTerm';
import type { BreakdownRow, Breakdowns, RiskCounts } from '../../core/records/counts';
import { type RiskLevel, riskLevels, riskRank } from '../../core/records/risk';
import type { RiskView } from '../../webviews/messages/parts';
import type { BreakdownView, CountsView } from '../../webviews/messages/recordParts';
import { truncateText, visibleText } from '../common/visibleText';
import { attributeTitles, groupTitles, keyLabel } from './propertyLabels';
import type { RecordContext } from './recordContext';
import { riskView } from '../common/riskView';

/** Rows of one breakdown that are shown; the rest is counted, and in the raw JSON. */
const maxRows = 50;

const retired: RiskView = { words: 'Retired', icon: 'history', color: 'unknown', level: 0 };
const worstFirst: readonly RiskLevel[] = [...riskLevels].sort((a, b) => riskRank(b) - riskRank(a));

/** A number as the reader's language writes it. */
export function numberWords(count: number, { dates }: Partial<Pick<RecordContext, 'dates'>>): string {
  try {
    return count.toLocaleString(dates?.locale);
  } catch {
    return count.toLocaleString('en');
  }
}

/** How many indicators there are, in all and by level, worst first, retired ones last. */
export function countsView({ total, levels, retired: retiredCount }: RiskCounts, context: RecordContext): CountsView {
  const split = worstFirst.flatMap((level) => {
    const count = levels[level] ?? 0;
    return count > 0 ? [{ risk: riskView(level), count, words: numberWords(count, context) }] : [];
  });
  const old =
    retiredCount === undefined || retiredCount <= 0
      ? []
      : [{ risk: retired, count: retiredCount, words: numberWords(retiredCount, context) }];
  return { total, words: numberWords(total, context), counts: [...split, ...old] };
}

/** Every breakdown that holds something: attributes under their titles, properties under group and key. */
export function breakdownViews(
  attributes: Breakdowns,
  properties: Readonly<Record<string, Breakdowns>>,
  context: RecordContext,
): BreakdownView[] {
  const known = Object.keys(attributeTitles);
  const names = Object.keys(attributes).sort((a, b) => rank(known, a) - rank(known, b));
  return [
    ...names.map((name) =>
      breakdown(
        `attributes ${name}`,
        own(attributeTitles, name) ?? keyLabel('attributes', name),
        { of: 'attribute', key: name },
        attributes[name],
        context,
      ),
    ),
    ...Object.entries(properties).flatMap(([group, keys]) =>
      Object.entries(keys).map(([key, rows]) => {
        const title = `${own(groupTitles, group) ?? group} · ${keyLabel(group, key)}`;
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
        ...countsView(counts, context),
        label: context.pieces(truncateText(name === undefined || name === value ? value : `${value} · ${name}`, 300)),
        key: truncateText(visibleText(value), 200),
        ...(others === undefined ? {} : { others }),
      };
    }),
    more: Math.max(0, rows.length - maxRows),
  };
}

function rank(known: readonly string[], name: string): number {
  const at = known.indexOf(name);
  return at < 0 ? known.length : at;
}

function own(titles: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(titles, key) ? titles[key] : undefined;
}
