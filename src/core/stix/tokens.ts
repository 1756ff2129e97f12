/** A token of a pattern. `path` is an object type with its path; `word` is an operator or keyword in upper case. */
export type Token =
  | { readonly kind: 'path'; readonly objectType: string; readonly path: string; readonly offset: number }
  | { readonly kind: 'text'; readonly value: string; readonly offset: number }
  /** A number, boolean, timestamp, hexadecimal or binary value: nothing that can be an indicator. */
  | { readonly kind: 'other'; readonly value: string; readonly offset: number }
  | { readonly kind: 'word'; readonly value: string; readonly offset: number }
  | { readonly kind: 'mark'; readonly value: '[' | ']' | '(' | ')' | ','; readonly offset: number }
  | { readonly kind: 'bad'; readonly value: string; readonly offset: number };

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
export function* tokens(text: string): Generator<Token> {
  let at = 0;
  const match = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at;
    const found = expression.exec(text);
    if (found !== null) at = expression.lastIndex;
    return found;
  };
  const path = (): string => {
    const steps: string[] = [];
    for (let first = true; ; first = false) {
      nextStep.lastIndex = at;
      if (!first && !nextStep.test(text)) break;
      const step = match(pathStep);
      if (step === null) break;
      const [, inQuotes, name, index] = step;
      if (index !== undefined) steps.push(`[${index}]`);
      else steps.push((steps.length === 0 ? '' : '.') + (inQuotes === undefined ? (name ?? '') : unescape(inQuotes)));
    }
    return steps.join('');
  };
  while (at < text.length) {
    if (match(blanks) !== null) continue;
    const offset = at;
    const start = text[at] ?? '';
    if (start === '[' || start === ']' || start === '(' || start === ')' || start === ',') {
      at++;
      yield { kind: 'mark', value: start, offset };
      continue;
    }
    const string = match(quoted);
    if (string !== null) {
      const value = unescape(string[2] ?? '');
      yield { kind: string[1] === '' ? 'text' : 'other', value, offset };
      continue;
    }
    if (start === "'") {
      // An unterminated string extends to the end.
      at = text.length;
      yield { kind: 'bad', value: text.slice(offset, offset + 40), offset };
      continue;
    }
    const object = match(pathStart);
    if (object !== null) {
      yield { kind: 'path', objectType: (object[1] ?? '').toLowerCase(), path: path(), offset };
      continue;
    }
    const operator = match(comparison) ?? match(word);
    if (operator !== null) {
      const value = operator[0].toUpperCase();
      yield value === 'TRUE' || value === 'FALSE' ? { kind: 'other', value, offset } : { kind: 'word', value, offset };
      continue;
    }
    const digits = match(number);
    if (digits !== null) {
      yield { kind: 'other', value: digits[0], offset };
      continue;
    }
    at++;
    yield { kind: 'bad', value: start, offset };
  }
}
