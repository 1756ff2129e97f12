/** A regular expression as a tree; `char` has a test for one UTF-16 code unit. */
export type ExpressionNode =
  | { readonly kind: 'char'; readonly test: (code: number) => boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly ExpressionNode[] }
  | { readonly kind: 'repeat'; readonly part: ExpressionNode; readonly min: number; readonly max: number }
  | { readonly kind: 'start' | 'end' | 'boundary' | 'noBoundary' };

/** Why a regular expression can't be used. */
export type ExpressionErrorKind =
  | 'notAnExpression'
  | 'unsupportedFlag'
  | 'lookAround'
  | 'backReference'
  | 'unicodeEscape'
  | 'octalEscape'
  /** It would take more steps than are allowed. */
  | 'tooManySteps';

/** A pattern that isn't a regular expression, or has a construct that the parser doesn't support. */
export class ExpressionError extends Error {
  constructor(readonly kind: ExpressionErrorKind) {
    super(kind);
  }
}

export interface ExpressionFlags {
  readonly anyCase: boolean;
  readonly dotAll: boolean;
}

type Test = (code: number) => boolean;

const digit: Test = (code) => code >= 48 && code <= 57;
const word: Test = (code) => digit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
const space: Test = (code) => /\s/.test(String.fromCharCode(code));
const not =
  (test: Test): Test =>
  (code) =>
    !test(code);
const classes: Readonly<Record<string, Test>> = {
  d: digit,
  D: not(digit),
  w: word,
  W: not(word),
  s: space,
  S: not(space),
};
const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/** Whether a code unit belongs to a word, for `\b`. */
export const isWordCode = word;

/**
 * Parses the part of JavaScript's regular expressions that can be matched in linear time: no look-around, no
 * back-references, no `\p{…}`. The source must be accepted by `RegExp`. Throws {@link ExpressionError}.
 */
export function parseExpression(source: string, flags: ExpressionFlags): ExpressionNode {
  return new ExpressionParser(source, flags).choice();
}

