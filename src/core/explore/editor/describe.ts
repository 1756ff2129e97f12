import { formatAlternatives, formatList } from '../../../l10n';
import type { QueryNode, TermNode } from '../syntax/ast';
import { readDate } from '../syntax/dates';
import type { ResultType } from '../syntax/directives';
import { descriptionStrings as strings } from '../strings/description';

/** Values or parts that are listed; the rest is counted. */
const maxParts = 6;
const maxValueLength = 60;

/**
 * What a query finds, as one sentence without a period: “All domains with high or critical risk, seen in the last 7 days”.
 * `now` in milliseconds since 1970.
 */
export function describeQuery(node: QueryNode, now: number, type: ResultType = 'indicators'): string {
  const parts = node.kind === 'and' ? node.operands : [node];
  const subject =
    type === 'threats' ? undefined : parts.find((part) => isField(part, 'type') && valuesOf(part) !== undefined);
  const rest = parts.filter((part) => part !== subject);
  const things =
    subject !== undefined ? anyOf(typesOf(subject)) : type === 'threats' ? strings.threats() : strings.indicators();
  const conditions = shortened(mergeExcludedRisks(rest), (part) => phraseOf(part, now), strings.moreConditions);
  return conditions.length === 0 ? strings.all(things) : strings.allWith(things, conditions.join(', '));
}

/** A part of a query as a phrase that follows a noun: “of high risk”, “linked to the threat “Example Kit””. */
function phraseOf(node: QueryNode, now: number): string {
  const values = valuesOf(node);
  const [first] = termsIn(node);
  if (values !== undefined && first !== undefined) return fieldPhrase(first.field, values, false, now);
  switch (node.kind) {
    case 'term':
      return fieldPhrase(node.field, [node.value], true, now);
    case 'not':
      return negated(node.operand, now);
    case 'and':
      return formatList(
        shortened(mergeExcludedRisks(node.operands), (each) => nested(each, now), strings.moreConditions),
      );
    case 'or':
      return formatAlternatives(
        shortened(grouped(node.operands), (each) => nested(each, now), strings.moreAlternatives),
      );
  }
}

/** Parts with all excluded risks as one part, since they read as one. */
function mergeExcludedRisks(parts: readonly QueryNode[]): readonly QueryNode[] {
  const excluding = parts.filter((part) => excludedTerms(part).length > 0);
  const [first] = excluding;
  if (first === undefined || excluding.length < 2) return parts;
  const { range } = first;
  const merged: QueryNode = {
    kind: 'not',
    range,
    operand: { kind: 'or', operands: excluding.flatMap(excludedTerms), range },
  };
  const others = new Set(excluding.slice(1));
  return parts.filter((part) => !others.has(part)).map((part) => (part === first ? merged : part));
}

/** The risks of `risk!=a`, `not risk=a`, `not (risk=a or risk=b)` as terms; empty for everything else. */
function excludedTerms(node: QueryNode): readonly TermNode[] {
  if (node.kind === 'term') return isField(node, 'risk') && node.operator === '!=' ? [{ ...node, operator: '=' }] : [];
  const isRisk = node.kind === 'not' && isField(node.operand, 'risk') && valuesOf(node.operand) !== undefined;
  return isRisk ? termsIn(node.operand) : [];
}

function negated(node: QueryNode, now: number): string {
  const values = valuesOf(node);
  const [first] = termsIn(node);
  if (values !== undefined && first !== undefined) return fieldPhrase(first.field, values, true, now);
  if (node.kind === 'not') return phraseOf(node.operand, now);
  return node.kind === 'term' ? fieldPhrase(node.field, [node.value], false, now) : strings.not(phraseOf(node, now));
}

function nested(node: QueryNode, now: number): string {
  const phrase = phraseOf(node, now);
  return node.kind === 'and' || (node.kind === 'or' && valuesOf(node) === undefined) ? `(${phrase})` : phrase;
}

