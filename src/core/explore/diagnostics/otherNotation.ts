import { type TermNode, type TextRange } from '../ast';
import { exploreField, type FieldKind, propertyField } from '../fields';
import { suggestField } from '../suggestField';
import { asValue } from '../quote';
import { fix, replacing } from './edits';
import { looksLikeIndicator } from './form';
import { type DiagnosticSeverity, type QueryDiagnostic, type QueryFix } from './types';

/**
 * What of other tools' ways to write stands in a bare value: signs glued to it (`risk=high&&type=ip`), several values at
 * once, other quotes, comparisons, regular expressions, `%`. Undefined where there is nothing of the kind; what could be a
 * part of an address or of a free text is left alone.
 */
export function notationDiagnostic(term: TermNode): QueryDiagnostic | undefined {
  if (term.quoted || !otherSigns.test(term.value)) return undefined;
  return glued(term) ?? listed(term) ?? otherQuotes(term) ?? compared(term) ?? pattern(term) ?? percent(term);
}

/** Without one of these there is nothing to look for. */
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
  return fix(`Change to “${text}”`, replacing(range, text));
}

const kindOf = ({ field }: TermNode): FieldKind => exploreField(field)?.kind ?? 'text';

/** Fields whose values are few or of one form: anything else in them is a slip. */
const strict: ReadonlySet<FieldKind> = new Set(['type', 'risk', 'flag', 'port', 'date']);

const maxSigns = 200;

const words: Readonly<Record<string, 'and' | 'or'>> = {
  ...{ '&&': 'and', '&': 'and', ',': 'and', ';': 'and' },
  ...{ '||': 'or', '|': 'or' },
};

/** `risk=high&&type=ip`: behind the sign stands a field of its own, or nothing, since a parenthesis follows. */
function glued(term: TermNode): QueryDiagnostic | undefined {
  const { value, valueRange } = term;
  const signs: { readonly range: TextRange; readonly word: string; readonly sign: string }[] = [];
  const at = strict.has(kindOf(term)) ? -1 : value.indexOf('?');
  const question = at < 0 ? Infinity : at;
  for (const found of value.matchAll(/(&&|\|\||[&|,;])(?:!?(\+{0,2}[\p{L}_]{1,40})(?=!?=|:(?!\/\/)|[<>])|$)/gu)) {
    const [, sign = '', name] = found;
    // The query string of an address has such signs of its own.
    if (found.index > question || signs.length >= maxSigns) break;
    if (found.index === 0 || (name === undefined ? sign.length < 2 : !isField(name))) continue;
    const start = valueRange.start + found.index;
    signs.push({ sign, word: words[sign] ?? 'and', range: { start, end: start + sign.length } });
  }
  const [first] = signs;
  if (first === undefined) return undefined;
  const edits = signs.map(({ range, word }) => replacing(range, ` ${word} `));
  const title = signs.length === 1 ? `Change to “${first.word}”` : 'Write words for these signs';
  const message = `“${first.sign}” is read as part of the value: write “${first.word}”, with blanks round it.`;
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
  const message = `A field takes one value: repeat it for each, joined by “${word}”.`;
  return about(term.valueRange, message, [changingTo(range, `(${joined})`)]);
}

/** `risk='high'`, `threat=“Kit”`: only straight double quotes are quotes. */
function otherQuotes(term: TermNode): QueryDiagnostic | undefined {
  const { value, valueRange } = term;
  const inner = /^(?:'([^']+)'|[‘’‚]([^‘’]+)[‘’]|[“”„«]([^“”»]+)[“”»])$/u.exec(value)?.slice(1).find(Boolean);
  if (inner === undefined) return undefined;
  const message = 'Only straight double quotes are quotes: these are read as part of the value.';
  return about(valueRange, message, [changingTo(valueRange, asValue(inner))], 'warning');
}

/** `seen=>7d`, `risk=!high`, `ioc=~login`: a sign behind the “=”. */
function compared(term: TermNode): QueryDiagnostic | undefined {
  const { value, field, range, operator } = term;
  const [, sign = '', rest = ''] = /^(!=?|~|[<>])(.+)$/u.exec(value) ?? [];
  if (sign === '' || exploreField(field) === undefined) return undefined;
  const signAt = { start: term.valueRange.start, end: term.valueRange.start + sign.length };
  if (sign.startsWith('!')) {
    const text = `${field}${operator === '=' ? '!=' : '='}${asValue(rest)}`;
    return about(signAt, 'Exclusion is written “name!=value”.', [changingTo(range, text)]);
  }
  if (sign === '~') {
    const message = 'There is no “~” here: “*” stands for any run of characters.';
    return about(signAt, message, [changingTo(term.valueRange, asValue(rest))], 'warning');
  }
  if (!strict.has(kindOf(term))) return undefined;
  const message =
    kindOf(term) === 'date'
      ? `There is no “${sign}” here: dates mean then or later; “!=” means before.`
      : `There is no “${sign}” here: a value is the same, or it is not.`;
  const text = `${field}${sign === '<' && kindOf(term) === 'date' ? '!=' : operator}${asValue(rest)}`;
  return about(signAt, message, [changingTo(range, text)]);
}

/** `ioc=/login.*\.example/`: the only wildcard is `*`. */
function pattern(term: TermNode): QueryDiagnostic | undefined {
  const body = /^\/(.{2,})\/i?$/u.exec(term.value)?.[1];
  if (body === undefined || exploreField(term.field) === undefined) return undefined;
  const plain = body
    .replace(/^\^|\$$/g, '')
    .replace(/\.[*+]\??/g, '*')
    .replace(/\\([./-])/g, '$1');
  const text = `${body.startsWith('^') ? '' : '*'}${plain}${body.endsWith('$') ? '' : '*'}`.replace(/\*{2,}/g, '*');
  const isExpressible = !/[\\^$+?()[\]{}|]/.test(text);
  const message = 'There are no regular expressions here: “*” alone stands for any run of characters.';
  return about(term.valueRange, message, isExpressible ? [changingTo(term.valueRange, asValue(text))] : [], 'warning');
}

/** `ioc=login%`: SQL's wildcard, unless it begins an escape of an address (`%20`). */
function percent(term: TermNode): QueryDiagnostic | undefined {
  const { value, valueRange } = term;
  const kind = kindOf(term);
  const isWild = /^%(?![\da-f]{2})|%$/iu.test(value) && value.length > 1;
  if (!isWild || strict.has(kind) || exploreField(term.field) === undefined) return undefined;
  const text = asValue(value.replace(/^%(?![\da-f]{2})/i, '*').replace(/%$/, '*'));
  return about(valueRange, 'The wildcard is “*”, not “%”.', [changingTo(valueRange, text)], 'warning');
}
