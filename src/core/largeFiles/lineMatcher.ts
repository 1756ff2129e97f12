import { domainToUnicode } from 'node:url';
import { findIndicators, getHost, lookupKey, parseIndicator, refang } from '../indicators';
import type { FindOptions, Indicator } from '../indicators';
import { getSyntax } from '../indicators/detect/syntax/language';

/** Which lines are found: those that match any of the values. */
export interface LineQuery {
  /** Indicators, defanged or not, other texts, or regular expressions. */
  readonly values: readonly string[];
  readonly isRegex?: boolean | undefined;
  /** Whether values that are indicators are searched as they are written, like other texts. */
  readonly isText?: boolean | undefined;
  /** Indicators have no case. */
  readonly matchCase?: boolean | undefined;
  /** Whether a domain also matches its subdomains; one that is entered as `*.a.example` always does. */
  readonly subdomains?: boolean | undefined;
  /** Whether an indicator matches only where a triage counts it, and not, for example, in the query of another URL. */
  readonly asCounted?: boolean | undefined;
}

/** Offsets of a text. */
export type Range = readonly [start: number, end: number];

/** A line, or a record of a document of records, with what matches in it. */
export interface MatchedUnit {
  readonly start: number;
  /** Its end, without a line end. */
  readonly end: number;
  /** The start of the next unit. */
  readonly next: number;
  /** Ascending offsets of the text; at least one. */
  readonly ranges: readonly Range[];
  /** Occurrences of the query's indicators. */
  readonly occurrences: readonly WantedOccurrence[];
}

/** An occurrence of indicators of a query, such as of a URL and its host, by their lookup keys. */
export interface WantedOccurrence {
  readonly range: Range;
  readonly keys: readonly string[];
}

/** A line that matches; of a document of records, such as CloudTrail's, a record. */
export interface FoundLine {
  /** The position of the first match, from 1; the column in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** Seconds since 1970; 0 if it isn't known. */
  readonly time: number;
  /** Who it is about; empty if that isn't known. */
  readonly client: string;
  /** The text around the first match. */
  readonly text: string;
  /** The matches in the text. */
  readonly marks: readonly Range[];
}

/** With more values, indicators are found everywhere, instead of only in lines that may contain them. */
const maxTokens = 2_000;

/** Letters that are encoded, of full width or another form, or invisible: what is around them may be a name that isn't written as such. */
const encodedLetter = String.raw`(?:%|\\x|\\u00|&#x?0{0,4})[4-7][0-9a-f]|&#0{0,4}(?:[89]|1[012])\d|[\uff10-\uff5a\uff0e\uff61\u3002\u00ad\u200b-\u200d\u2060\ufeff\u2100-\u214f\u2460-\u24ff\ud835]|=\r?\n`;
/** A dot between labels, in any spelling or encoding. */
const anyDot = '[^]{1,16}?';
/** Before a host that isn't the end of another one: `%2F` ends with a letter, but isn't a part of a name. */
const beforeHost = String.raw`(?:(?<![\w.)\]}-])|(?<=%(?!2e|4|5|6|7)[0-9a-f]{2}))`;
const beforeSubdomain = String.raw`(?:(?<![\w-])|(?<=%[0-9a-f]{2}))`;
const afterDomain = String.raw`(?![\w-]|\.[\w-]|[[({]\.)`;
const afterAddress = String.raw`(?![\w:]|\.\d)`;
const afterUrl = String.raw`(?![\w/?=%~-]|\.\w)`;

/** The form of a text, which decides how its indicators are found: as in a triage. */
export interface LineForm extends Pick<FindOptions, 'languageId' | 'mail'> {
  /** How events start that aren't lines. */
  readonly eventStart?: string | undefined;
}

/** Whether the indicators of a line depend on the lines above: in a mail, and in code. */
export function isReadWhole({ mail, languageId }: LineForm): boolean {
  return mail === true || getSyntax(languageId) !== undefined;
}

