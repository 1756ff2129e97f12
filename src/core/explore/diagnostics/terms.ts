import type { TermNode } from '../syntax/ast';
import { readDate } from '../syntax/dates';
import {
  exploreField,
  type FieldKind,
  isThreatField,
  propertyField,
  sourceField,
  suggestField,
} from '../syntax/fields';
import { parseRisk, riskLevels } from '../../records/risk';
import {
  changing,
  type DiagnosticCode,
  type DiagnosticSeverity,
  fix,
  inserting,
  type QueryDiagnostic,
  type QueryFix,
  replacing,
  rewriting,
} from './diagnostic';
import { asValue } from '../syntax/quote';
import { nearest } from '../syntax/nearest';
import { otherSyntaxInValue } from '../syntax/otherSyntax';
import { t, formatList } from '../../../l10n';

/** Keys of properties that exist but aren't worth offering. */
export const additionalKeys: ReadonlySet<string> = new Set([
  'address',
  'zip',
  'version',
  'expires',
  'valid',
  'cname',
  'ptr',
  'soa',
  'hosttype',
  'category',
  'alias',
  'content-type',
  'set-cookie',
  'server',
  'location',
  'og:image',
  'screenshot',
]);

/** Problems of one term of a query: at most one of its field, and one of its value. */
export function termDiagnostics(term: TermNode, now: number): readonly QueryDiagnostic[] {
  const field = fieldDiagnostic(term);
  const value = valueDiagnostic(term, now) ?? wildcardDiagnostic(term);
  return [field, value].filter((each) => each !== undefined);
}

function about(
  where: 'field' | 'value',
  term: TermNode,
  severity: DiagnosticSeverity,
  code: DiagnosticCode,
  message: string,
  fixes: readonly QueryFix[] = [],
): QueryDiagnostic {
  return { code, severity, message, range: where === 'field' ? term.fieldRange : term.valueRange, fixes };
}

function undocumented(name: string, lower: string): string {
  return lower === sourceField
    ? t('“{0}” is the name of a source in the local store. Services may not support it.', name)
    : t("“{0}” isn't a documented field. It is searched as a property key.", name);
}

function fieldDiagnostic(term: TermNode): QueryDiagnostic | undefined {
  const name = term.field;
  const lower = name.toLowerCase();
  const isKnown = exploreField(lower) !== undefined || propertyField(lower) !== undefined || additionalKeys.has(lower);
  if (isKnown || isThreatField(lower)) return undefined;
  if (name.startsWith('!') || (name.startsWith('-') && exploreField(lower.slice(1)) !== undefined)) {
    const negated = `not ${name.slice(1)}`;
    return about(
      'field',
      term,
      'error',
      'unknownField',
      t('Use “not name=value” or “name!=value” to exclude a value.'),
      [changing(term.fieldRange, negated)],
    );
  }
  const suggestion = suggestField(lower);
  const fixes =
    suggestion === undefined
      ? []
      : [changing(term.fieldRange, suggestion.includes(' ') ? `"${suggestion}"` : suggestion)];
  if (suggestion === undefined) {
    if (name.startsWith('++')) return undefined;
    return about('field', term, 'information', 'unknownField', undocumented(name, lower));
  }
  return about(
    'field',
    term,
    'warning',
    'unknownField',
    t('Unknown field “{0}”. Did you mean “{1}”?', name, suggestion),
    fixes,
  );
}

function valueDiagnostic(term: TermNode, now: number): QueryDiagnostic | undefined {
  const { value } = term;
  if (value.trim() === '') {
    return about('value', term, 'error', 'emptyValue', t('The value of “{0}” is empty.', term.field));
  }
  if (!term.quoted && value.startsWith('=') && value.length > 1) {
    const message = t('Use a single “=”. As written, this searches for a value that starts with “=”.');
    const once = fix(
      t('Use a single “=”'),
      replacing({ start: term.valueRange.start, end: term.valueRange.start + 1 }, ''),
    );
    const quoted = fix(
      t('Put the value in double quotes'),
      inserting(term.valueRange.start, '"'),
      inserting(term.valueRange.end, '"'),
    );
    const operatorRange = { start: term.valueRange.start - 1, end: term.valueRange.start + 1 };
    return { code: 'doubleOperator', severity: 'warning', message, range: operatorRange, fixes: [once, quoted] };
  }
  const other = otherSyntaxInValue(term);
  if (other !== undefined) {
    const { isValid, message, range, replacements } = other;
    const fixes = rewriting(replacements);
    return { code: 'otherSyntax', severity: isValid ? 'warning' : 'error', message, range, fixes };
  }
  const field = exploreField(term.field);
  return field === undefined ? undefined : checks[field.kind]?.(term, now);
}

