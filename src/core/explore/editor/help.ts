import { type TermNode, getTerms, type TextRange } from '../syntax/ast';
import { additionalKeys } from '../diagnostics/terms';
import { knownDirective } from '../syntax/directives';
import { exploreField, isThreatField, propertyField, suggestField } from '../syntax/fields';
import { type FileQuery, type QueryFile, queryAtOffset } from '../syntax/queryFile';
import { scanText } from '../syntax/scanner';
import { formatList, t } from '../../../l10n';

/** The content of a hover in a query file. */
export interface Help {
  readonly range: TextRange;
  /** The word under the cursor. */
  readonly word: string;
  readonly lines: readonly string[];
  /** Shown as code. */
  readonly example?: string;
}

/**
 * Help on the field, value, keyword, or directive at an offset. Undefined for comments, and for indicators, which have other
 * hovers.
 */
export function helpAt(file: QueryFile, offset: number): Help | undefined {
  const query = queryAtOffset(file, offset);
  if (query === undefined) return undefined;
  const contains = ({ start, end }: TextRange): boolean => start <= offset && offset < end;
  if (query.comments.some(contains)) return directiveHelp(query, offset);
  const term = getTerms(query.parsed.node).find(({ range }) => contains(range));
  if (term === undefined) return keywordHelp(file.text, query, offset);
  return contains(term.valueRange) ? valueHelp(term) : fieldHelp(term);
}

function directiveHelp({ directives }: FileQuery, offset: number): Help | undefined {
  const directive = directives.find(({ range }) => range.start <= offset && offset < range.end);
  const known = directive && knownDirective(directive.name);
  if (directive === undefined || known === undefined) return undefined;
  const range = { start: directive.nameRange.start, end: Math.max(directive.nameRange.end, directive.valueRange.end) };
  const value = known.values?.find((each) => each.value === directive.value.toLowerCase());
  const lines = [
    known.meaning(),
    value === undefined ? t('Value: {0}.', known.accepts()) : t('{0}: {1}', value.value, value.meaning()),
  ];
  return { range, word: `@${known.name}`, lines };
}

/** Misspelled fields have a diagnostic instead. */
function isMisspelled(lower: string): boolean {
  return !additionalKeys.has(lower) && !isThreatField(lower) && suggestField(lower) !== undefined;
}

function fieldHelp({ field, fieldRange }: TermNode): Help | undefined {
  const known = exploreField(field) ?? propertyField(field);
  if (known === undefined && isMisspelled(field.toLowerCase())) return undefined;
  if (known === undefined)
    return { range: fieldRange, word: field, lines: [t('Not a documented field. Searched as a property key.')] };
  const values =
    known.closed === true ? [t('One of {0}.', formatList((known.values ?? []).map(({ value }) => value)))] : [];
  return { range: fieldRange, word: known.name, lines: [known.meaning(), ...values], example: known.example };
}

function valueHelp({ field, value, valueRange }: TermNode): Help | undefined {
  const known = exploreField(field);
  if (known?.kind === 'indicator' && !value.includes('*')) return undefined;
  const meaning = known?.values?.find((each) => each.value === value.trim().toLowerCase())?.meaning();
  const lines: string[] = [];
  if (meaning !== undefined) lines.push(`${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`);
  if (value.includes('*')) lines.push(t('* matches any characters, including none.'));
  return lines.length === 0 ? undefined : { range: valueRange, word: value, lines };
}

function keywordHelp(text: string, { section }: FileQuery, offset: number): Help | undefined {
  const { tokens } = scanText(text.slice(section.start, section.end), section.start);
  const token = tokens.find(({ range }) => range.start <= offset && offset < range.end);
  switch (token?.kind) {
    case 'not':
      return {
        range: token.range,
        word: 'not',
        lines: [
          t('The next term must not match. “not” binds tightest: it applies to the next term or parentheses only.'),
        ],
      };
    case 'and':
      return {
        range: token.range,
        word: 'and',
        lines: [t('Both sides must match. “and” binds tighter than “or”.')],
      };
    case 'or':
      return {
        range: token.range,
        word: 'or',
        lines: [t('Either side may match. “or” binds loosest; use parentheses if in doubt.')],
      };
    case 'open':
    case 'close':
      return { range: token.range, word: '( … )', lines: [t('Parentheses group terms.')] };
    default:
      return undefined;
  }
}