/** Finds the lines of texts that match a query. Throws a SyntaxError if a regular expression is invalid. */
export class LineMatcher {
  /** One of these is in each line that matches; undefined if they would be too many. */
  private readonly candidates: RegExp | undefined;
  private readonly expressions: readonly RegExp[];
  /** The indicators by key, and the domains that stand for their subdomains. */
  private readonly keys: ReadonlySet<string>;
  private readonly parents: ReadonlySet<string>;

  constructor(
    query: LineQuery,
    private readonly form: LineForm = {},
  ) {
    const { indicators, texts } = read(query);
    this.keys = new Set(indicators.map(({ indicator }) => lookupKey(indicator)));
    this.parents = new Set(
      indicators.flatMap(({ indicator, hasSubdomains }) => (hasSubdomains ? [lookupKey(indicator)] : [])),
    );
    const flags = query.matchCase === true ? 'g' : 'gi';
    const isRegex = query.isRegex === true;
    // Each alone first, so that a message is about what was entered.
    if (isRegex) for (const text of texts) expressionOf(text, flags);
    const patterns = texts.map((text) => (isRegex ? `(?:${text})` : escaped(text)));
    const literals = query.asCounted === true ? [] : indicators.map(literalPattern);
    this.expressions = [...anyOf(patterns, flags), ...anyOf(literals, 'gi')];
    this.candidates = isRegex ? undefined : candidatesOf(indicators, patterns, flags);
  }

  /**
   * The lines, or records, of a text that match, in their order. The text contains whole ones. `state`: where a mail continues,
   * see `mailState`.
   */
  *matched(text: string, state = ''): Generator<MatchedUnit, undefined> {
    const { candidates, form } = this;
    if (candidates === undefined || isReadWhole(form)) {
      yield* this.matchedByOccurrence(text, state);
      return undefined;
    }
    candidates.lastIndex = 0;
    for (let found = candidates.exec(text); found !== null; found = candidates.exec(text)) {
      const [start, next] = this.unitAround(text, found.index);
      const unit = this.matchedUnit(text, start, next);
      if (unit !== undefined) yield unit;
      candidates.lastIndex = next;
      if (next >= text.length) return undefined;
    }
    return undefined;
  }

  /** The start of the line or record at an offset, and of the next one. */
  unitAround(text: string, at: number): Range {
    const { eventStart } = this.form;
    const mark = eventStart ?? '\n';
    if (eventStart === undefined) {
      const end = text.indexOf(mark, at);
      return [at === 0 ? 0 : text.lastIndexOf(mark, at - 1) + 1, end === -1 ? text.length : end + 1];
    }
    const end = text.indexOf(mark, at + 1);
    return [Math.max(0, text.lastIndexOf(mark, at)), end === -1 ? text.length : end];
  }

  private *matchedByOccurrence(text: string, state: string): Generator<MatchedUnit, undefined> {
    const occurrences = this.keys.size === 0 ? [] : this.occurrencesIn(text, state);
    let at = 0;
    for (let start = 0; start < text.length;) {
      const [, next] = this.unitAround(text, start);
      const end = lineEnd(text, start, next);
      const from = at;
      while ((occurrences[at]?.range[0] ?? Infinity) < next) at++;
      const unit = this.unitOf(text, [start, end, next], occurrences.slice(from, at));
      if (unit !== undefined) yield unit;
      start = next;
    }
    return undefined;
  }

  private matchedUnit(text: string, start: number, next: number): MatchedUnit | undefined {
    const end = lineEnd(text, start, next);
    const occurrences: WantedOccurrence[] = [];
    if (this.keys.size > 0)
      for (const { range, keys } of this.occurrencesIn(unwrapped(text, start, end)))
        if (range[0] < end - start) occurrences.push({ range: [start + range[0], start + range[1]], keys });
    return this.unitOf(text, [start, end, next], occurrences);
  }

