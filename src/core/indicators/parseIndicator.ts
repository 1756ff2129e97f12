import { trimTrailing } from '../text/trim';
import { canonicalAddress } from './addresses';
import { findIndicators } from './find';
import { refang } from './refang';
import type { Indicator } from './types';

const MAX_LENGTH = 16_384;
const LEADING = /^[\s"'`“”‘’«»<]+/;
const TRAILING = /[\s"'`“”‘’«»>,;]/;

/**
 * The one indicator that a user typed or pasted, perhaps defanged, quoted or with blanks round it, in canonical form.
 * Undefined where it is none, more than one, or has other text round it. `*.a.example`, a port and a root dot are
 * left out as in a text; an address in brackets is taken for the address.
 */
export function parseIndicator(typed: string): Indicator | undefined {
  if (typed.length > MAX_LENGTH) return undefined;
  const bare = trimTrailing(typed.replace(LEADING, ''), TRAILING);
  const address = canonicalAddress(refang(bare).replace(/^\[([^\]]*)\]$/, '$1'));
  if (address !== undefined) return { type: 'ip', value: address };
  // In quotes, as the whole of a cell or a string: marks at its end belong to it.
  const quoted = `"${bare}"`;
  const [found, ...others] = findIndicators(quoted);
  if (found === undefined || others.length > 0) return withScheme(bare);
  const around = quoted.slice(1, found.start) + '\0' + quoted.slice(found.end, -1);
  if (!/^(?:\*?\.|\[)?\0\]?(?:\.|\[?:\]?\d{1,5}|%\w+)?\??$/.test(around)) return withScheme(bare);
  return { type: found.type, value: found.value };
}

/** A host with a path but no scheme is a URL when a user types it; so is a name that a text would take for a file. */
function withScheme(bare: string): Indicator | undefined {
  if (/\s|^[\d.[\]()]+\/\d{1,2}$/.test(bare) || /^[a-z*]+[[(]?:[\])]?\/\//i.test(bare) || bare.includes('@'))
    return undefined;
  const prefix = 'http://';
  const [found, ...others] = findIndicators(prefix + refang(bare));
  if (found === undefined || others.length > 0 || found.type !== 'url') return undefined;
  const whole = prefix + refang(bare);
  if (found.start !== 0 || !/^\.?$/.test(whole.slice(found.end))) return undefined;
  const value = found.value.slice(prefix.length);
  if (/[/?#]/.test(value)) return { type: 'url', value: found.value };
  const host = value.replace(/:\d+$/, '');
  return { type: canonicalAddress(host) === undefined ? 'domain' : 'ip', value: host };
}