/** Alternatives with those of one field together, since they read as one. */
function grouped(operands: readonly QueryNode[]): readonly QueryNode[] {
  const byField = new Map<string, TermNode[]>();
  const others: QueryNode[] = [];
  for (const operand of operands) {
    if (operand.kind !== 'term' || operand.operator !== '=') others.push(operand);
    else byField.set(operand.field.toLowerCase(), [...(byField.get(operand.field.toLowerCase()) ?? []), operand]);
  }
  const groups = [...byField.values()].map((terms): QueryNode | undefined =>
    terms.length > 1 && terms[0] !== undefined ? { kind: 'or', operands: terms, range: terms[0].range } : terms[0],
  );
  return [...groups.filter((group) => group !== undefined), ...others];
}

/** The values where a node is `field=a`, or `field=a or field=b …` over one field. */
function valuesOf(node: QueryNode): readonly string[] | undefined {
  const terms = termsIn(node);
  const field = terms[0]?.field.toLowerCase();
  const isPlain =
    terms.length > 0 && terms.every((term) => term.operator === '=' && term.field.toLowerCase() === field);
  return isPlain ? terms.map(({ value }) => value) : undefined;
}

/** The terms of a term, or of an `or` of terms; empty for everything else. */
function termsIn(node: QueryNode): readonly TermNode[] {
  if (node.kind === 'term') return [node];
  if (node.kind !== 'or') return [];
  const terms = node.operands.filter((operand) => operand.kind === 'term');
  return terms.length === node.operands.length ? terms : [];
}

function isField(node: QueryNode, name: string): boolean {
  return termsIn(node)[0]?.field.toLowerCase() === name;
}

function typeLabel(value: string): string | undefined {
  switch (value.toLowerCase()) {
    case 'domain':
      return strings.domains();
    case 'ip':
      return strings.ipAddresses();
    case 'url':
      return strings.urls();
    default:
      return undefined;
  }
}

function typesOf(node: QueryNode): readonly string[] {
  return (valuesOf(node) ?? []).map((value) => typeLabel(value) ?? strings.otherType(short(value)));
}

function fieldPhrase(field: string, values: readonly string[], isNot: boolean, now: number): string {
  const names = anyOf(values.map(quoted));
  switch (field.toLowerCase()) {
    case 'ioc':
      return comparison(values, isNot);
    case 'type': {
      const types = anyOf(values.map((value) => typeLabel(value) ?? quoted(value)));
      return isNot ? strings.isNot(types) : strings.is(types);
    }
    case 'risk':
      return riskPhrase(values, isNot);
    case 'threat':
      return isNot ? strings.notThreat(names) : strings.threat(names);
    case 'feed':
      return isNot ? strings.notFeed(names) : strings.feed(names);
    case 'seen':
    case 'added':
    case 'updated':
      return datePhrase(strings[field.toLowerCase() as 'seen' | 'added' | 'updated'], values, isNot, now);
    case 'retired':
      if (values.length !== 1) return strings.activeOrRetired();
      return isRetired(values[0] ?? '') === isNot ? strings.areActive() : strings.areRetired();
    case 'port':
      return (isNot ? strings.notPort : strings.port)(anyOf(values.map(short)));
    case 'protocol':
      return (isNot ? strings.notProtocol : strings.protocol)(anyOf(values.map(short)));
    case 'technology':
      return (isNot ? strings.notTechnology : strings.technology)(anyOf(values.map(short)));
    default:
      return comparison(values, isNot, short(field));
  }
}

type Comparison = 'is' | 'matches' | 'startsWith' | 'endsWith' | 'contains';

const negations = {
  is: 'isNot',
  matches: 'matchesNot',
  contains: 'containsNot',
  startsWith: 'startsNotWith',
  endsWith: 'endsNotWith',
} as const satisfies Record<Comparison, string>;

/** How an indicator, or a property of one, compares to values. */
function comparison(values: readonly string[], isNot: boolean, property?: string): string {
  const [kind, text] = comparisonOf(values);
  const key = isNot ? negations[kind] : kind;
  return property === undefined ? strings[key](text) : strings.property[key](property, text);
}