/** A recursive-descent parser; each method reads one construct and moves behind it. */
class ExpressionParser {
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly flags: ExpressionFlags,
  ) {}

  choice(): ExpressionNode {
    const parts = [this.sequence()];
    while (this.source[this.at] === '|') {
      this.at++;
      parts.push(this.sequence());
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'choice', parts };
  }

  private sequence(): ExpressionNode {
    const { source } = this;
    const parts: ExpressionNode[] = [];
    while (this.at < source.length && source[this.at] !== '|' && source[this.at] !== ')')
      parts.push(this.quantified(this.atom()));
    return { kind: 'sequence', parts };
  }

  private quantified(part: ExpressionNode): ExpressionNode {
    const match = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.source.slice(this.at, this.at + 24));
    if (match === null) return part;
    this.at += match[0].length;
    const sign = match[0][0];
    if (sign === '*') return { kind: 'repeat', part, min: 0, max: Infinity };
    if (sign === '+') return { kind: 'repeat', part, min: 1, max: Infinity };
    if (sign === '?') return { kind: 'repeat', part, min: 0, max: 1 };
    const min = Number(match[1]);
    const [, , comma, max = ''] = match;
    const open = comma === undefined ? min : Infinity;
    return { kind: 'repeat', part, min, max: max === '' ? open : Number(max) };
  }

  private atom(): ExpressionNode {
    const { source, flags } = this;
    const sign = source[this.at++];
    if (sign === '(') return this.group();
    if (sign === '[') return this.literal(this.characterClass());
    if (sign === '.') return { kind: 'char', test: (code) => flags.dotAll || ![10, 13, 0x2028, 0x2029].includes(code) };
    if (sign === '^') return { kind: 'start' };
    if (sign === '$') return { kind: 'end' };
    if (sign !== '\\') return this.literal(exactly((sign ?? '').charCodeAt(0)));
    if (source[this.at] === 'b') return { kind: (this.at++, 'boundary') };
    if (source[this.at] === 'B') return { kind: (this.at++, 'noBoundary') };
    return this.literal(this.escape());
  }

  private literal(test: Test): ExpressionNode {
    if (!this.flags.anyCase) return { kind: 'char', test };
    return { kind: 'char', test: memoized((code) => test(code) || test(lower(code)) || test(upper(code))) };
  }

  private group(): ExpressionNode {
    if (this.source[this.at] === '?') {
      const opening = /^\?(?::|<[^=!>][^>]*>)/.exec(this.source.slice(this.at, this.at + 64));
      if (opening === null) throw new ExpressionError('lookAround');
      this.at += opening[0].length;
    }
    const inner = this.choice();
    this.at++;
    return inner;
  }

  /** After the backslash. */
  private escape(): Test {
    const { source } = this;
    const sign = source[this.at++] ?? '';
    const known = classes[sign];
    if (known !== undefined) return known;
    if (/[1-9k]/.test(sign)) throw new ExpressionError('backReference');
    if (/[pPc]/.test(sign)) throw new ExpressionError('unicodeEscape');
    if (sign === '0' && /\d/.test(source[this.at] ?? '')) throw new ExpressionError('octalEscape');
    const control = controls[sign];
    if (control !== undefined) return exactly(control);
    const hex = { x: /^[0-9a-f]{2}/i, u: /^[0-9a-f]{4}/i }[sign]?.exec(source.slice(this.at, this.at + 4))?.[0];
    if (hex !== undefined) {
      this.at += hex.length;
      return exactly(parseInt(hex, 16));
    }
    if (sign === 'u' && source[this.at] === '{') throw new ExpressionError('unicodeEscape');
    return exactly(sign.charCodeAt(0));
  }

  private characterClass(): Test {
    const { source, flags } = this;
    const negated = source[this.at] === '^';
    if (negated) this.at++;
    const tests: Test[] = [];
    while (source[this.at] !== ']') {
      const from = this.member();
      if (typeof from === 'number' && source[this.at] === '-' && source[this.at + 1] !== ']') {
        this.at++;
        const to = this.member();
        if (typeof to === 'number') tests.push((code) => code >= from && code <= to);
        else tests.push(exactly(from), exactly(45), to);
      } else tests.push(typeof from === 'number' ? exactly(from) : from);
    }
    this.at++;
    const any = memoized((code) => tests.some((test) => test(code)));
    if (!negated) return any;
    // Case is folded before a class is negated; otherwise `[^a]` with `i` would match everything.
    return flags.anyCase ? (code) => !any(code) && !any(lower(code)) && !any(upper(code)) : not(any);
  }

  /** One code unit, or a class such as `\d`. */
  private member(): number | Test {
    const { source } = this;
    if (source[this.at] !== '\\') return source.charCodeAt(this.at++);
    this.at++;
    if (source[this.at] === 'b') return (this.at++, 8);
    const before = this.at;
    const test = this.escape();
    const sign = source[before] ?? '';
    if (classes[sign] !== undefined) return test;
    if (controls[sign] !== undefined) return controls[sign];
    return this.at - before > 1 ? parseInt(source.slice(before + 1, this.at), 16) : sign.charCodeAt(0);
  }
}

/** Caches a test by code unit: a class may have hundreds of members and be repeated hundreds of times. */
function memoized(test: Test): Test {
  const known = new Map<number, boolean>();
  return (code) => {
    const before = known.get(code);
    if (before !== undefined) return before;
    const now = test(code);
    known.set(code, now);
    return now;
  };
}

function exactly(wanted: number): Test {
  return (code) => code === wanted;
}

function lower(code: number): number {
  return String.fromCharCode(code).toLowerCase().charCodeAt(0);
}

function upper(code: number): number {
  return String.fromCharCode(code).toUpperCase().charCodeAt(0);
}
