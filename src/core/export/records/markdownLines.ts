import type { Timestamps, UtcMillis } from '../../records/record';
import { recordStrings } from '../../records/labels/recordStrings';
import { isoTimestamp } from '../../records/timestamp';
import { t } from '../../../l10n';

/** Functions that format parts of a record's Markdown. */
export interface MarkdownContext {
  readonly defang: (value: string) => string;
  /** Defangs every indicator in a text. */
  readonly defangText: (text: string) => string;
  /** The label of a key; default: the key. */
  readonly label?: (group: string, key: string) => string;
  /** The title of a property group or an attribute, if it has one. */
  readonly title?: (name: string) => string | undefined;
  /** The label of a property value; default: the value. */
  readonly value?: (group: string, key: string, value: string) => string;
}

/** Longer lists are shortened, since people read tickets. */
export const maxItems = 50;

/** Formats untrusted text: defanged, as a code span. */
export type FormatText = (text: string) => string;

/** A list of the dates of a record. */
export function timestampLines(timestamps: Timestamps): readonly string[] {
  const rows: readonly (readonly [string, UtcMillis | undefined])[] = [
    [recordStrings.timestamps.seen(), timestamps.seen],
    [recordStrings.timestamps.added(), timestamps.added],
    [recordStrings.timestamps.updated(), timestamps.updated],
    [recordStrings.timestamps.probed(), timestamps.probed],
    [recordStrings.timestamps.retired(), timestamps.retired],
  ];
  return rows.flatMap(([label, at]) => (at === undefined ? [] : [`- ${label}: ${formatUtc(at)}`]));
}

/** When something was linked, if that is known. */
export function linked(at: UtcMillis | undefined): string | undefined {
  return at === undefined ? undefined : t('linked {0}', formatUtc(at));
}

/** A date in UTC, to the minute. */
export function formatUtc(at: UtcMillis): string {
  return `${isoTimestamp(at)?.slice(0, 16).replace('T', ' ') ?? '?'} UTC`;
}

/** The parts that aren't empty, in one line. */
export function joinParts(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join(' · ');
}
