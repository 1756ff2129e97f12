import { parseRisk, riskLevels } from '../../records/risk';
import type { Replacement, TermOperator, TextRange, TermNode } from './ast';
import { exploreField, propertyField } from './fields';
import { suggestField } from './suggestField';
import { asValue } from './quote';
import { keywordOf, type Token } from './scanner';
import { errorStrings as strings } from '../strings/errors';
import { t } from '../../../l10n';

/** Several values in parentheses, as in other tools: `risk=(high or critical)`, `type IN (ip, url)`. */
interface OtherSyntaxGroup {
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
    terms,
    word,
    range,
    replacements: [[{ range, text }]],
    sign: { start: field.range.end, end: opening.range.end },
    message: strings.oneValue(word),
    length: read.close + 1 - at,
  };
}

function termOf(field: Token, operator: TermOperator, value: Token): TermNode {
  return {
    kind: 'term',
    field: field.text,
    operator,
    value: value.text,
    quoted: value.kind === 'quoted',
    range: { start: field.range.start, end: value.range.end },
    fieldRange: field.range,
    valueRange: value.range,
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

/** A term in the syntax of another tool: `risk:high`, `seen >= 7d`, `type == domain`. */
export interface OtherSyntaxTerm {
  readonly field: Token;
  readonly operator: TermOperator;
  /** The whole value as one token. */
  readonly value: Token;
  /** The operator that this language doesn't have. */
  readonly sign: TextRange;
  readonly message: string;
  /** The term in this language, most likely first. */
  readonly replacements: readonly (readonly Replacement[])[];
  /** Number of tokens. */
  readonly length: number;
}

/** The keyword for `&&`, `||`, or `!`; undefined for anything else. */
export function otherSyntaxKeyword({ kind, text }: Token): 'and' | 'or' | 'not' | undefined {
  if (kind !== 'bare') return undefined;
  return text === '&&' ? 'and' : text === '||' ? 'or' : text === '!' ? 'not' : undefined;
}

/** Splits `&&` and `||` from text that follows without a space; values are unchanged. */
export function splitOtherSyntaxKeywords(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ text }) => text.startsWith('&&') || text.startsWith('||'))) return tokens;
  return tokens.flatMap((token, index): readonly Token[] => {
    const { kind, text, range } = token;
    const isValue = tokens[index - 1]?.kind === 'operator';
    if (kind !== 'bare' || isValue || text.length === 2 || !/^(?:&&|\|\|)/.test(text)) return [token];
    const middle = range.start + 2;
    return [
      { ...token, text: text.slice(0, 2), range: { start: range.start, end: middle } },
      {
        ...token,
        kind: keywordOf(text.slice(2)) ?? kind,
        text: text.slice(2),
        range: { start: middle, end: range.end },
      },
    ];
  });
}

interface Shape {
  readonly field: Token;
  readonly sign: string;
  readonly signRange: TextRange;
  /** The text after the sign in the same token. */
  readonly rest: Token | undefined;
  /** Index of the next token. */
  readonly next: number;
}

/** The term in another tool's syntax that starts at a token, if any. Never throws. */
export function otherSyntaxTermAt(tokens: readonly Token[], at: number): OtherSyntaxTerm | undefined {
  const shape = shapeAt(tokens, at);
  if (shape === undefined) return undefined;
  const read = valueOf(tokens, shape);
  if (read === undefined) return undefined;
  const { field, sign, signRange } = shape;
  const { value, next } = read;
  const { message, terms, operator, plain } = meaning(field, sign, value);
  const range = { start: field.range.start, end: value.range.end };
  const replacements = terms.map((text) => [{ range, text }]);
  return {
    field,
    operator,
    value: { ...value, text: plain },
    sign: signRange,
    message,
    replacements,
    length: next - at,
  };
}

function shapeAt(tokens: readonly Token[], at: number): Shape | undefined {
  const first = tokens[at];
  if (first === undefined || !first.closed || (first.kind !== 'bare' && first.kind !== 'quoted')) return undefined;
  return (first.kind === 'bare' ? shapeWithin(first, tokens, at) : undefined) ?? shapeBehind(first, tokens, at);
}

