import { type QueryNode, type TermNode } from './ast';
import { readDate } from './dates';
import { type ResultType } from './directives';

/** So many values or parts are spelled out; the rest is counted. */
const maxParts = 6;
const maxValueLength = 60;

/**
 * What a query will find, as one sentence without its full stop: “All domains of high or critical risk, seen in the last
 * 7 days”. `now` in milliseconds since 1970.
 */
export function describeQuery(node: QueryNode, now: number, type: ResultType = 'indicators'): string {
  const parts = node.kind === 'and' ? node.operands : [node];
  const subject =
    type === 'threats' ? undefined : parts.find((part) => isField(part, 'type') && valuesOf(part) !== undefined);
  const rest = parts.filter((part) => part !== subject);
  const noun = subject === undefined ? (type === 'threats' ? 'threats' : 'indicators') : listed(kindsOf(subject), 'or');
  const phrases = shortened(mergeExcludedRisks(rest), (part) => phraseOf(part, now), 'conditions');
  return phrases.length === 0 ? `All ${noun}` : `All ${noun} ${phrases.join(', ')}`;
}

/** A part of a query as words that follow a noun: “of high risk”, “linked to the threat “Example Kit””. */
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
      return shortened(mergeExcludedRisks(node.operands), (each) => nested(each, now), 'conditions').join(' and ');
    case 'or':
      return shortened(grouped(node.operands), (each) => nested(each, now), 'alternatives').join(' or ');
  }
}

/** Parts with the risks that are left out as one part, since they read as one. */
function mergeExcludedRisks(parts: readonly QueryNode[]): readonly QueryNode[] {
  const left = parts.filter((part) => excludedTerms(part).length > 0);
  const [first] = left;
  if (first === undefined || left.length < 2) return parts;
  const { range } = first;
  const one: QueryNode = { kind: 'not', operand: { kind: 'or', operands: left.flatMap(excludedTerms), range }, range };
  const others = new Set(left.slice(1));
  return parts.filter((part) => !others.has(part)).map((part) => (part === first ? one : part));
}

/** The risks of `risk!=a`, `not risk=a`, `not (risk=a or risk=b)` as terms; none for all else. */
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
  return node.kind === 'term' ? fieldPhrase(node.field, [node.value], false, now) : `not (${phraseOf(node, now)})`;
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

/** The terms of a term, or of an `or` over nothing but terms; none for all else. */
function termsIn(node: QueryNode): readonly TermNode[] {
  if (node.kind === 'term') return [node];
  if (node.kind !== 'or') return [];
  const terms = node.operands.filter((operand) => operand.kind === 'term');
  return terms.length === node.operands.length ? terms : [];
}

function isField(node: QueryNode, name: string): boolean {
  return termsIn(node)[0]?.field.toLowerCase() === name;
}

const typeNouns: Readonly<Record<string, string>> = { domain: 'domains', ip: 'IP addresses', url: 'URLs' };

function kindsOf(node: QueryNode): readonly string[] {
  return (valuesOf(node) ?? []).map((value) => typeNouns[value.toLowerCase()] ?? `of type ${short(value)}`);
}

function fieldPhrase(field: string, values: readonly string[], isNot: boolean, now: number): string {
  const not = isNot ? 'not ' : '';
  const names = listed(values.map(quoted), 'or');
  switch (field.toLowerCase()) {
    case 'ioc':
      return valuePhrase(values, isNot);
    case 'type':
      return `that are ${not}${listed(
        values.map((value) => typeNouns[value.toLowerCase()] ?? quoted(value)),
        'or',
      )}`;
    case 'risk':
      return riskPhrase(values, isNot);
    case 'threat':
      return `${not}linked to the threat ${names}`;
    case 'feed':
      return `${not}listed by the feed ${names}`;
    case 'seen':
      return datePhrase('seen', 'last seen', values, isNot, now);
    case 'added':
      return datePhrase('added', 'added', values, isNot, now);
    case 'updated':
      return datePhrase('updated', 'last updated', values, isNot, now);
    case 'retired':
      return values.length === 1
        ? `that are ${isRetired(values[0] ?? '') === isNot ? 'active' : 'retired'}`
        : 'active or retired';
    case 'port':
      return `${isNot ? 'without' : 'with'} port ${listed(values.map(short), 'or')} open`;
    case 'protocol':
      return `that ${isNot ? 'don’t ' : ''}speak ${listed(values.map(short), 'or')}`;
    case 'technology':
      return `that ${isNot ? 'don’t ' : ''}run ${listed(values.map(short), 'or')}`;
    default:
      return `whose ${short(field)} ${propertyPhrase(values, isNot)}`;
  }
}

