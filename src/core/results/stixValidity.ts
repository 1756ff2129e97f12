import { type IndicatorRecord, type UtcMillis } from '../records/record';
import { isoTimestamp } from '../records/timestamp';
import { timestampOf } from '../stix/fields';

/** The properties of STIX that tell how long an indicator is valid (STIX 2.1, 3.2 and 4.7). */
export interface Validity {
  readonly valid_from: string;
  /** Later than `valid_from`, as STIX requires; absent where no such moment is known. */
  readonly valid_until?: string;
  /** There where the indicator is retired. */
  readonly revoked?: true;
}

/**
 * How long a record is valid, for readers that know nothing of properties of our own: one that is retired is revoked, and
 * valid until it was retired or its source said that it ends. `created` stands in where its source does not say since when.
 */
export function stixValidity(
  { retired, timestamps, other }: Pick<IndicatorRecord, 'retired' | 'timestamps' | 'other'>,
  created: UtcMillis,
): Validity {
  const starts = [timestampOf(other['valid_from']), created].filter(isWritable);
  const ends = [retired ? timestamps.retired : undefined, timestampOf(other['valid_until'])].filter(isWritable);
  const until = ends.length === 0 ? undefined : Math.min(...ends);
  // A beginning that is not before the end is wrong, and the end says more.
  const from = starts.find((at) => until === undefined || at < until) ?? (until ?? 1) - 1;
  const [since, end] = [isoTimestamp(from), isoTimestamp(until)];
  return {
    valid_from: since ?? '1970-01-01T00:00:00.000Z',
    ...(end === undefined ? {} : { valid_until: end }),
    ...(retired ? { revoked: true } : {}),
  };
}

/** STIX writes years with four digits. */
function isWritable(at: UtcMillis | undefined): at is UtcMillis {
  return isoTimestamp(at)?.length === 24;
}