  /** A line or record, if anything in it matches. */
  private unitOf(
    text: string,
    [start, end, next]: readonly [start: number, end: number, next: number],
    occurrences: readonly WantedOccurrence[],
  ): MatchedUnit | undefined {
    const ranges = occurrences.map(({ range }) => range);
    this.addExpressions(text.slice(start, end), start, ranges);
    return ranges.length === 0 ? undefined : { start, end, next, ranges: merged(ranges), occurrences };
  }

  /** Returns the occurrences of the query's indicators in a text. */
  private occurrencesIn(text: string, state = ''): WantedOccurrence[] {
    const { languageId, mail } = this.form;
    const occurrences: WantedOccurrence[] = [];
    for (const found of findIndicators(`${state}${text}`, { languageId, mail, encoded: true })) {
      if (found.start < state.length) continue;
      const keys = this.wantedKeys(found);
      if (keys.length > 0) occurrences.push({ range: [found.start - state.length, found.end - state.length], keys });
    }
    return occurrences.sort((a, b) => a.range[0] - b.range[0]);
  }

  /** The keys of the query's indicators that something found is an occurrence of. */
  private wantedKeys(found: Indicator): readonly string[] {
    const host = getHost(found);
    const own = new Set([lookupKey(found), ...(host === undefined ? [] : [lookupKey(host)])]);
    const wanted = [...own].filter((key) => this.keys.has(key));
    if (wanted.length > 0 || host?.type !== 'domain' || this.parents.size === 0) return wanted;
    const key = lookupKey(host);
    for (let dot = key.indexOf('.'); dot !== -1; dot = key.indexOf('.', dot + 1))
      if (this.parents.has(key.slice(dot + 1))) return [key.slice(dot + 1)];
    return [];
  }

  private addExpressions(unit: string, start: number, ranges: Range[]): void {
    for (const expression of this.expressions) {
      expression.lastIndex = 0;
      for (let found = expression.exec(unit); found !== null; found = expression.exec(unit)) {
        ranges.push([start + found.index, start + found.index + found[0].length]);
        if (found[0] === '') expression.lastIndex++;
      }
    }
  }
}

/** An indicator to find. */
interface WantedIndicator {
  readonly indicator: Indicator;
  /** As it was entered. */
  readonly value: string;
  /** Whether it is a domain that includes its subdomains. */
  readonly hasSubdomains: boolean;
}

/** Which values are indicators, and which are other texts. */
function read({ values, isRegex, isText, subdomains }: LineQuery): {
  readonly indicators: readonly WantedIndicator[];
  readonly texts: readonly string[];
} {
  if (isRegex === true || isText === true) return { indicators: [], texts: values };
  const indicators: WantedIndicator[] = [];
  const texts: string[] = [];
  for (const value of values) {
    const indicator = parseIndicator(value);
    const hasSubdomains = indicator?.type === 'domain' && (subdomains === true || /^\s*\*?\./.test(value));
    if (indicator === undefined) texts.push(value);
    else indicators.push({ indicator, value, hasSubdomains });
  }
  return { indicators, texts };
}

/** An expression that finds what is in each line that matches; undefined if it would be too long. */
function candidatesOf(
  indicators: readonly WantedIndicator[],
  patterns: readonly string[],
  flags: 'g' | 'gi',
): RegExp | undefined {
  const hosts = indicators.map(({ indicator }) => getHost(indicator) ?? indicator);
  const names = hosts.flatMap(({ type, value }) => (type === 'domain' ? [value, unicodeOf(value)] : []));
  const tokens = [...new Set([...hosts.flatMap(tokensOf), ...nameTokens(new Set(names))])];
  if (tokens.length + patterns.length > maxTokens) return undefined;
  const encoded = tokens.length === 0 ? [] : [encodedLetter];
  return expressionOf([...tokens, ...patterns, ...encoded].join('|') || '(?!)', tokens.length === 0 ? flags : 'gi');
}

