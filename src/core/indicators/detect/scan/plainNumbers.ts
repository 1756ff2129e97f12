import { asciiTable, isDigit, isLabel } from './characters';
import { dotAt } from './dotVariants';

const fullStop = 46;
const closingBracket = 93;
/** Characters that can begin an escape sequence, which may end in digits. */
const escapes = asciiTable('=\\%[;');

/**
 * The end of numbers with full stops between them, such as `192.0.2.7` or `1700000000.123`; -1 if anything is unusual
 * about them or the characters around them, and {@link readHostToken} has to read them.
 */
export function plainNumbersEnd(text: string, start: number): number {
  const before = text.charCodeAt(start - 1);
  if (before > 127 || before === fullStop || escapes[before] === 1) return -1;
  let end = start;
  for (;;) {
    const first = end;
    while (isDigit(text.charCodeAt(end))) end++;
    if (end === first) return -1;
    if (text.charCodeAt(end) !== fullStop || !isDigit(text.charCodeAt(end + 1))) break;
    end++;
  }
  const after = text.charCodeAt(end);
  if (after === fullStop) {
    const next = text.charCodeAt(end + 1);
    return isLabel(next) || next === closingBracket || next > 127 ? -1 : end;
  }
  return isLabel(after) || dotAt(text, end) !== undefined ? -1 : end;
}
