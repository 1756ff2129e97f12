import { isInvisible, isLabel, isWideDot, isWord } from './characters';

/** A dot between two labels, in any spelling. */
export interface Dot {
  readonly start: number;
  readonly end: number;
  readonly form: number;
}

/**
 * `plain` is `.`; `escaped` is `\.` (possibly a regular expression); `defanged` is any other intentional spelling of a
 * dot; `spaced` is a defanged dot with spaces around it. Bit flags, because a name can contain several.
 */
export const DotForm = { plain: 1, escaped: 2, defanged: 4, spaced: 8 } as const;

const fullStop = 46;
const backslash = 92;
const space = 32;
const fullWidth = 0xff0e;

/** The closing bracket for an opening one; 0 for any other character. */
function closingBracket(code: number): number {
  switch (code) {
    case 91:
      return 93;
    case 40:
      return 41;
    case 123:
      return 125;
    case 60:
      return 62;
    default:
      return 0;
  }
}

function isDotWord(text: string, at: number): boolean {
  return (
    (text.charCodeAt(at) | 32) === 100 &&
    (text.charCodeAt(at + 1) | 32) === 111 &&
    (text.charCodeAt(at + 2) | 32) === 116
  );
}

/** The ideographic full stop also ends sentences; it is a dot only between Latin characters. */
function isWideDotInName(text: string, at: number): boolean {
  const after = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === fullWidth ? isLabel(after) : isWord(text.charCodeAt(at - 1)) && isWord(after);
}

/** The end of `[.]`, `(dot)`, `{ . }`, `\[.\]`, or `[.` at the opening bracket at `at`; 0 if there is no such dot. */
function bracketed(text: string, at: number): number {
  const closer = closingBracket(text.charCodeAt(at));
  if (closer === 0) return 0;
  let position = at + 1;
  if (text.charCodeAt(position) === space) position++;
  const code = text.charCodeAt(position);
  const word = isDotWord(text, position);
  if (word) position += 3;
  else if (code === fullStop || isWideDot(code)) position++;
  else return 0;
  const inner = position;
  if (text.charCodeAt(position) === space) position++;
  if (text.charCodeAt(position) === backslash) position++;
  if (text.charCodeAt(position) === closer) return position + 1;
  return closer === 93 && !word && inner === at + 2 && isLabel(text.charCodeAt(inner)) ? inner : 0;
}

/** An unclosed `[.` is a dot only directly after a label, not after a space. */
function closesBracket(text: string, end: number): boolean {
  return '])}>'.includes(text.charAt(end - 1));
}

/** The dot that starts at `start`, directly after a label; undefined if there is none. */
export function dotAt(text: string, start: number): Dot | undefined {
  const code = text.charCodeAt(start);
  if (code === fullStop) {
    const partial = text.charCodeAt(start + 1) === 93 && isLabel(text.charCodeAt(start + 2));
    return partial ? { start, end: start + 2, form: DotForm.defanged } : { start, end: start + 1, form: DotForm.plain };
  }
  if (isWideDot(code))
    return isWideDotInName(text, start) ? { start, end: start + 1, form: DotForm.defanged } : undefined;
  let position = start;
  if (code === backslash) {
    while (position < start + 3 && text.charCodeAt(position) === backslash) position++;
    if (text.charCodeAt(position) === fullStop) return { start, end: position + 1, form: DotForm.escaped };
  } else if (code === space) {
    position++;
    if (isDotWord(text, position)) {
      const word = text.charCodeAt(position + 3) === space && isLabel(text.charCodeAt(position + 4));
      return word ? { start, end: position + 4, form: DotForm.spaced } : undefined;
    }
  }
  const end = bracketed(text, position);
  if (end === 0 || (code === space && !closesBracket(text, end))) return undefined;
  if (text.charCodeAt(end) === space && isLabel(text.charCodeAt(end + 1)))
    return { start, end: end + 1, form: DotForm.spaced };
  return { start, end, form: code === space ? DotForm.spaced : DotForm.defanged };
}

/** The dot around `anchor`, which is its full stop (or a wide one) or the `d` of `dot`. */
export function dotAround(text: string, anchor: number, floor: number): Dot | undefined {
  let start = anchor;
  const before = (position: number): number => (position > floor ? text.charCodeAt(position - 1) : 0);
  const spaced = before(start) === space && closingBracket(before(start - 1)) !== 0;
  if (spaced) start--;
  if (closingBracket(before(start)) !== 0) start--;
  while (before(start) === backslash) start--;
  if (before(start) === space && (start < anchor || isDotWord(text, anchor))) start--;
  if (start < anchor) {
    const dot = dotAt(text, start);
    if (dot !== undefined && dot.end > anchor && isLabelBefore(text, start, floor)) return dot;
  }
  return isDotWord(text, anchor) ? undefined : dotAt(text, anchor);
}

function isLabelBefore(text: string, position: number, floor: number): boolean {
  return position > floor && isLabel(text.charCodeAt(position - 1)) && !isInvisible(text.charCodeAt(position - 1));
}
