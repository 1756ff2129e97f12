import type { TermNode, TextRange } from '../syntax/ast';
import { exploreField, type FieldKind, propertyField } from '../syntax/fields';
import { suggestField } from '../syntax/suggestField';
import { asValue } from '../syntax/quote';
import { errorStrings as strings } from '../strings/errors';
import { fixStrings } from '../strings/diagnostics';
import { fix, replacing } from './edits';
import { looksLikeIndicator } from './form';
import type { DiagnosticSeverity, QueryDiagnostic, QueryFix } from './types';
import { t } from '../../../l10n';

/**
 * Reports the notation of other tools in an unquoted value: attached symbols (`risk=high&&type=ip`), several values, other
 * quotes, comparisons, regular expressions, `%`. Ignores what could be part of an address or of free text.
 */
export function notationDiagnostic(term: TermNode): QueryDiagnostic | undefined {
  if (term.quoted || !otherSigns.test(term.value)) return undefined;
  return glued(term) ?? listed(term) ?? otherQuotes(term) ?? compared(term) ?? pattern(term) ?? percent(term);
}

/** Only values with one of these need a check. */
const otherSigns = /[&|,;'‘’‚“”„«»!~<>/%]/;

function about(
  range: TextRange,
  message: string,
  fixes: readonly QueryFix[],
  severity: DiagnosticSeverity = 'error',
): QueryDiagnostic {
  return { code: 'otherSyntax', severity, message, range, fixes };
}

function changingTo(range: TextRange, text: string): QueryFix {
  return fix(fixStrings.change(text), replacing(range, text));
}

const kindOf = ({ field }: TermNode): FieldKind => exploreField(field)?.kind ?? 'text';

/** Fields with few values, or values of one form. */
const strict: ReadonlySet<FieldKind> = new Set(['type', 'risk', 'flag', 'port', 'date']);

const maxSigns = 200;

const keywords: Readonly<Record<string, 'and' | 'or'>> = {
  '&&': 'and',
  '&': 'and',
  ',': 'and',
  ';': 'and',
  '||': 'or',
  '|': 'or',
};

/** `risk=high&&type=ip`: a symbol followed by another field, or by a parenthesis. */
function glued(term: TermNode): QueryDiagnostic | undefined {
  const { value, valueRange } = term;
  const signs: { readonly range: TextRange; readonly word: string; readonly sign: string }[] = [];
  const at = strict.has(kindOf(term)) ? -1 : value.indexOf('?');
  const question = at < 0 ? Infinity : at;
  for (const found of value.matchAll(/(&&|\|\||[&|,;])(?:!?(\+{0,2}[\p{L}_]{1,40})(?=!?=|:(?!\/\/)|[<>])|$)/gu)) {
    const [, sign = '', name] = found;
    // URLs contain such symbols in their query strings.
    if (found.index > question || signs.length >= maxSigns) break;
    if (found.index === 0 || (name === undefined ? sign.length < 2 : !isField(name))) continue;
    const start = valueRange.start + found.index;
    signs.push({ sign, word: keywords[sign] ?? 'and', range: { start, end: start + sign.length } });
  }
  const [first] = signs;
  if (first === undefined) return undefined;
  const edits = signs.map(({ range, word }) => replacing(range, ` ${word} `));
  const title = signs.length === 1 ? fixStrings.change(first.word) : t('Replace symbols with keywords');
  const message = t('“{0}” is read as part of the value. Use “{1}” with a space on each side.', first.sign, first.word);
  return about(first.range, message, [fix(title, ...edits)]);
}

function isField(name: string): boolean {
  const lower = name.toLowerCase();
  return exploreField(lower) !== undefined || propertyField(lower) !== undefined || suggestField(lower) !== undefined;
}

/** `risk=high,critical`, `type=domain|ip`, `ioc=a.example,b.example`. */
function listed(term: TermNode): QueryDiagnostic | undefined {
  const { value, field, operator, range } = term;
  const kind = kindOf(term);
  const parts = value.split(/[,|;]+/).filter((part) => part !== '');
  const fits =
    (strict.has(kind) && parts.every((part) => /^[\p{L}\p{N}_*-]+$/u.test(part))) ||
    (kind === 'indicator' && parts.every(looksLikeIndicator));
  if (parts.length < 2 || parts.length > 1_000 || !fits) return undefined;
  const word = operator === '=' ? 'or' : 'and';
  const joined = parts.map((part) => `${field}${operator}${asValue(part)}`).join(` ${word} `);
  const message = strings.oneValue(word);
  return about(term.valueRange, message, [changingTo(range, `(${joined})`)]);
}

/** `risk='high'`, `threat=“Kit”`: quotes other than straight double quotes. */
function otherQuotes(term: TermNode): QueryDiagnostic | undefined {
  const { value, valueRange } = term;
  const inner = /^(?:'([^']+)'|[‘’‚]([^‘’]+)[‘’]|[“”„«]([^“”»]+)[“”»])$/u.exec(value)?.slice(1).find(Boolean);
  if (inner === undefined) return undefined;
  const message = t('Only straight double quotes enclose a value. These are read as part of the value.');
  return about(valueRange, message, [changingTo(valueRange, asValue(inner))], 'warning');
}

