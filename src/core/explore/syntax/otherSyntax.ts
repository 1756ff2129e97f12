import { t } from '../../../l10n';
import { parseRisk, riskLevels } from '../../records/risk';
import type { Replacement, TermNode, TermOperator, TextRange } from './ast';
import { exploreField, type FieldKind, isField } from './fields';
import { asValue } from './quote';
import { getKeyword, type Token } from './scanner';

/**
 * The syntax of other tools: `risk:high && seen >= 7d`, `type in (ip, url)`, `ioc like login%`, `risk='high'`. Explore has
 * none of it. All that is read here becomes an error or a diagnostic with the text that means the same in Explore.
 */
interface OtherSyntax {
  readonly range: TextRange;
  readonly message: string;
  /** Possible corrections, most likely first. */
  readonly replacements: readonly (readonly Replacement[])[];
}

/** The meaning of another tool's operator, and its value as Explore writes it. */
interface OtherOperator {
  readonly means: TermOperator | '<' | '<=' | '>' | '>=';
  readonly written?: (value: string) => string;
}

const withStars = (value: string): string => value.replaceAll('%', '*');

/** Operators of other tools that aren't words; any other one means “!=” if it contains “!”, and “=” otherwise. */
const otherSymbols: Readonly<Record<string, OtherOperator>> = {
  '<>': { means: '!=' },
  '≠': { means: '!=' },
  '<': { means: '<' },
  '=<': { means: '<' },
  '<=': { means: '<=' },
  '≤': { means: '<=' },
  '>': { means: '>' },
  '=>': { means: '>' },
  '>=': { means: '>=' },
  '≥': { means: '>=' },
};

const otherWords: Readonly<Record<string, OtherOperator>> = {
  is: { means: '=' },
  in: { means: '=' },
  equals: { means: '=' },
  eq: { means: '=' },
  ne: { means: '!=' },
  neq: { means: '!=' },
  lt: { means: '<' },
  le: { means: '<=' },
  lte: { means: '<=' },
  gt: { means: '>' },
  ge: { means: '>=' },
  gte: { means: '>=' },
  like: { means: '=', written: withStars },
  ilike: { means: '=', written: withStars },
  contains: { means: '=', written: (value) => `*${value}*` },
  startswith: { means: '=', written: (value) => `${value}*` },
  endswith: { means: '=', written: (value) => `*${value}` },
};

/** A colon is an operator only after a field, since addresses contain colons as well. */
const otherOperatorPattern = '<>|!~|[<>~≠≤≥]|:(?!\\/\\/|:)';
const startsWithOperator = new RegExp(`^(${otherOperatorPattern})(.*)$`, 'su');
const containsOperator = new RegExp(
  `^(?!${otherOperatorPattern})([^\\s:<>~≠≤≥.]{1,40}?)(?:${otherOperatorPattern})`,
  'u',
);

/**
 * Tokens in which other tools' operators are `operator` tokens and their `&&`, `||`, and `!` are keyword tokens,
 * recognizable by their text. Valid Explore syntax is unchanged. Never throws.
 */
export function withOtherSyntax(given: readonly Token[]): readonly Token[] {
  const hasSymbols = given.some(({ text }) => /^(?:&&|\|\||!$)/.test(text));
  const tokens = !hasSymbols
    ? given
    : given.flatMap((token, index) =>
        token.kind === 'bare' && given[index - 1]?.kind !== 'operator' ? withKeyword(token, given[index + 1]) : token,
      );
  const read: Token[] = [];
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at];
    const mayBeOther = token?.kind === 'bare' || token?.kind === 'not';
    const next = mayBeOther ? (takeWord(tokens, at, read) ?? takeOperator(tokens, at, read)) : undefined;
    if (next === undefined && token !== undefined) read.push(token);
    at = next ?? at + 1;
  }
  return read;
}