type Check = (term: TermNode, now: number) => QueryDiagnostic | undefined;

const checks: Partial<Record<FieldKind, Check>> = {
  indicator: checkIndicator,
  risk: checkRisk,
  type: checkType,
  flag: checkFlag,
  port: checkPort,
  date: checkDate,
};

const isWord = (value: string, words: readonly string[]): boolean => words.includes(value.trim().toLowerCase());

/** Networks aren't indicators; those that end at a dot can be written as a wildcard. */
function checkIndicator(term: TermNode): QueryDiagnostic | undefined {
  const value = term.value.trim();
  const [, address = '', bits = ''] = /^([\d.]{7,15}|[\da-f:]{2,39})\/(\d{1,3})$/i.exec(value) ?? [];
  if (address === '' || !(address.includes(':') || /^\d+(?:\.\d+){3}$/.test(address))) return undefined;
  const octets = { '8': 1, '16': 2, '24': 3 }[bits];
  const wildcard =
    address.includes(':') || octets === undefined ? undefined : `${address.split('.').slice(0, octets).join('.')}.*`;
  const message = t("Networks aren't indicators, so this matches nothing. Use IP addresses or a wildcard.");
  const fixes = wildcard === undefined ? [] : [changing(term.valueRange, wildcard)];
  return about('value', term, 'information', 'network', message, fixes);
}

function checkRisk(term: TermNode): QueryDiagnostic | undefined {
  const { value } = term;
  const known = [...riskLevels, 'retired'];
  if (parseRisk(value) !== 'unknown' || isWord(value, ['unknown', 'retired'])) return undefined;
  const other: Readonly<Record<string, string>> = {
    severe: 'critical',
    safe: 'none',
    moderate: 'medium',
    info: 'very low',
  };
  const suggestion = other[value.toLowerCase()] ?? nearest(value, known);
  const message = t('Unknown risk “{0}”. Values: {1}.', value, formatList(known));
  return about(
    'value',
    term,
    'error',
    'unknownRisk',
    message,
    suggestion === undefined ? [] : [changing(term.valueRange, asValue(suggestion))],
  );
}

function checkType(term: TermNode): QueryDiagnostic | undefined {
  const { value } = term;
  const known = ['domain', 'ip', 'url'];
  if (isWord(value, known) || value.includes('*')) return undefined;
  if (isWord(value, ['ipv6', 'ipv4'])) {
    const message = t('Not all services support “{0}”. “ip” matches both IPv4 and IPv6 addresses.', value);
    return about('value', term, 'information', 'unknownType', message, [changing(term.valueRange, 'ip')]);
  }
  const other: Readonly<Record<string, string>> = {
    host: 'domain',
    hostname: 'domain',
    fqdn: 'domain',
    uri: 'url',
    address: 'ip',
  };
  const suggestion = other[value.toLowerCase()] ?? nearest(value, known);
  const isThreats = isWord(value, ['threat', 'threats', 'indicator', 'indicators']);
  const message = `${t('Unknown type “{0}”. Types: {1}.', value, formatList(known))}${isThreats ? ` ${t('To search for threats, add the comment “# @type threats” above the query.')}` : ''}`;
  return about(
    'value',
    term,
    'error',
    'unknownType',
    message,
    suggestion === undefined ? [] : [changing(term.valueRange, suggestion)],
  );
}

