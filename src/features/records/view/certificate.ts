import type { IndicatorRecord, UtcMillis } from '../../../core/records/record';
import { parseTimestamp } from '../../../core/records/timestamp';
import type { ValidityView } from '../../../webviews/messages/recordParts';
import type { RecordContext } from './recordContext';
import { strings } from '../strings';

const day = 24 * 60 * 60 * 1000;
/** A certificate expires soon when this little time is left. */
const soon = 14 * day;

/** How much of a certificate's validity has passed; undefined unless the record has both its start and its end. */
export function certificateValidity(record: IndicatorRecord, { now }: RecordContext): ValidityView | undefined {
  const from = timestampOf(record, ['valid', 'valid_from', 'not_before', 'issued']);
  const until = timestampOf(record, ['expires', 'valid_until', 'not_after']);
  if (from === undefined || until === undefined || until <= from) return undefined;
  return {
    from,
    until,
    passed: Math.min(1, Math.max(0, (now - from) / (until - from))),
    tone: now >= until ? 'over' : until - now < soon ? 'soon' : 'fine',
    label:
      now < from
        ? strings.record.validFrom(from, now)
        : now < until
          ? strings.record.expires(until, now)
          : strings.record.expired(until, now),
  };
}

function timestampOf({ properties }: IndicatorRecord, names: readonly string[]): UtcMillis | undefined {
  for (const [key, values] of Object.entries(properties.ssl ?? {})) {
    const at = names.includes(key.toLowerCase().replace(/^\+\+/, '')) ? parseTimestamp(values[0] ?? '') : undefined;
    if (at !== undefined) return at;
  }
  return undefined;
}
