import { asciiTable, isDigit, isLabel } from './characters';
import { dotAt } from './dotVariants';

const fullStop = 46;
const closingBracket = 93;
/** Characters that can begin an escape sequence, which may end in digits. */
const escapes = asciiTable('=\\%[;');

const [zero, nine] = [48, 57];
/** Instead of the number of an address; a number always, for speed. */
export const noAddress = -1;

/**
 * Numbers with full stops between them, such as `192.0.2.7` or `1700000000.123`. One object serves a whole text, because
 * most numbers of logs are read here.
 */
export class PlainNumbers {
  /** The end of the numbers. */
  end = 0;
  /** The address as a number; {@link noAddress} if they aren't one. */
  address: number = noAddress;

  /**
   * Reads numbers from `start`. False if anything is unusual about them or the characters around them, and
   * {@link readHostToken} has to read them.
   */
  read(text: string, start: number): boolean {
    const before = codeOrZero(text, start - 1);
    if (before > 127 || before === fullStop || escapes[before] === 1) return false;
    let end = start;
    let octets = 0;
    let address = 0;
    let isAddress = true;
    for (;;) {
      const first = end;
      let octet = 0;
      let code = codeOrZero(text, end);
      const isZero = code === zero;
      while (code >= zero && code <= nine) {
        octet = octet < 256 ? octet * 10 + code - zero : octet;
        code = codeOrZero(text, ++end);
      }
      if (end === first) return false;
      if (octet > 255 || (isZero && end !== first + 1)) isAddress = false;
      address = (address << 8) | octet;
      octets++;
      if (code !== fullStop || !isDigit(codeOrZero(text, end + 1))) break;
      end++;
    }
    if (!endsPlainly(text, end)) return false;
    this.end = end;
    this.address = isAddress && octets === 4 ? address >>> 0 : noAddress;
    return true;
  }
}

function endsPlainly(text: string, end: number): boolean {
  const after = codeOrZero(text, end);
  if (after === fullStop) {
    const next = codeOrZero(text, end + 1);
    return !isLabel(next) && next !== closingBracket && !(next > 127);
  }
  return !isLabel(after) && dotAt(text, end) === undefined;
}

/** The code unit at an offset; 0 outside of the text, where `charCodeAt` would make the function that calls it slow. */
function codeOrZero(text: string, offset: number): number {
  return offset >= 0 && offset < text.length ? text.charCodeAt(offset) : 0;
}
