import type { IndicatorRecord, UtcMillis } from '../../core/records/record';
import { parseTimestamp } from '../../core/records/timestamp';
import type { ValidityView } from '../../webviews/messages/recordParts';
import { formatDuration } from '../common/ages';
import type { RecordContext } from './recordContext';

const day = 24 * 60 * 60 * 1000;
/** From this many days before its end on a certificate is about to be renewed. */
const soon = 14 * day;

/** How far a certificate is through its validity; nothing where the record does not say from when and until when. */
export function certificateValidity(record: IndicatorRecord, context: RecordContext): ValidityView | undefined {
  const from = timestampOf(record, ['valid', 'valid_from', 'not_before', 'issued']);
  const until = timestampOf(record, ['expires', 'valid_until', 'not_after']);
  if (from === undefined || until === undefined || until <= from) return undefined;
  const { now } = context;
  return {
    from,
    until,
    passed: Math.min(1, Math.max(0, (now - from) / (until - from))),
    tone: now >= until ? 'over' : until - now < soon ? 'soon' : 'fine',
    words:
      now < from
        ? `Valid in ${formatDuration(from - now)}`
        : now < until
          ? `Valid for another ${formatDuration(until - now)}`
          : `Expired ${formatDuration(now - until)} ago`,
  };
}

function timestampOf({ properties }: IndicatorRecord, names: readonly string[]): UtcMillis | undefined {
  for (const [key, values] of Object.entries(properties.ssl ?? {})) {
    const at = names.includes(key.toLowerCase().replace(/^\+\+/, '')) ? parseTimestamp(values[0] ?? '') : undefined;
    if (at !== undefined) return at;
  }
  return undefined;
}