/** What is said of a property: “begins with …”, “is not …”. */
function propertyPhrase(values: readonly string[], isNot: boolean): string {
  const [value = ''] = values;
  const [, before = '', core = '', after = ''] = /^(\*?)([^*]+)(\*?)$/s.exec(value) ?? [];
  if (values.length > 1 || core === '' || (before === '' && after === ''))
    return `is ${isNot ? 'not ' : ''}${listed(values.map(likeness), 'or')}`;
  const [does, verb] =
    before === ''
      ? (['begins with', 'begin with'] as const)
      : after === ''
        ? (['ends in', 'end in'] as const)
        : (['contains', 'contain'] as const);
  return `${isNot ? `doesn’t ${verb}` : does} ${quoted(core)}`;
}

/** One value with a wildcard at an end reads as a verb. */
function valuePhrase(values: readonly string[], isNot: boolean): string {
  const [value = ''] = values;
  const verb = isNot ? 'don’t ' : '';
  const core = value.replaceAll('*', '');
  if (values.length === 1 && core !== '' && value === `*${core}`) return `that ${verb}end in ${quoted(core)}`;
  if (values.length === 1 && core !== '' && value === `${core}*`) return `that ${verb}begin with ${quoted(core)}`;
  return `that are ${isNot ? 'not ' : ''}${listed(values.map(likeness), 'or')}`;
}

function riskPhrase(values: readonly string[], isNot: boolean): string {
  const levels = values.filter((value) => value.toLowerCase() !== 'retired').map((value) => short(value.toLowerCase()));
  if (isNot) {
    const risk = levels.length === 0 ? [] : [`of any risk but ${listed(levels, 'or')}`];
    return [...risk, ...(levels.length < values.length ? ['not retired'] : [])].join(' and ');
  }
  const phrases = [
    ...(levels.length === 0
      ? []
      : [
          `of ${listed(
            levels.map((level) => (level === 'none' ? 'no known' : level)),
            'or',
          )} risk`,
        ]),
    ...(levels.length < values.length ? ['retired'] : []),
  ];
  return phrases.join(' or ');
}

function datePhrase(verb: string, past: string, values: readonly string[], isNot: boolean, now: number): string {
  const phrases = values.map((value) => {
    const read = readDate(value, now);
    if (read === undefined) return `${isNot ? 'not ' : ''}${verb} ${quoted(value)}`;
    if (read.kind === 'like') return `${isNot ? 'not ' : ''}${verb} at a time like ${quoted(read.pattern)}`;
    if (!read.relative) return isNot ? `${past} before ${dateText(read.at)}` : `${verb} since ${dateText(read.at)}`;
    const word = relativeText(value);
    if (word === undefined) return isNot ? `${past} before ${value}` : `${verb} since ${value}`;
    return isNot ? `not ${verb} in the last ${word}` : `${verb} in the last ${word}`;
  });
  return listed(phrases, isNot ? 'and' : 'or');
}

const unitNouns: Readonly<Record<string, string>> = { h: 'hour', d: 'day', w: 'week', y: 'year' };

/** `7d` as “7 days”, `week` as “week”; undefined for `today` and `yesterday`. */
function relativeText(value: string): string | undefined {
  const [, count = '', unit = ''] = /^(\d*)([a-z]+?)s?$/.exec(value.trim().toLowerCase()) ?? [];
  const word = unitNouns[unit] ?? unit;
  if (!['hour', 'day', 'week', 'month', 'year'].includes(word)) return undefined;
  return count === '' || Number(count) === 1 ? word : `${Number(count)} ${word}s`;
}

function dateText(at: number): string {
  const iso = new Date(at).toISOString();
  const day = new Date(at).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return iso.slice(11, 19) === '00:00:00' ? day : `${day}, ${iso.slice(11, 16)} UTC`;
}

function isRetired(value: string): boolean {
  return ['1', 'true', 'yes'].includes(value.trim().toLowerCase());
}

/** A value, or what its wildcards mean. */
function likeness(value: string): string {
  const [, before = '', core = '', after = ''] = /^(\*?)([^*]*)(\*?)$/s.exec(value) ?? [];
  if (core === '')
    return value.includes('*') && value.replaceAll('*', '') === '' ? 'anything at all' : `like ${quoted(value)}`;
  if (before !== '' && after !== '') return `something with ${quoted(core)} in it`;
  if (before !== '') return `something that ends in ${quoted(core)}`;
  return after === '' ? quoted(value) : `something that begins with ${quoted(core)}`;
}

function quoted(value: string): string {
  return `“${short(value)}”`;
}

function short(value: string): string {
  return value.length > maxValueLength ? `${value.slice(0, maxValueLength - 1)}…` : value;
}

function listed(words: readonly string[], joiner: 'and' | 'or'): string {
  const shown =
    words.length > maxParts
      ? [...words.slice(0, maxParts - 1), `${(words.length - maxParts + 1).toLocaleString('en')} more`]
      : words;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} ${joiner} ${shown.at(-1) ?? ''}`;
}

function shortened(nodes: readonly QueryNode[], say: (node: QueryNode) => string, what: string): readonly string[] {
  if (nodes.length <= maxParts) return nodes.map(say);
  return [
    ...nodes.slice(0, maxParts - 1).map(say),
    `${(nodes.length - maxParts + 1).toLocaleString('en')} more ${what}`,
  ];
}