/** `seen=>7d`, `risk=!high`, `ioc=~login`: an operator after “=”. */
function compared(term: TermNode): QueryDiagnostic | undefined {
  const { value, field, range, operator } = term;
  const [, sign = '', rest = ''] = /^(!=?|~|[<>])(.+)$/u.exec(value) ?? [];
  if (sign === '' || exploreField(field) === undefined) return undefined;
  const signAt = { start: term.valueRange.start, end: term.valueRange.start + sign.length };
  if (sign.startsWith('!')) {
    const text = `${field}${operator === '=' ? '!=' : '='}${asValue(rest)}`;
    return about(signAt, t('Use “name!=value” to exclude a value.'), [changingTo(range, text)]);
  }
  if (sign === '~') {
    const message = t("“~” isn't supported. Use “*” to match any characters.");
    return about(signAt, message, [changingTo(term.valueRange, asValue(rest))], 'warning');
  }
  if (!strict.has(kindOf(term))) return undefined;
  const message = kindOf(term) === 'date' ? strings.dateOperator(sign) : strings.otherOperator(sign);
  const text = `${field}${sign === '<' && kindOf(term) === 'date' ? '!=' : operator}${asValue(rest)}`;
  return about(signAt, message, [changingTo(range, text)]);
}

/** `ioc=/login.*\.example/`: a regular expression. */
function pattern(term: TermNode): QueryDiagnostic | undefined {
  const body = /^\/(.{2,})\/i?$/u.exec(term.value)?.[1];
  if (body === undefined || exploreField(term.field) === undefined) return undefined;
  const plain = body
    .replace(/^\^|\$$/g, '')
    .replace(/\.[*+]\??/g, '*')
    .replace(/\\([./-])/g, '$1');
  const text = `${body.startsWith('^') ? '' : '*'}${plain}${body.endsWith('$') ? '' : '*'}`.replace(/\*{2,}/g, '*');
  const isExpressible = !/[\\^$+?()[\]{}|]/.test(text);
  const message = t("Regular expressions aren't supported. Use “*” to match any characters.");
  return about(term.valueRange, message, isExpressible ? [changingTo(term.valueRange, asValue(text))] : [], 'warning');
}

/** `ioc=login%`: SQL's wildcard, unless it is percent encoding (`%20`). */
function percent(term: TermNode): QueryDiagnostic | undefined {
  const { value, valueRange } = term;
  const kind = kindOf(term);
  const isWild = /^%(?![\da-f]{2})|%$/iu.test(value) && value.length > 1;
  if (!isWild || strict.has(kind) || exploreField(term.field) === undefined) return undefined;
  const text = asValue(value.replace(/^%(?![\da-f]{2})/i, '*').replace(/%$/, '*'));
  return about(valueRange, t('The wildcard is “*”, not “%”.'), [changingTo(valueRange, text)], 'warning');
}
