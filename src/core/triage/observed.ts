import { formatNumber, t } from '../../l10n';
import { isSpecialAddress } from '../indicators/registry/specialAddresses';
import { truncateText } from '../text/visibleText';
import { type Clients, namedClients, noClients } from './clients/counted';
import type { Found } from './found';
import type { TimelineUnit } from './timeline';

const maxNameLength = 80;

/** Seconds since 1970 in ISO 8601, UTC, without a fraction; null if they aren't known. */
export function isoSeconds(seconds: number): string | null {
  const date = new Date(seconds * 1_000);
  return seconds <= 0 || Number.isNaN(date.getTime()) ? null : `${date.toISOString().slice(0, 19)}Z`;
}

/** When the first and the last line with an indicator were written, in ISO 8601; null if that isn't known. */
export function seenIn({ timeline }: Pick<Found, 'timeline'>, unit: TimelineUnit | undefined) {
  const isTimed = unit === 'seconds' && timeline !== undefined && timeline.counts.length > 0;
  return {
    firstSeen: isTimed ? isoSeconds(timeline.from) : null,
    lastSeen: isTimed ? isoSeconds(timeline.to) : null,
  };
}

/** The clients of the lines with an indicator, as plain data: their number, and those with the most lines. */
export function clientsObject({ clients = noClients }: Pick<Found, 'clients'>) {
  const { count, isMore, top } = clients;
  return {
    clients: count,
    moreClients: isMore ? true : undefined,
    clientNames: top.slice(0, namedClients).map(({ name, lines, first, last }) => ({
      name,
      lines,
      firstSeen: isoSeconds(first),
      lastSeen: isoSeconds(last),
    })),
  };
}

/**
 * The clients with the most lines as texts (“10.20.2.20 (12)”), then how many more there are, if any. Defangs those that
 * aren't internal or reserved addresses.
 */
export function clientTexts(
  { count, isMore, top }: Clients,
  max: number,
  defangText: (text: string) => string,
): readonly string[] {
  const shown = top.slice(0, max).map(({ name, lines }) => {
    const text = isSpecialAddress(name) ? name : defangText(truncateText(name, maxNameLength));
    return `${text} (${formatNumber(lines)})`;
  });
  const more = count - shown.length;
  if (!isMore) return more > 0 ? [...shown, t('and {0} more', formatNumber(more))] : shown;
  return [...shown, more > 0 ? t('and at least {0} more', formatNumber(more)) : t('and others')];
}
