import { trimTrailing } from '../../text/trim';
import { canonicalAddress } from '../identity/addresses';
import { findIndicators } from './find';
import { refang } from '../identity/refang';
import type { Indicator } from '../identity/types';

const maxLength = 16_384;
const leadingPattern = /^[\s"'`“”‘’«»<]+/;
const trailingPattern = /[\s"'`“”‘’«»>,;]/;

/**
 * Parses the one indicator that a user typed or pasted (possibly defanged, quoted, or with spaces around it) into its
 * canonical form. Undefined if there is none, more than one, or other text. As in a text, `*.` before a domain, a port,
 * and a root dot are ignored; an address in brackets is the address.
 */
export function parseIndicator(typed: string): Indicator | undefined {
  if (typed.length > maxLength) return undefined;
  const bare = trimTrailing(typed.replace(leadingPattern, ''), trailingPattern);
  const address = canonicalAddress(refang(bare).replace(/^\[([^\]]*)\]$/, '$1'));
  if (address !== undefined) return { type: 'ip', value: address };
  // In quotes, like a whole cell or string, so that marks at its end belong to it.
  const quoted = `"${bare}"`;
  const [found, ...others] = findIndicators(quoted);
  if (found === undefined || others.length > 0) return withScheme(bare);
  const around = quoted.slice(1, found.start) + '\0' + quoted.slice(found.end, -1);
  if (!/^(?:\*?\.|\[)?\0\]?(?:\.|\[?:\]?\d{1,5}|%\w+)?\??$/.test(around)) return withScheme(bare);
  return { type: found.type, value: found.value };
}

/** In user input, a host with a path but no scheme is a URL, and a name that could be a file is a host. */
function withScheme(bare: string): Indicator | undefined {
  // Browsers take numbers in URLs for addresses (`http://12/`), but a number alone isn't one.
  if (/^[\d.]+(?:[:/].*)?$|^0x[\da-f.]*(?:[:/].*)?$/i.test(bare) && !/^\d+(?:\.\d+){3}(?![.\d])/.test(bare))
    return undefined;
  if (/\s|^[\d.[\]()]+\/\d{1,2}$/.test(bare) || /^[a-z*]+[[(]?:[\])]?\/\//i.test(bare) || refang(bare).includes('@'))
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
