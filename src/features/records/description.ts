import type { UnreadStore } from '../../core/lookups/unreadStore';
import type { Known } from '../../core/records/knowledge';
import type { RiskView } from '../../webviews/messages/parts';
import { textOf } from '../../webviews/messages/pieces';
import { worseFirst } from '../../core/records/risk';
import { unreadStoreMessage } from '../shared/format/unreadStore';
import { t, formatList, formatAge } from '../../l10n';
import type { RecordContext } from './recordPage';
import { formatSource, verdictNotes, verdictLabel, riskView } from '../../core/records/labels/verdict';
import { truncateText, visibleText } from '../../core/text/visibleText';

const maxShown = 3;

/** What is known locally about an indicator, in a few lines, for the tooltip in a panel. */
export function describe(
  known: readonly Known[],
  context: RecordContext,
  unread?: UnreadStore,
): { readonly risk?: RiskView; readonly lines: readonly string[] } {
  const [lead, ...others] = known;
  if (lead === undefined) return { lines: [unread === undefined ? t('No local data.') : unreadStoreMessage(unread)] };
  const { record } = lead;
  const shown = (text: string): string => truncateText(visibleText(text), 200);
  const note = [record.retired ? t('retired') : undefined, ...verdictNotes(lead)]
    .filter((part) => part !== undefined)
    .join(' · ');
  const reasons = [...record.riskFactors].sort((a, b) => worseFirst(a.risk, b.risk));
  const threats = record.threats.slice(0, maxShown).map(({ name }) => shown(name));
  const lines = [
    note === '' ? undefined : note,
    ...reasons.slice(0, maxShown).map(({ description }) => textOf(context.pieces(truncateText(description, 200)))),
    threats.length === 0 ? undefined : t('Threats: {0}', formatList(threats)),
    record.timestamps.seen === undefined
      ? undefined
      : t('Last seen {0}', formatAge(record.timestamps.seen, context.now)),
    t('Source: {0}, {1}', shown(formatSource(lead.source)), formatAge(lead.asOf, context.now)),
    ...others.slice(0, maxShown).map((each) => `${shown(formatSource(each.source))}: ${verdictLabel(each.record)}`),
  ];
  return { risk: riskView(record.risk), lines: lines.filter((line) => line !== undefined) };
}
