import type { UnreadStore } from '../../core/lookups/unreadStore';
import type { Known } from '../../core/records/knowledge';
import type { PiecesView, RiskView } from '../../webviews/messages/parts';
import { worseFirst } from '../../core/records/risk';
import { formatAge } from '../../l10n';
import { unreadStoreMessage } from '../common/unreadStore';
import { formatSource, verdictOf, verdictLabel } from '../common/verdict';
import { truncateText, visibleText } from '../common/visibleText';
import type { RecordContext } from './recordContext';
import { riskView } from '../common/riskView';

const maxShown = 3;

/** What is known here of an indicator, in a few lines: what a panel shows where the pointer rests on one. */
export function describe(
  known: readonly Known[],
  context: RecordContext,
  unread?: UnreadStore,
): { readonly risk?: RiskView; readonly lines: PiecesView[] } {
  const [lead, ...others] = known;
  if (lead === undefined) return { lines: [unread === undefined ? 'Nothing known here.' : unreadStoreMessage(unread)] };
  const { record } = lead;
  const { manual, retired } = verdictOf(record);
  const shown = (text: string): string => truncateText(visibleText(text), 200);
  const note = [retired ? 'retired' : undefined, manual].filter((part) => part !== undefined).join(' · ');
  const reasons = [...record.riskFactors].sort((a, b) => worseFirst(a.risk, b.risk));
  const threats = record.threats.slice(0, maxShown).map(({ name }) => shown(name));
  const lines: readonly (PiecesView | undefined)[] = [
    note === '' ? undefined : note,
    ...reasons.slice(0, maxShown).map(({ description }) => context.pieces(truncateText(description, 200))),
    threats.length === 0 ? undefined : `Threats: ${threats.join(', ')}`,
    record.timestamps.seen === undefined ? undefined : `Seen ${formatAge(record.timestamps.seen, context.now)}`,
    `From ${shown(formatSource(lead.source))}, ${formatAge(lead.asOf, context.now)}`,
    ...others.slice(0, maxShown).map((each) => `${shown(formatSource(each.source))}: ${verdictLabel(each.record)}`),
  ];
  return { risk: riskView(record.risk), lines: lines.filter((line) => line !== undefined) };
}
