/** A token of a pattern. `path` is an object type with its path; `word` is an operator or keyword in upper case. */
type Token =
  | { readonly kind: 'path'; readonly objectType: string; readonly path: string; readonly offset: number }
  | { readonly kind: 'text'; readonly value: string; readonly offset: number }
  /** A number, boolean, timestamp, hexadecimal or binary value: nothing that can be an indicator. */
  | { readonly kind: 'other'; readonly value: string; readonly offset: number }
  | { readonly kind: 'word'; readonly value: string; readonly offset: number }
  | { readonly kind: 'mark'; readonly value: '[' | ']' | '(' | ')' | ','; readonly offset: number }
  | { readonly kind: 'bad'; readonly value: string; readonly offset: number };

type PathToken = Extract<Token, { kind: 'path' }>;

const blanks = /(?:\s|\/\*(?:[^]*?\*\/|[^]*)|\/\/[^\r\n]*)+/y;
const quoted = /([tbh]?)'([^'\\]*(?:\\[^][^'\\]*)*)'/y;
const pathStart = /([A-Za-z_][\w-]*)\s*:\s*/y;
const pathStep =
  /\s*(?:\.?'([^'\\]*(?:\\[^][^'\\]*)*)'|\.?([A-Za-z_][\w-]*)|\[\s*(\d+|\*|'[^'\\]*(?:\\[^][^'\\]*)*')\s*\])/y;
const nextStep = /\s*(?:\.\s*(?:'|[A-Za-z_])|\[\s*(?:\d|\*|'))/y;
const comparison = /==?|!=|<>|<=|>=|<|>/y;
const number = /[+-]?\d+(?:\.\d+)?/y;
const word = /[A-Za-z][\w-]*/y;

function unescape(text: string): string {
  return text.replace(/\\([^])/g, '$1');
}

/** Splits a STIX pattern (STIX 2.1, 9) into tokens in linear time. Never throws; invalid input becomes `bad`. */
class Scanner {
  private at = 0;

  constructor(private readonly text: string) {}

  tokens(): readonly Token[] {
    const tokens: Token[] = [];
    while (this.at < this.text.length) if (this.match(blanks) === null) tokens.push(this.next());
    return tokens;
  }

  private next(): Token {
    return this.mark() ?? this.string() ?? this.path() ?? this.word() ?? this.number() ?? this.bad(1);
  }

  private match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found !== null) this.at = expression.lastIndex;
    return found;
  }

  private mark(): Token | undefined {
    const offset = this.at;
    const value = this.text[offset];
    if (value !== '[' && value !== ']' && value !== '(' && value !== ')' && value !== ',') return undefined;
    this.at++;
    return { kind: 'mark', value, offset };
  }

  /** A text, or a value in quotes after a letter; one without its end extends to that of the pattern. */
  private string(): Token | undefined {
    const offset = this.at;
    const found = this.match(quoted);
    if (found !== null) return { kind: found[1] === '' ? 'text' : 'other', value: unescape(found[2] ?? ''), offset };
    return this.text[offset] === "'" ? this.bad(Infinity) : undefined;
  }

  private path(): Token | undefined {
    const offset = this.at;
    const objectType = this.match(pathStart)?.[1]?.toLowerCase();
    return objectType === undefined ? undefined : { kind: 'path', objectType, path: this.steps(), offset };
  }

  private steps(): string {
    const steps: string[] = [];
    for (let first = true; ; first = false) {
      nextStep.lastIndex = this.at;
      if (!first && !nextStep.test(this.text)) break;
      const step = this.match(pathStep);
      if (step === null) break;
      const [, inQuotes, name, index] = step;
      if (index !== undefined) steps.push(`[${index}]`);
      else steps.push((steps.length === 0 ? '' : '.') + (inQuotes === undefined ? (name ?? '') : unescape(inQuotes)));
    }
    return steps.join('');
  }

  private word(): Token | undefined {
    const offset = this.at;
    const value = (this.match(comparison) ?? this.match(word))?.[0].toUpperCase();
    if (value === undefined) return undefined;
    return { kind: value === 'TRUE' || value === 'FALSE' ? 'other' : 'word', value, offset };
  }

  private number(): Token | undefined {
    const offset = this.at;
    const value = this.match(number)?.[0];
    return value === undefined ? undefined : { kind: 'other', value, offset };
  }

  private bad(length: number): Token {
    const offset = this.at;
    this.at = Math.min(this.text.length, offset + length);
    return { kind: 'bad', value: this.text.slice(offset, Math.min(this.at, offset + maxShown)), offset };
  }
}

/** Characters that are kept of a part that can't be read. */
const maxShown = 40;

type ComparisonOperator =
  '=' | '!=' | '<' | '<=' | '>' | '>=' | 'IN' | 'LIKE' | 'MATCHES' | 'ISSUBSET' | 'ISSUPERSET' | 'EXISTS';

/** One comparison of a pattern. With `NOT` or `!=`, it states what is *not* matched. */
export interface Comparison {
  readonly objectType: string;
  /** The part after the colon: `value`, `dst_ref.value`, `resolves_to_refs[*].value`, and so on. */
  readonly path: string;
  readonly operator: ComparisonOperator;
  readonly negated: boolean;
  /** The strings compared with; numbers, times, and other types are omitted. */
  readonly values: readonly string[];
  readonly offset: number;
}

interface PatternError {
  /** `bracket` if only an opening or closing bracket is missing, so that the rest is still readable. */
  readonly kind: 'bracket' | 'syntax';
  readonly message: string;
  /** UTF-16 offset into the pattern. */
  readonly offset: number;
}

export interface Pattern {
  readonly comparisons: readonly Comparison[];
  readonly errors: readonly PatternError[];
}

const symbols: Readonly<Record<string, ComparisonOperator>> = { '==': '=', '<>': '!=' };
const operators = new Set('= != < <= > >= IN LIKE MATCHES ISSUBSET ISSUPERSET'.split(' '));
const joints = new Set(['AND', 'OR', 'FOLLOWEDBY']);
/** Qualifiers restrict time and frequency; the comparisons come before them. */
const qualifiers = new Set(['WITHIN', 'REPEATS', 'START', 'STOP', 'SECONDS', 'TIMES']);

class Reader {
  readonly comparisons: Comparison[] = [];
  readonly errors: PatternError[] = [];
  private at = 0;
  /** Open brackets, and whether they are negated; a list, so that any depth works. */
  private readonly open: { readonly mark: '[' | '('; readonly negated: boolean; readonly offset: number }[] = [];

  constructor(
    private readonly list: readonly Token[],
    private readonly length: number,
  ) {}

  private peek(): Token | undefined {
    return this.list[this.at];
  }

  private next(): Token | undefined {
    return this.list[this.at++];
  }

  private fail(kind: PatternError['kind'], message: string, offset = this.peek()?.offset ?? this.length): void {
    this.errors.push({ kind, message, offset });
  }

  private takeKeyword(...words: readonly string[]): string | undefined {
    const token = this.peek();
    if (token?.kind !== 'word' || !words.includes(token.value)) return undefined;
    this.at++;
    return token.value;
  }

  private isNegated(): boolean {
    return this.open.at(-1)?.negated ?? false;
  }

  read(): void {
    let expectsTest = true;
    while (this.at < this.list.length) {
      const token = this.next();
      if (token === undefined) break;
      switch (token.kind) {
        case 'mark':
          expectsTest = this.mark(token, expectsTest);
          break;
        case 'path':
          if (!expectsTest) this.fail('syntax', 'AND, OR, or FOLLOWEDBY expected', token.offset);
          this.comparison(token, false);
          expectsTest = false;
          break;
        case 'word':
          expectsTest = this.keyword(token.value, token.offset, expectsTest);
          break;
        case 'text':
        case 'other':
        case 'bad':
          // Values of qualifiers have no operator; anything else here is misplaced.
          if (token.kind === 'bad' || !this.afterQualifier()) {
            this.fail('syntax', `${JSON.stringify(token.value.slice(0, 20))} is unexpected`, token.offset);
          }
      }
    }
    for (const { mark, offset } of this.open) this.fail('bracket', `unclosed ${mark}`, offset);
    if (this.comparisons.length === 0 && this.errors.length === 0) this.fail('syntax', 'no comparison');
    else if (expectsTest && this.comparisons.length > 0) this.fail('syntax', 'comparison expected', this.length);
  }

  private afterQualifier(): boolean {
    const before = this.list[this.at - 2];
    return before?.kind === 'word' && qualifiers.has(before.value);
  }

  private mark(token: Extract<Token, { kind: 'mark' }>, expectsTest: boolean): boolean {
    const { value, offset } = token;
    if (value === ',') {
      this.fail('syntax', '"," is unexpected', offset);
      return expectsTest;
    }
    if (value === '[' || value === '(') {
      if (!expectsTest) this.fail('syntax', 'AND, OR, or FOLLOWEDBY expected', offset);
      const before = this.list[this.at - 2];
      const negated = this.isNegated() !== (before?.kind === 'word' && before.value === 'NOT');
      this.open.push({ mark: value, negated, offset });
      return true;
    }
    const opener = value === ']' ? '[' : '(';
    if (expectsTest) this.fail('syntax', 'comparison expected', offset);
    if (this.open.at(-1)?.mark === opener) this.open.pop();
    else this.fail('bracket', `unmatched ${value}`, offset);
    return false;
  }

  private keyword(value: string, offset: number, expectsTest: boolean): boolean {
    if (joints.has(value)) {
      if (expectsTest) this.fail('syntax', `comparison expected before ${value}`, offset);
      return true;
    }
    if (qualifiers.has(value)) return expectsTest;
    const isNot = value === 'NOT';
    if (isNot || value === 'EXISTS') {
      const exists = !isNot || this.takeKeyword('EXISTS') !== undefined;
      const next = this.peek();
      if (next?.kind === 'path') {
        this.at++;
        if (exists) this.existence(next, isNot, offset);
        else this.comparison(next, true);
        return false;
      }
      if (isNot && isOpening(next)) return true;
    }
    this.fail('syntax', `${value.slice(0, 20)} is unexpected`, offset);
    return expectsTest;
  }

  private existence({ objectType, path }: PathToken, isNot: boolean, offset: number): void {
    const negated = this.isNegated() !== isNot;
    this.comparisons.push({ objectType, path, operator: 'EXISTS', negated, values: [], offset });
  }

  private comparison(path: PathToken, notBefore: boolean): void {
    const notBehind = this.takeKeyword('NOT') !== undefined;
    const token = this.peek();
    if (token?.kind !== 'word' || !(operators.has(token.value) || Object.hasOwn(symbols, token.value))) {
      this.fail('syntax', 'operator expected');
      return;
    }
    this.at++;
    const operator = symbols[token.value] ?? (token.value as ComparisonOperator);
    const values = operator === 'IN' ? this.valueList() : this.oneValue();
    if (values === undefined) return;
    const { objectType, path: behind, offset } = path;
    const negated = [this.isNegated(), notBefore, notBehind].filter(Boolean).length % 2 === 1;
    this.comparisons.push({ objectType, path: behind, operator, negated, values, offset });
  }

  private oneValue(): readonly string[] | undefined {
    const token = this.peek();
    if (token?.kind === 'text' || token?.kind === 'other') {
      this.at++;
      return token.kind === 'text' ? [token.value] : [];
    }
    this.fail('syntax', 'value expected');
    return undefined;
  }

  private valueList(): readonly string[] | undefined {
    const values: string[] = [];
    const opening = this.peek();
    if (opening?.kind !== 'mark' || opening.value !== '(') {
      this.fail('syntax', 'IN requires a list in parentheses');
      return undefined;
    }
    this.at++;
    for (;;) {
      const token = this.next();
      if (token === undefined) {
        this.fail('bracket', 'unclosed (', opening.offset);
        return values;
      }
      if (token.kind === 'text') values.push(token.value);
      else if (token.kind === 'mark' && token.value === ')') return values;
      else if (token.kind !== 'other' && !(token.kind === 'mark' && token.value === ',')) {
        this.fail('syntax', 'value or comma expected', token.offset);
        return undefined;
      }
    }
  }
}

function isOpening(token: Token | undefined): boolean {
  return token?.kind === 'mark' && (token.value === '(' || token.value === '[');
}

/**
 * Parses a STIX pattern (STIX 2.1, 9 “STIX Patterning”) into its comparisons, with negation resolved and qualifiers
 * skipped. Continues after errors and reports them. Never throws; runs in linear time without recursion.
 */
export function parsePattern(text: string): Pattern {
  const reader = new Reader(new Scanner(text).tokens(), text.length);
  reader.read();
  return { comparisons: reader.comparisons, errors: reader.errors };
}