/** `&&` and `||` as keywords, also directly before other text, and `!` before other tokens. */
function withKeyword(token: Token, next: Token | undefined): readonly Token[] {
  const { text } = token;
  if (text === '!') return [withNot(token, next)];
  if (!/^(?:&&|\|\|)/.test(text) || (text.length === 2 && next?.kind === 'operator')) return [token];
  const [symbol, rest] = split(token, 2);
  const keyword: Token = { ...symbol, kind: text.startsWith('&') ? 'and' : 'or' };
  if (rest.text === '') return [keyword];
  return [keyword, rest.text === '!' ? withNot(rest, next) : { ...rest, kind: getKeyword(rest.text) ?? 'bare' }];
}

function withNot(token: Token, next: Token | undefined): Token {
  const isKeyword = next?.kind === 'open' || next?.kind === 'bare' || next?.kind === 'quoted';
  return isKeyword ? { ...token, kind: 'not' } : token;
}

/** `is`, `like`, `in`, with `not` before or after it. */
function takeWord(tokens: readonly Token[], at: number, read: Token[]): number | undefined {
  const words: Token[] = [];
  let next = at;
  const takeNot = (): void => {
    const token = tokens[next];
    if (token?.kind !== 'not' || words.some(({ kind }) => kind === 'not')) return;
    words.push(token);
    next++;
  };
  takeNot();
  const word = tokens[next];
  if (word?.kind !== 'bare' || !Object.hasOwn(otherWords, word.text.toLowerCase())) return undefined;
  const field = fieldBefore(read);
  if (field === undefined || !isField(field.text)) return undefined;
  words.push(word);
  next++;
  takeNot();
  const [first, second] = words;
  if (first === undefined || !hasValue(tokens, next, word.text.toLowerCase())) return undefined;
  read.push({ ...(second === undefined ? first : join(first, second, ' ')), kind: 'operator' });
  return next;
}

/** `:`, `>=`, `<>`, within a word or behind it, and `==` and `===` if a space follows. */
function takeOperator(tokens: readonly Token[], at: number, read: Token[]): number | undefined {
  const token = tokens[at];
  if (token?.kind !== 'bare') return undefined;
  const before = read.at(-1);
  if (before?.kind === 'operator') {
    const isRest = /^(?:==?|[<>]=?|~)$/.test(token.text) && before.range.end === token.range.start;
    if (!isRest || !isOperand(tokens, at + 1)) return undefined;
    read.splice(-1, 1, join(before, token, ''));
    return at + 1;
  }
  const parts = splitAtOperator(token, read);
  if (parts === undefined) return undefined;
  return parts.value.text === '' ? takeWithoutValue(tokens, at, read, parts) : takeWithValue(tokens, at, read, parts);
}

/** A token with an operator, split. */
interface TermParts {
  /** Undefined if the field is the token before. */
  readonly name: Token | undefined;
  readonly operator: Token;
  /** May be empty. */
  readonly value: Token;
}

function splitAtOperator(token: Token, read: readonly Token[]): TermParts | undefined {
  const nameLength = containsOperator.exec(token.text)?.[1]?.length ?? 0;
  const [first, rest] = split(token, nameLength);
  const name = nameLength === 0 ? undefined : first;
  const operatorText = startsWithOperator.exec(rest.text)?.[1];
  const field = name ?? fieldBefore(read);
  if (operatorText === undefined || field === undefined) return undefined;
  if (operatorText === ':' && !isField(field.text.replace(/^!/, ''))) return undefined;
  const [operator, value] = split(rest, operatorText.length);
  return { name, operator: { ...operator, kind: 'operator' }, value };
}

/** An operator at the end of its token, with a “=” that follows. */
function takeWithoutValue(tokens: readonly Token[], at: number, read: Token[], parts: TermParts): number | undefined {
  const equals = tokens[at + 1];
  const isJoined = equals?.kind === 'operator';
  const operator = isJoined ? join(parts.operator, equals, '') : parts.operator;
  const next = isJoined ? at + 2 : at + 1;
  if (!hasValue(tokens, next, operator.text)) return undefined;
  if (parts.name !== undefined) read.push(parts.name);
  read.push(operator);
  return next;
}

