import type { Replacement, TermNode, TermOperator, TextRange } from './ast';
import { exploreField, propertyField } from './fields';
import { suggestField } from './suggestField';
import { asValue } from './quote';
import type { Token } from './scanner';
import { errorStrings as strings } from '../strings/errors';

/** Several values in parentheses, as in other tools: `risk=(high or critical)`, `type IN (ip, url)`. */
export interface OtherSyntaxGroup {
  readonly terms: readonly TermNode[];
  readonly word: 'and' | 'or';
  readonly range: TextRange;
  /** Between the field and its values. */
  readonly sign: TextRange;
  readonly message: string;
  readonly replacements: readonly (readonly Replacement[])[];
  /** Number of tokens. */
  readonly length: number;
}

interface Head {
  readonly field: Token;
  readonly isNegated: boolean;
  /** Index of the opening parenthesis. */
  readonly open: number;
}

const maxValues = 1_000;
/** Maximum length in single quotes, so that an unclosed quote doesn't include the rest of the file. */
const maxValueLength = 1_000;

/** The group of values that starts at a token, if any. Never throws. */
export function otherSyntaxGroupAt(tokens: readonly Token[], at: number): OtherSyntaxGroup | undefined {
  const head = headAt(tokens, at);
  if (head === undefined) return undefined;
  const read = valuesFrom(tokens, head.open + 1);
  const [first, opening, closing] = [tokens[at], tokens[head.open], read && tokens[read.close]];
  if (read === undefined || first === undefined || opening === undefined || closing === undefined) return undefined;
  const { field, isNegated } = head;
  const operator: TermOperator = isNegated ? '!=' : '=';
  // “Not in” excludes each value.
  const word = isNegated ? 'and' : read.word;
  const range = { start: first.range.start, end: closing.range.end };
  const terms = read.values.map((value) => termOf(field, operator, value));
  const name = field.kind === 'quoted' ? asValue(field.text) : field.text;
  const joined = read.values.map(({ text }) => `${name}${operator}${asValue(text)}`).join(` ${word} `);
  const text = read.values.length === 1 ? joined : `(${joined})`;
  return {
    ...{ terms, word, range, replacements: [[{ range, text }]] },
    sign: { start: field.range.end, end: opening.range.end },
    message: strings.oneValue(word),
    length: read.close + 1 - at,
  };
}

function termOf(field: Token, operator: TermOperator, value: Token): TermNode {
  return {
    ...{ kind: 'term', field: field.text, operator, value: value.text, quoted: value.kind === 'quoted' },
    range: { start: field.range.start, end: value.range.end },
    ...{ fieldRange: field.range, valueRange: value.range },
  };
}

function isField(name: string): boolean {
  const lower = name.toLowerCase();
  return (exploreField(lower) ?? propertyField(lower) ?? suggestField(lower)) !== undefined;
}

/** `risk=(`, `risk:(`, `risk IN (`, `risk not in (`. */
function headAt(tokens: readonly Token[], at: number): Head | undefined {
  const first = tokens[at];
  if (first?.kind !== 'bare' && first?.kind !== 'quoted') return undefined;
  const opens = (index: number): boolean => tokens[index]?.kind === 'open';
  const text = first.text.replace(/:$/, '');
  if (!isField(text)) return undefined;
  if (text !== first.text) {
    const field = { ...first, text, range: { start: first.range.start, end: first.range.end - 1 } };
    return opens(at + 1) ? { field, isNegated: false, open: at + 1 } : undefined;
  }
  const second = tokens[at + 1];
  if (second?.kind === 'operator' && opens(at + 2))
    return { field: first, isNegated: second.text === '!=', open: at + 2 };
  const isNegated = second?.kind === 'not';
  const word = isNegated ? at + 2 : at + 1;
  const isIn = tokens[word]?.kind === 'bare' && tokens[word].text.toLowerCase() === 'in';
  return isIn && opens(word + 1) ? { field: first, isNegated, open: word + 1 } : undefined;
}

/** The values up to the closing parenthesis, separated by commas or “or”. */
function valuesFrom(
  tokens: readonly Token[],
  from: number,
): { readonly values: readonly Token[]; readonly word: 'and' | 'or'; readonly close: number } | undefined {
  const values: Token[] = [];
  let word: 'and' | 'or' = 'or';
  for (let at = from; values.length <= maxValues; at++) {
    const token = tokens[at];
    switch (token?.kind) {
      case 'close':
        return values.length === 0 ? undefined : { values, word, close: at };
      case 'quoted':
        if (!token.closed) return undefined;
        values.push(token);
        break;
      case 'bare': {
        const last = values.at(-1);
        // `'Example Kit'` is two tokens.
        const continues = last?.kind === 'bare' && last.text.length < maxValueLength && /^'[^']*$/.test(last.text);
        if (continues) values.pop();
        for (const each of listed(continues ? joinTokens(last, token) : token)) values.push(each);
        break;
      }
      case 'and':
        word = 'and';
        break;
      case 'or':
        break;
      default:
        return undefined;
    }
  }
  return undefined;
}

function joinTokens(one: Token, other: Token): Token {
  return { ...one, text: `${one.text} ${other.text}`, range: { start: one.range.start, end: other.range.end } };
}

/** `high,critical` as two, `||` as none. */
function listed(token: Token): readonly Token[] {
  return [...token.text.matchAll(/[^,|]+/g)].map(({ 0: part, index }) => {
    const start = token.range.start + index;
    return { ...token, text: unquoted(part), range: { start, end: start + part.length } };
  });
}

function unquoted(text: string): string {
  return /^(['‘’“”„])(.+)['‘’“”]$/u.exec(text)?.[2] ?? text;
}