function anyOf(patterns: readonly string[], flags: 'g' | 'gi'): readonly RegExp[] {
  return patterns.length === 0 ? [] : [expressionOf(patterns.join('|'), flags)];
}

/** A global expression. Throws a SyntaxError if it is invalid. */
function expressionOf(pattern: string, flags: 'g' | 'gi'): RegExp {
  return new RegExp(pattern, flags);
}

/** The end of a line without its line end. */
export function lineEnd(text: string, start: number, next: number): number {
  if (next <= start || text[next - 1] !== '\n') return next;
  return next - 1 > start && text[next - 2] === '\r' ? next - 2 : next - 1;
}

/** A line with those into which mail wrapped it, whose wrapping is a part of the text. */
function unwrapped(text: string, start: number, end: number): string {
  let last = end;
  while (text[last - 1] === '=' && last < text.length) {
    const feed = text.indexOf('\n', last);
    const next = feed === -1 ? -1 : text.indexOf('\n', feed + 1);
    const stop = next === -1 ? text.length : next;
    last = text[stop - 1] === '\r' ? stop - 1 : stop;
    if (feed === -1) break;
  }
  return text.slice(start, last);
}

/** Ranges in their order, those that overlap as one. */
function merged(ranges: Range[]): readonly Range[] {
  if (ranges.length < 2) return ranges;
  const all: [number, number][] = [];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Finds an indicator as it was entered, also where it is only a part of another one, such as of a URL's query. */
function literalPattern({ value, indicator, hasSubdomains }: WantedIndicator): string {
  if (indicator.type === 'url')
    return beforeHost + escaped(refang(value.trim()).replace(/\/$/, '')) + String.raw`\/?` + afterUrl;
  if (indicator.type === 'ip') return beforeHost + escaped(indicator.value) + afterAddress;
  const names = [...new Set([indicator.value, unicodeOf(indicator.value)])].map(escaped).join('|');
  return `${hasSubdomains ? beforeSubdomain : beforeHost}(?:${names})${afterDomain}`;
}

function unicodeOf(domain: string): string {
  return domainToUnicode(domain) || domain;
}

/** Patterns of which one is in every line with an address, in whatever form; or with a URL without a host. */
function tokensOf({ type, value }: Indicator): readonly string[] {
  if (type === 'domain') return [];
  if (type === 'url') return [escaped(value)];
  if (value.includes(':')) return [longest(value.split(/[:.]/).map((group) => group.replace(/^0+/, '')))];
  const octets = value.split('.').map(Number);
  const number = octets.reduce((all, octet) => all * 256 + octet, 0);
  return [octets.join(String.raw`[^0-9a-z]{1,5}`), String(number), number.toString(16)];
}

/** Names with the same longest label of which each is looked for separately; others would be compared one by one. */
const maxAlike = 8;

/** Patterns of which one is in every line with one of the names, in whatever form. */
function nameTokens(names: ReadonlySet<string>): readonly string[] {
  const alike = Map.groupBy(names, (name) => longest(name.split('.')));
  return Array.from(alike, ([label, all]) => (all.length > maxAlike ? [labelToken(label)] : all.map(nameToken))).flat();
}

/** Finds the longest label of a name between the others: a label alone, such as that of a cloud, can be in all lines of a log. */
function nameToken(name: string): string {
  const labels = name.split('.');
  const at = labels.indexOf(longest(labels));
  const before = labels.slice(0, at).map((label) => labelToken(label) + anyDot);
  const after = labels.slice(at + 1).map((label) => anyDot + labelToken(label));
  return `(?<=${before.join('')})${labelToken(labels[at] ?? '')}(?=${after.join('')})`;
}

/** A label, whose hyphens links that check others write as `-2D`. */
function labelToken(label: string): string {
  return escaped(label).replaceAll('-', '-(?:2d)?');
}

function longest(parts: readonly string[]): string {
  return parts.reduce((best, part) => (part.length > best.length ? part : best), '');
}