/** A single value with a wildcard at either end reads as a verb. */
function comparisonOf(values: readonly string[]): readonly [kind: Comparison, text: string] {
  const [value = ''] = values;
  const [, before = '', core = '', after = ''] = /^(\*?)([^*]+)(\*?)$/s.exec(value) ?? [];
  if (values.length === 1 && core !== '' && before + after !== '')
    return [before === '' ? 'startsWith' : after === '' ? 'endsWith' : 'contains', quoted(core)];
  return [values.some((each) => each.includes('*')) ? 'matches' : 'is', anyOf(values.map(quoted))];
}

function riskPhrase(values: readonly string[], isNot: boolean): string {
  const levels = values.filter((value) => value.toLowerCase() !== 'retired').map((value) => short(value.toLowerCase()));
  const withRetired = levels.length < values.length;
  if (isNot) {
    return formatList([
      ...(levels.length === 0 ? [] : [strings.anyRiskExcept(anyOf(levels))]),
      ...(withRetired ? [strings.notRetired()] : []),
    ]);
  }
  const labels = levels.map((level) => (level === 'none' ? strings.noKnownRisk() : level));
  return formatAlternatives([
    ...(levels.length === 0 ? [] : [strings.risk(anyOf(labels))]),
    ...(withRetired ? [strings.retired()] : []),
  ]);
}

function datePhrase(
  phrase: (typeof strings)['seen' | 'added' | 'updated'],
  values: readonly string[],
  isNot: boolean,
  now: number,
): string {
  const phrases = values.map((value) => {
    const read = readDate(value, now);
    if (read === undefined || read.kind === 'like') {
      const pattern = quoted(read?.pattern ?? value);
      return isNot ? phrase.notMatching(pattern) : phrase.matching(pattern);
    }
    const span = read.relative ? spanText(value) : undefined;
    if (span !== undefined) return isNot ? phrase.notWithin(span) : phrase.within(span);
    const time = read.relative ? dayText(value) : timeText(read.at);
    return isNot ? phrase.before(time) : phrase.since(time);
  });
  return isNot ? formatList(phrases) : anyOf(phrases);
}

const units = {
  h: 'hour',
  d: 'day',
  w: 'week',
  y: 'year',
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
  year: 'year',
} as const satisfies Record<string, keyof typeof strings.span>;

/** `7d` as “7 days”, `week` as “week”; undefined for `today` and `yesterday`. */
function spanText(value: string): string | undefined {
  const [, count = '', unit = ''] = /^(\d*)([a-z]+?)s?$/.exec(value.trim().toLowerCase()) ?? [];
  return Object.hasOwn(units, unit) ? strings.span[units[unit as keyof typeof units]](Number(count || 1)) : undefined;
}

function dayText(value: string): string {
  return value.trim().toLowerCase() === 'today' ? strings.today() : strings.yesterday();
}

/** As it is written in a query, in UTC: “2025-03-01”, “2025-03-01 14:00 UTC”. */
function timeText(at: number): string {
  const iso = new Date(at).toISOString();
  return iso.slice(11, 19) === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

function isRetired(value: string): boolean {
  return ['1', 'true', 'yes'].includes(value.trim().toLowerCase());
}

function quoted(value: string): string {
  return `“${short(value)}”`;
}

function short(value: string): string {
  return value.length > maxValueLength ? `${value.slice(0, maxValueLength - 1)}…` : value;
}

function anyOf(values: readonly string[]): string {
  return formatAlternatives(
    values.length > maxParts ? [...values.slice(0, maxParts - 1), strings.more(values.length - maxParts + 1)] : values,
  );
}

function shortened(
  nodes: readonly QueryNode[],
  describe: (node: QueryNode) => string,
  more: (count: number) => string,
): readonly string[] {
  if (nodes.length <= maxParts) return nodes.map(describe);
  return [...nodes.slice(0, maxParts - 1).map(describe), more(nodes.length - maxParts + 1)];
}