/** `risk:high`, `seen>`. */
function shapeWithin(first: Token, tokens: readonly Token[], at: number): Shape | undefined {
  const [, name = '', sign = '', rest = ''] =
    /^([^\s:<>~≠≤≥.]{1,40})(<>|[<>~≠≤≥]|:(?!\/\/|:))(.*)$/su.exec(first.text) ?? [];
  // Before an operator, it may be the key of a property.
  const isField = tokens[at + 1]?.kind === 'operator';
  if (name === '' || !(isField && rest !== '' ? isKnown(name) : mayBeField(name, sign))) return undefined;
  const middle = first.range.start + name.length;
  const field = { ...first, text: name, range: { start: first.range.start, end: middle } };
  return withSign(field, middle, sign, rest, tokens, at + 1);
}

/** `seen > 7d`, `type == domain`. */
function shapeBehind(field: Token, tokens: readonly Token[], at: number): Shape | undefined {
  const second = tokens[at + 1];
  const third = tokens[at + 2];
  if (second?.kind === 'operator') {
    const isSign = third?.kind === 'bare' && third.range.start === second.range.end && /^[=<>~]$/.test(third.text);
    if (!isSign || !isValue(tokens, at + 3)) return undefined;
    const sign = third.text === '=' ? second.text : third.text;
    const signRange = { start: second.range.start, end: third.range.end };
    return { field, sign, signRange, rest: undefined, next: at + 3 };
  }
  if (second?.kind !== 'bare') return undefined;
  const isWord = Object.hasOwn(wordSigns, second.text.toLowerCase());
  if (isWord && isKnown(field.text)) {
    const isNegated = third?.kind === 'not';
    const next = isNegated ? at + 3 : at + 2;
    const sign = `${isNegated ? 'not ' : ''}${second.text.toLowerCase()}`;
    const signRange = { start: second.range.start, end: (isNegated ? third : second).range.end };
    return isValue(tokens, next) ? { field, sign, signRange, rest: undefined, next } : undefined;
  }
  const [, sign = '', rest = ''] = /^(<>|[<>~≠≤≥]|:(?!\/\/|:))(.*)$/su.exec(second.text) ?? [];
  if (sign === '' || !mayBeField(field.text, sign)) return undefined;
  return withSign(field, second.range.start, sign, rest, tokens, at + 2);
}

function withSign(
  field: Token,
  start: number,
  sign: string,
  rest: string,
  tokens: readonly Token[],
  next: number,
): Shape | undefined {
  const end = start + sign.length;
  const operator = tokens[next];
  // Also after a space, which formatting removes.
  if (rest === '' && operator?.kind === 'operator') {
    const signRange = { start, end: operator.range.end };
    return { field, sign: `${sign}=`, signRange, rest: undefined, next: next + 1 };
  }
  const token: Token = { kind: 'bare', text: rest, range: { start: end, end: end + rest.length }, closed: true };
  return { field, sign, signRange: { start, end }, rest: rest === '' ? undefined : token, next };
}

/** Words that other tools use for operators, and how to write their values here. */
const wordSigns: Readonly<Record<string, { readonly sign: string; readonly written?: (value: string) => string }>> = {
  is: { sign: '=' },
  equals: { sign: '=' },
  eq: { sign: '=' },
  ne: { sign: '!=' },
  neq: { sign: '!=' },
  gt: { sign: '>' },
  gte: { sign: '>=' },
  ge: { sign: '>=' },
  lt: { sign: '<' },
  lte: { sign: '<=' },
  le: { sign: '<=' },
  like: { sign: '=', written: (value) => value.replaceAll('%', '*') },
  ilike: { sign: '=', written: (value) => value.replaceAll('%', '*') },
  contains: { sign: '=', written: (value) => `*${value}*` },
  startswith: { sign: '=', written: (value) => `${value}*` },
  endswith: { sign: '=', written: (value) => `*${value}` },
};

const oneSign: Readonly<Record<string, string>> = { '≠': '!=', '≤': '<=', '≥': '>=' };

function isKnown(name: string): boolean {
  const suggestion = suggestField(name.toLowerCase());
  return exploreField(name) !== undefined || (suggestion !== undefined && name.length > 2);
}