/** An operator directly before its value. */
function takeWithValue(tokens: readonly Token[], at: number, read: Token[], parts: TermParts): number | undefined {
  const { name, operator } = parts;
  let next = at + 1;
  // Before an operator, it may be the key of a property.
  const mayBeKey = name !== undefined && tokens[next]?.kind === 'operator';
  if (mayBeKey && (name.text.length < 3 || !isField(name.text))) return undefined;
  let value = parts.value;
  // In `url:https://site.example/?a=b`, the operator is part of the value.
  for (let more = tokens[next]; more?.range.start === value.range.end; more = tokens[next]) {
    if (more.kind !== 'operator' && more.kind !== 'bare') break;
    value = join(value, more, '');
    next++;
  }
  if (name !== undefined) read.push(name);
  read.push(operator, value);
  return next;
}

/** The field that the last token may be; undefined after a value, for example. */
function fieldBefore(read: readonly Token[]): Token | undefined {
  const last = read.at(-1);
  const isWord = last?.closed === true && (last.kind === 'bare' || last.kind === 'quoted');
  return isWord && read.at(-2)?.kind !== 'operator' ? last : undefined;
}

/** True if a value, or values in parentheses, may follow this operator. */
function hasValue(tokens: readonly Token[], at: number, operator: string): boolean {
  const { means } = meaningOf(operator);
  return isOperand(tokens, at) || (tokens[at]?.kind === 'open' && (means === '=' || means === '!='));
}

function isOperand(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'bare' && token?.kind !== 'quoted') return false;
  return tokens[at + 1]?.kind !== 'operator';
}

function split(token: Token, length: number): [Token, Token] {
  const { text, range } = token;
  const middle = range.start + length;
  return [
    { ...token, text: text.slice(0, length), range: { start: range.start, end: middle } },
    { ...token, text: text.slice(length), range: { start: middle, end: range.end } },
  ];
}

function join(one: Token, other: Token, between: string): Token {
  return {
    ...one,
    text: `${one.text}${between}${other.text}`,
    range: { start: one.range.start, end: other.range.end },
    closed: one.closed && other.closed,
  };
}

function meaningOf(operator: string): OtherOperator {
  const lower = operator.toLowerCase();
  const word = lower.replace(/^not | not$/, '');
  const found = otherWords[word] ?? otherSymbols[word] ?? { means: word.includes('!') ? '!=' : '=' };
  return word === lower ? found : { ...found, means: '!=' };
}

/** Values that another tool's syntax gives to a field. */
export interface OtherValues extends OtherSyntax {
  readonly operator: TermOperator;
  /** With their text in Explore. */
  readonly values: readonly Token[];
  /** The keyword that joins the values. */
  readonly word: 'and' | 'or';
  /** Index of the token after the values. */
  readonly next: number;
}

/** Reads another tool's syntax after the field before `at`: an operator, or values in parentheses. */
export function otherValuesAt(tokens: readonly Token[], at: number): OtherValues | undefined {
  const [field, operator, opening] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (field === undefined || operator === undefined) return undefined;
  if (opening?.kind === 'open') return isField(field.text) ? groupAt(tokens, at, field, operator) : undefined;
  const isExplore = operator.text === '=' || operator.text === '!=';
  return isExplore ? undefined : comparisonAt(tokens, at, field, operator);
}

/** `seen >= 7d`, `threat: Example Kit`: the value has all words up to the next term or keyword. */
function comparisonAt(tokens: readonly Token[], at: number, field: Token, operator: Token): OtherValues | undefined {
  let value = tokens[at + 1];
  if (value?.kind !== 'bare' && value?.kind !== 'quoted') return undefined;
  let next = at + 2;
  for (let more = tokens[next]; more !== undefined && isOperand(tokens, next); more = tokens[next]) {
    value = join(value, more, more.range.start === value.range.end ? '' : ' ');
    next++;
  }
  const read = comparison(field.text, operator.text, value.text);
  const range = { start: field.range.start, end: value.range.end };
  return {
    range: operator.range,
    message: read.message,
    replacements: read.texts.map((text) => [{ range, text }]),
    operator: read.operator,
    values: [{ ...value, text: read.value }],
    word: 'or',
    next,
  };
}

