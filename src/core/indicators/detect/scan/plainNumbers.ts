import { asciiTable, isDigit, isLabel } from './characters';
import { dotAt } from './dotVariants';

const fullStop = 46;
const closingBracket = 93;
/** Characters that can begin an escape sequence, which may end in digits. */
const escapes = asciiTable('=\\%[;');

const zero = 48;
/** Instead of the number of an address; a number always, for speed. */
export const noAddress = -1;

/**
 * Numbers with full stops between them, such as `192.0.2.7` or `1700000000.123`. One object serves a whole text, because
 * most numbers of logs are read here.
 */
export class PlainNumbers {
  /** Where they end. */
  end = 0;
  /** The address as a number; {@link noAddress} if they aren't one. */
  address: number = noAddress;

  /**
   * Reads numbers from `start`. False if anything is unusual about them or the characters around them, and
   * {@link readHostToken} has to read them.
   */
  read(text: string, start: number): boolean {
    const before = text.charCodeAt(start - 1);
    if (before > 127 || before === fullStop || escapes[before] === 1) return false;
    let end = start;
    let octets = 0;
    let address = 0;
    for (;;) {
      const first = end;
      let octet = 0;
      for (let code = text.charCodeAt(end); isDigit(code); code = text.charCodeAt(++end)) {
        if (octet < 256) octet = octet * 10 + code - zero;
      }
      if (end === first) return false;
      const isOctet = octet < 256 && (end === first + 1 || text.charCodeAt(first) !== zero);
      address = isOctet && address !== noAddress ? address * 256 + octet : noAddress;
      octets++;
      if (text.charCodeAt(end) !== fullStop || !isDigit(text.charCodeAt(end + 1))) break;
      end++;
    }
    if (!endsPlainly(text, end)) return false;
    this.end = end;
    this.address = octets === 4 ? address : noAddress;
    return true;
  }
}

function endsPlainly(text: string, end: number): boolean {
  const after = text.charCodeAt(end);
  if (after === fullStop) {
    const next = text.charCodeAt(end + 1);
    return !isLabel(next) && next !== closingBracket && !(next > 127);
  }
  return !isLabel(after) && dotAt(text, end) === undefined;
}