/** Addresses contain colons as well, so a colon is an operator only after a possible field name. */
function mayBeField(name: string, sign: string): boolean {
  if (sign !== ':') return true;
  const lower = name.replace(/^!/, '').toLowerCase();
  return (exploreField(lower) ?? propertyField(lower) ?? suggestField(lower)) !== undefined;
}

function isValue(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'bare' && token?.kind !== 'quoted') return false;
  return otherSyntaxKeyword(token) === undefined && tokens[at + 1]?.kind !== 'operator';
}

/** The value with all words up to the next term or keyword. */
function valueOf(
  tokens: readonly Token[],
  { rest, next: from }: Shape,
): { readonly value: Token; readonly next: number } | undefined {
  let next = from;
  let value = rest;
  for (;;) {
    const token = tokens[next];
    if (token === undefined) break;
    const touches = value !== undefined && token.range.start === value.range.end;
    // In `url:https://site.example/?a=b`, the operator is part of the value.
    const belongs = touches && value?.kind === 'bare' && (token.kind === 'operator' || token.kind === 'bare');
    if (!belongs && (!isValue(tokens, next) || (value !== undefined && shapeAt(tokens, next) !== undefined))) break;
    value = value === undefined ? token : joined(value, token, touches);
    next++;
  }
  return value === undefined ? undefined : { value, next };
}

function joined(value: Token, token: Token, touches: boolean): Token {
  const range = { start: value.range.start, end: token.range.end };
  return { ...value, text: `${value.text}${touches ? '' : ' '}${token.text}`, range };
}

interface Meaning {
  readonly message: string;
  readonly terms: readonly string[];
  readonly operator: TermOperator;
  /** The value in this language. */
  readonly plain: string;
}

function meaning(field: Token, written: string, value: Token): Meaning {
  const isNegated = written.startsWith('not ');
  const word = wordSigns[isNegated ? written.slice(4) : written];
  const sign = isNegated ? '!=' : (word?.sign ?? oneSign[written] ?? written);
  const name = field.kind === 'quoted' ? asValue(field.text) : field.text;
  const given = value.text.replace(/[\r\n]+/g, ' ');
  const plain = word?.written?.(given) ?? given;
  const term = (operator: TermOperator, text = plain): string => `${name}${operator}${asValue(text)}`;
  if (sign === '<>' || sign === '!=')
    return { message: t('Use “!=” for “is not”.'), terms: [term('!=')], operator: '!=', plain };
  const isLess = sign.startsWith('<');
  if (!isLess && !sign.startsWith('>'))
    return { message: t('Use “=” between a field and its value.'), terms: [term('=')], operator: '=', plain };

  const kind = exploreField(field.text.replace(/^!/, ''))?.kind;
  if (kind === 'date') {
    const message = strings.dateOperator(written);
    const isDay = /^\d{4}(?:-|$)/.test(plain);
    const operators: readonly TermOperator[] = isLess ? (isDay ? ['!=', '='] : ['=', '!=']) : ['='];
    return { message, terms: operators.map((each) => term(each)), operator: operators[0] ?? '=', plain };
  }
  const levels = kind === 'risk' ? levelsInRange(plain, sign) : [];
  const all = levels.map((level) => term('=', level)).join(' or ');
  return {
    message:
      kind === 'risk' ? t("“{0}” isn't supported. List each risk level.", written) : strings.otherOperator(written),
    terms: [...(levels.length > 1 ? [`(${all})`] : levels.length === 1 ? [all] : []), term('=')].filter(
      (each, index, terms) => terms.indexOf(each) === index,
    ),
    operator: '=',
    plain,
  };
}

/** The risk levels above or below one, most severe first. */
function levelsInRange(value: string, sign: string): readonly string[] {
  const level = parseRisk(value);
  if (level === 'unknown') return [];
  const at = riskLevels.indexOf(level);
  return riskLevels
    .filter((_, index) => {
      if (index === at) return sign.endsWith('=');
      return sign.startsWith('>') ? index > at : index < at && index > 0;
    })
    .toReversed();
}