function checkFlag(term: TermNode): QueryDiagnostic | undefined {
  if (isWord(term.value, ['0', '1'])) return undefined;
  const suggestion = isWord(term.value, ['true', 'yes']) ? '1' : isWord(term.value, ['false', 'no']) ? '0' : undefined;
  if (suggestion !== undefined) {
    const message = t('Use 1 or 0 for “{0}”. Some services may not support “{1}”.', term.field, term.value);
    return about('value', term, 'warning', 'badFlag', message, [changing(term.valueRange, suggestion)]);
  }
  const message = t('“{0}” must be 1 (retired) or 0 (active).', term.field);
  return about('value', term, 'error', 'badFlag', message, [
    changing(term.valueRange, '1'),
    changing(term.valueRange, '0'),
  ]);
}

function checkPort(term: TermNode): QueryDiagnostic | undefined {
  const value = term.value.trim();
  const isNumber = /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
  if (isNumber || (/^[\d*]{1,12}$/.test(value) && value.includes('*'))) return undefined;
  const named = exploreField('port')?.values?.find(({ meaning }) => meaning().toLowerCase() === value.toLowerCase());
  const fixes = [
    ...(named === undefined ? [] : [changing(term.valueRange, named.value)]),
    ...(/^\d/.test(value) || term.field.toLowerCase() !== 'port' ? [] : [changing(term.fieldRange, 'protocol')]),
  ];
  return about('value', term, 'error', 'badPort', t('A port must be a number from 0 to 65535.'), fixes);
}

function checkDate(term: TermNode, now: number): QueryDiagnostic | undefined {
  const read = readDate(term.value, now);
  if (read === undefined) {
    const suggestion = possibleDates(term.value, now);
    const message = t(
      'Invalid date “{0}”. Use 2025-03-01, "2025-03-01 14:00:00", or a time span such as 24h, 7d, 4w, or 1y.',
      term.value,
    );
    return about(
      'value',
      term,
      'warning',
      'badDate',
      message,
      suggestion.map((date) => changing(term.valueRange, date)),
    );
  }
  if (read.kind === 'since' && read.at > now && !read.relative && !isNegated(term))
    return about('value', term, 'information', 'badDate', t('This date is in the future, so nothing matches.'));
  return undefined;
}

function isNegated({ operator }: TermNode): boolean {
  return operator === '!=';
}

/** The dates that a text may mean; several where it is ambiguous. */
function possibleDates(value: string, now: number): readonly string[] {
  const text = value.trim().toLowerCase();
  const [, count = '', unit = ''] =
    /^(?:in )?(?:the )?(?:last|past) {0,3}(\d{0,4}) {0,3}(hour|day|week|month|year)s?$/.exec(text) ?? [];
  if (unit !== '') return timeSpans(count, unit);
  const [, first = '', second = '', year = ''] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? [];
  const readings = year === '' ? [value] : [`${first}.${second}.${year}`, `${second}.${first}.${year}`];
  return [...new Set(readings.map((date) => isoDate(date, now)).filter((date) => date !== undefined))];
}

/** “3 weeks” as Explore writes it; without a count, also the word itself. */
function timeSpans(count: string, unit: string): readonly string[] {
  const number = Number(count || 1);
  const days = { hour: 0, day: number, week: 7 * number, month: 30 * number, year: 365 * number }[unit] ?? 0;
  const span = days === 0 ? `${number}h` : `${days}d`;
  return count === '' ? [unit, span] : [span];
}

/** Unambiguous dates: year first, or with dots. */
function isoDate(value: string, now: number): string | undefined {
  const [, year, month, day] = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/.exec(value.trim()) ?? [];
  const [, dotDay, dotMonth, dotYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(value.trim()) ?? [];
  const parts = year === undefined ? [dotYear, dotMonth, dotDay] : [year, month, day];
  const date = parts.map((part) => (part ?? '').padStart(2, '0')).join('-');
  return readDate(date, now) === undefined ? undefined : date;
}

function wildcardDiagnostic(term: TermNode): QueryDiagnostic | undefined {
  const { value } = term;
  if (!value.startsWith('*') || exploreField(term.field)?.kind === 'date') return undefined;
  const message =
    value.replaceAll('*', '') === ''
      ? t('This matches everything with “{0}”, which can be slow.', term.field)
      : t('Leading wildcards are slow because every value has to be checked.');
  return about('value', term, 'information', 'leadingWildcard', message);
}