/** `risk=(high or critical)`, `type not in (ip, url)`. */
function groupAt(tokens: readonly Token[], at: number, field: Token, operator: Token): OtherValues | undefined {
  const group = valuesFrom(tokens, at + 2);
  if (group === undefined) return undefined;
  const { means, written } = meaningOf(operator.text);
  const isNegated = means === '!=';
  // “Not in” excludes each value.
  const word = isNegated ? 'and' : group.word;
  const values = group.values.map((value) => (written === undefined ? value : { ...value, text: written(value.text) }));
  const termOperator: TermOperator = isNegated ? '!=' : '=';
  const text = repeated(
    field.text,
    termOperator,
    values.map((value) => value.text),
    word,
  );
  return {
    range: { start: field.range.end, end: tokens[at + 1]?.range.end ?? operator.range.end },
    message: oneValue(word),
    replacements: [
      [{ range: { start: field.range.start, end: tokens[group.close]?.range.end ?? field.range.end }, text }],
    ],
    operator: termOperator,
    values,
    word,
    next: group.close + 1,
  };
}

const maxValues = 1_000;
/** Maximum length in single quotes, so that an unclosed quote doesn't include the rest of the file. */
const maxValueLength = 1_000;

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
        for (const each of listedIn(continues ? join(last, token, ' ') : token)) values.push(each);
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

/** `high,critical` as two, `|` as none. */
function listedIn(token: Token): readonly Token[] {
  return [...token.text.matchAll(/[^,|]+/g)].map(({ 0: part, index }) => {
    const start = token.range.start + index;
    return { ...token, text: withoutQuotes(part) ?? part, range: { start, end: start + part.length } };
  });
}

/** Text in quotes other than straight double quotes, without them. */
export function withoutQuotes(text: string): string | undefined {
  return /^(?:'([^']+)'|[‘’‚]([^‘’]+)[‘’]|[“”„«]([^“”»]+)[“”»])$/u.exec(text)?.slice(1).find(Boolean);
}

/** `name=a or name=b`, in parentheses if there are several values. */
function repeated(field: string, operator: TermOperator, values: readonly string[], word: 'and' | 'or'): string {
  const all = values.map((value) => `${asValue(field)}${operator}${asValue(value)}`).join(` ${word} `);
  return values.length === 1 ? all : `(${all})`;
}

interface Comparison {
  readonly message: string;
  /** The terms that it may mean, most likely first. */
  readonly texts: readonly string[];
  readonly operator: TermOperator;
  /** As in Explore. */
  readonly value: string;
}

/** Interprets another tool's operator between a field and a value. */
function comparison(field: string, operator: string, given: string): Comparison {
  const { means, written } = meaningOf(operator);
  const text = given.replace(/[\r\n]+/g, ' ');
  const value = written?.(text) ?? text;
  const negation = /^!?/.exec(field)?.[0] ?? '';
  const name = negation === '' ? asValue(field) : `${negation}${field.slice(1)}`;
  const term = (termOperator: TermOperator): string => `${name}${termOperator}${asValue(value)}`;
  if (means === '!=') return { message: t('Use “!=” for “is not”.'), texts: [term('!=')], operator: '!=', value };
  if (means === '=')
    return { message: t('Use “=” between a field and its value.'), texts: [term('=')], operator: '=', value };
  switch (exploreField(field.slice(negation.length))?.kind) {
    case 'date': {
      const [likeliest, ...others] = dateOperators(means, value);
      const message = t(
        "“{0}” isn't supported. A date matches that time and later. Use “!=” for earlier times.",
        operator,
      );
      return { message, texts: [likeliest, ...others].map(term), operator: likeliest, value };
    }
    case 'risk': {
      const levels = levelsInRange(value, means);
      const all = levels.length === 0 ? [] : [repeated(field, '=', levels, 'or')];
      const message = t(
        "“{0}” isn't supported. List each risk level, for example “risk=high or risk=critical”.",
        operator,
      );
      return { message, texts: [...new Set([...all, term('=')])], operator: '=', value };
    }
    default: {
      const message = t("“{0}” isn't supported. Values can only be compared with “=” and “!=”.", operator);
      return { message, texts: [term('=')], operator: '=', value };
    }
  }
}

