import type { IndicatorRecord, UtcMillis } from '../../records/record';
import { isoTimestamp } from '../../records/timestamp';
import { toTimestamp } from '../../stix/fields';

/** STIX properties for the validity of an indicator (STIX 2.1, 3.2 and 4.7). */
export interface Validity {
  readonly valid_from: string;
  /** Later than `valid_from`, as STIX requires. */
  readonly valid_until?: string;
  /** Present for retired indicators. */
  readonly revoked?: true;
}

/**
 * The validity of a record in standard properties: a retired record is revoked, and valid until its retirement or the end that
 * its source states. Defaults to `created` as the start.
 */
export function stixValidity(
  { retired, timestamps, other }: Pick<IndicatorRecord, 'retired' | 'timestamps' | 'other'>,
  created: UtcMillis,
): Validity {
  const starts = [toTimestamp(other['valid_from']), created].filter(isWritable);
  const ends = [retired ? timestamps.retired : undefined, toTimestamp(other['valid_until'])].filter(isWritable);
  const until = ends.length === 0 ? undefined : Math.min(...ends);
  // A start after the end is wrong, and the end is more important.
  const from = starts.find((at) => until === undefined || at < until) ?? (until ?? 1) - 1;
  const [since, end] = [isoTimestamp(from), isoTimestamp(until)];
  return {
    valid_from: since ?? '1970-01-01T00:00:00.000Z',
    valid_until: end,
    revoked: retired ? true : undefined,
  };
}

/** STIX requires years with four digits. */
function isWritable(at: UtcMillis | undefined): at is UtcMillis {
  return isoTimestamp(at)?.length === 24;
}
