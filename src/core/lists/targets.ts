import { isReserved, parseListEntry } from '../indicators';
import { getNetworks } from '../indicators/identity/range';
import type { Indicator } from '../indicators/identity/types';
import { isForDocumentation } from '../indicators/registry/documentation';
import type { SkipReason } from '../records/problems/skipReason';
import { entriesOfWord, reasonAgainst } from './entries';

/** The indicators that a value of a list denotes, or why it has none. */
export type Targets =
  | { readonly indicators: readonly Indicator[]; readonly reason?: never }
  | { readonly reason: SkipReason; readonly indicators?: never };

/** A range of more networks than this isn't one that a list means. */
const maxNetworks = 64;

/**
 * Reads a value of a list: a domain, an address, a network, a range (`FIRST-LAST`, as the fewest networks that cover
 * exactly it), or a URL. Private, reserved, and local ones are skipped.
 */
export function getTargets(text: string): Targets {
  const range = /^([\da-f.:]+)\s*-\s*([\da-f.:]+)$/i.exec(text);
  const networks = range === null ? undefined : getNetworks(range[1] ?? '', range[2] ?? '');
  if (networks !== undefined) {
    if (networks.length > maxNetworks) return { reason: { kind: 'networkTooLarge' } };
    return checked(networks.flatMap((network) => parseListEntry(network) ?? []));
  }
  const name = text.replace(/^\*?\./, '');
  const entries = entriesOfWord(name);
  if (entries.length > 0) return checked(entries.map(({ indicator }) => indicator));
  return { reason: reasonAgainst(text) };
}

function checked(indicators: readonly Indicator[]): Targets {
  const found = indicators.filter((each) => !isUnratable(each));
  if (found.length > 0) return { indicators: found };
  return { reason: { kind: indicators.length === 0 ? 'networkTooLarge' : 'reserved' } };
}

/** Whether a list must not rate it: private, reserved, or local, but not for documentation. A network is where its first address is. */
export function isUnratable({ type, value }: Indicator): boolean {
  const first: Indicator = { type, value: type === 'ip' ? value.replace(/\/\d+$/, '') : value };
  return isReserved(first) && !isForDocumentation(first);
}