/** The possible meanings of a comparison of dates, most likely first. */
function dateOperators(means: string, value: string): readonly [TermOperator, ...TermOperator[]] {
  if (means.startsWith('>')) return ['='];
  const isDay = /^\d{4}(?:-|$)/.test(value);
  return isDay ? ['!=', '='] : ['=', '!='];
}

/** The risk levels above or below one, most severe first. */
function levelsInRange(value: string, means: string): readonly string[] {
  const level = parseRisk(value);
  if (level === 'unknown') return [];
  const at = riskLevels.indexOf(level);
  return riskLevels
    .filter((_, index) => {
      if (index === at) return means.endsWith('=');
      return means.startsWith('>') ? index > at : index < at && index > 0;
    })
    .toReversed();
}

const oneValue = (word: 'and' | 'or'): string =>
  t('A field takes a single value. Repeat the field for each value, joined by “{0}”.', word);

/** Syntax of another tool in a value; `isValid` if the value may also be meant as it is. */
interface OtherSyntaxInValue extends OtherSyntax {
  readonly isValid: boolean;
}

/**
 * The syntax of other tools in an unquoted value, which Explore reads as part of the value: attached symbols
 * (`risk=high&&type=ip`), several values, other quotes, comparisons, regular expressions, `%`. Ignores what could be part of
 * an address or of free text.
 */
export function otherSyntaxInValue(term: TermNode): OtherSyntaxInValue | undefined {
  if (term.quoted || !/[&|,;'‘’‚“”„«»!~<>/%]/.test(term.value)) return undefined;
  return symbols(term) ?? list(term) ?? quotes(term) ?? otherOperator(term) ?? pattern(term) ?? percent(term);
}

function wrong(range: TextRange, message: string, ...replacements: readonly Replacement[]): OtherSyntaxInValue {
  return { range, message, replacements: replacements.map((each) => [each]), isValid: false };
}

/** Fields with few values, or values of one form. */
const strictKinds: ReadonlySet<FieldKind> = new Set(['type', 'risk', 'flag', 'port', 'date']);

const kindOf = ({ field }: TermNode): FieldKind => exploreField(field)?.kind ?? 'text';

const maxSymbols = 200;

/** `risk=high&&type=ip`: a symbol followed by another field, or by a parenthesis. */
function symbols(term: TermNode): OtherSyntaxInValue | undefined {
  const { value, valueRange } = term;
  const at = strictKinds.has(kindOf(term)) ? -1 : value.indexOf('?');
  const question = at < 0 ? Infinity : at;
  const edits: Replacement[] = [];
  for (const found of value.matchAll(/(&&|\|\||[&|,;])(?:!?(\+{0,2}[\p{L}_]{1,40})(?=!?=|:(?!\/\/)|[<>])|$)/gu)) {
    const [, symbol = '', name] = found;
    // URLs contain such symbols in their query strings.
    if (found.index > question || edits.length >= maxSymbols) break;
    if (found.index === 0 || (name === undefined ? symbol.length < 2 : !isField(name))) continue;
    const start = valueRange.start + found.index;
    edits.push({ range: { start, end: start + symbol.length }, text: symbol.startsWith('|') ? ' or ' : ' and ' });
  }
  const [first] = edits;
  if (first === undefined) return undefined;
  const symbol = value.slice(first.range.start - valueRange.start, first.range.end - valueRange.start);
  const message = t(
    '“{0}” is read as part of the value. Use “{1}” with a space on each side.',
    symbol,
    first.text.trim(),
  );
  return { range: first.range, message, replacements: [edits], isValid: false };
}

/** `risk=high,critical`, `type=domain|ip`, `ioc=a.example,b.example`. */
function list(term: TermNode): OtherSyntaxInValue | undefined {
  const { value, field, operator, range } = term;
  const kind = kindOf(term);
  const parts = value.split(/[,|;]+/).filter((part) => part !== '');
  const fits =
    (strictKinds.has(kind) && parts.every((part) => /^[\p{L}\p{N}_*-]+$/u.test(part))) ||
    (kind === 'indicator' && parts.every(looksLikeIndicator));
  if (parts.length < 2 || parts.length > maxValues || !fits) return undefined;
  const word = operator === '=' ? 'or' : 'and';
  return wrong(term.valueRange, oneValue(word), { range, text: repeated(field, operator, parts, word) });
}

/** `risk='high'`, `threat=“Kit”`. */
function quotes({ value, valueRange }: TermNode): OtherSyntaxInValue | undefined {
  const inner = withoutQuotes(value);
  if (inner === undefined) return undefined;
  const message = t('Use straight double quotes. These quotes are read as part of the value.');
  return { ...wrong(valueRange, message, { range: valueRange, text: asValue(inner) }), isValid: true };
}

/** `seen=>7d`, `risk=!high`, `ioc=~login`: another operator after “=”. */
function otherOperator(term: TermNode): OtherSyntaxInValue | undefined {
  const { value, field, range, operator, valueRange } = term;
  const [, other = '', rest = ''] = /^(!=?|~|[<>]=?)(.+)$/u.exec(value) ?? [];
  if (other === '' || exploreField(field) === undefined) return undefined;
  const otherRange = { start: valueRange.start, end: valueRange.start + other.length };
  if (other.startsWith('!')) {
    const text = `${field}${operator === '=' ? '!=' : '='}${asValue(rest)}`;
    return wrong(otherRange, t('Use “name!=value” to exclude a value.'), { range, text });
  }
  if (other === '~') {
    const message = t("“~” isn't supported. Use “*” to match any characters.");
    return { ...wrong(otherRange, message, { range: valueRange, text: asValue(rest) }), isValid: true };
  }
  if (!strictKinds.has(kindOf(term))) return undefined;
  const { message, texts } = comparison(field, other, rest);
  const all = operator === '=' ? texts : [`${asValue(field)}!=${asValue(rest)}`];
  return wrong(otherRange, message, ...all.map((text) => ({ range, text })));
}

/** `ioc=/login.*\.example/`: a regular expression. */
function pattern({ value, field, valueRange }: TermNode): OtherSyntaxInValue | undefined {
  const body = /^\/(.{2,})\/i?$/u.exec(value)?.[1];
  if (body === undefined || exploreField(field) === undefined) return undefined;
  const plain = body
    .replace(/^\^|\$$/g, '')
    .replace(/\.[*+]\??/g, '*')
    .replace(/\\([./-])/g, '$1');
  const text = `${body.startsWith('^') ? '' : '*'}${plain}${body.endsWith('$') ? '' : '*'}`.replace(/\*{2,}/g, '*');
  const isExpressible = !/[\\^$+?()[\]{}|]/.test(text);
  const message = t("Regular expressions aren't supported. Use “*” to match any characters.");
  const replacements = isExpressible ? [{ range: valueRange, text: asValue(text) }] : [];
  return { ...wrong(valueRange, message, ...replacements), isValid: true };
}

/** `ioc=login%`: SQL's wildcard, unless it is percent encoding (`%20`). */
function percent(term: TermNode): OtherSyntaxInValue | undefined {
  const { value, valueRange } = term;
  const isWild = /^%(?![\da-f]{2})|%$/iu.test(value) && value.length > 1;
  if (!isWild || strictKinds.has(kindOf(term)) || exploreField(term.field) === undefined) return undefined;
  const text = asValue(value.replace(/^%(?![\da-f]{2})/i, '*').replace(/%$/, '*'));
  return { ...wrong(valueRange, t('The wildcard is “*”, not “%”.'), { range: valueRange, text }), isValid: true };
}

/** True for text with a dot or colon between possible parts of a host name or address. */
export function looksLikeIndicator(text: string): boolean {
  return text.length <= 2048 && /^[^\s"]*[\p{L}\p{N}*]\[?[.:]+\]?\/{0,2}[\p{L}\p{N}][^\s"]*$/u.test(text);
}
