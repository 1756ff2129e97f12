import type { TermNode, TextRange } from '../syntax/ast';
import { describeQuery } from './describe';
import { additionalKeys } from '../diagnostics/terms';
import { knownDirective } from '../syntax/directives';
import { exploreField, propertyField } from '../syntax/fields';
import { suggestField } from '../syntax/suggestField';
import { type FileQuery, type QueryFile, queryAtOffset } from '../syntax/queryFile';
import { keywordOf, scanText } from '../syntax/scanner';
import { termsOf } from '../syntax/termsOf';
import { completionStrings, helpStrings as strings } from '../strings/reference';
import { isThreatField } from '../syntax/threatFields';
import { t } from '../../../l10n';

/** The content of a hover in a query file. */
export interface Help {
  readonly range: TextRange;
  /** The word under the cursor. */
  readonly word: string;
  readonly lines: readonly string[];
  /** Shown as code. */
  readonly example?: string;
  /** A description of the whole query. */
  readonly query?: string;
}

/**
 * Help on the field, value, keyword, directive, or separator at an offset. Undefined for comments, and for indicators,
 * which have other hovers. `now` in milliseconds since 1970.
 */
export function helpAt(file: QueryFile, offset: number, now: number): Help | undefined {
  const query = queryAtOffset(file, offset);
  if (query === undefined) return undefined;
  const { separator } = query;
  if (separator !== undefined && offset <= separator.end) return separatorHelp(query, now);
  const contains = ({ start, end }: TextRange): boolean => start <= offset && offset < end;
  if (query.comments.some(contains)) return directiveHelp(query, offset);
  const term = termsOf(query.parsed.node).find(({ range }) => contains(range));
  const description = describeWithSettings(query, now);
  if (term === undefined) return keywordHelp(file.text, query, offset, description);
  if (contains(term.valueRange)) return valueHelp(term, description);
  return fieldHelp(term, description);
}

/** What a query with its directives finds, as sentences; undefined if there is no query. */
export function describeWithSettings({ parsed, settings }: FileQuery, now: number): string | undefined {
  if (parsed.node === undefined) return undefined;
  const limit = settings.limit === undefined ? [] : [strings.limit(settings.limit)];
  const format =
    settings.format === undefined
      ? []
      : [settings.format === 'stix' ? t('As a STIX bundle.') : strings.asFormat(settings.format.toUpperCase())];
  return [`${describeQuery(parsed.node, now, settings.type)}.`, ...limit, ...format].join(' ');
}

type Description = string | undefined;

const withQuery = (query: Description): { readonly query?: string } => (query === undefined ? {} : { query });

function separatorHelp(query: FileQuery, now: number): Help | undefined {
  const description = describeWithSettings(query, now);
  return query.separator && description !== undefined
    ? { range: query.separator, word: query.title ?? '###', lines: [], query: description }
    : undefined;
}

function directiveHelp({ directives }: FileQuery, offset: number): Help | undefined {
  const directive = directives.find(({ range }) => range.start <= offset && offset < range.end);
  const known = directive && knownDirective(directive.name);
  if (directive === undefined || known === undefined) return undefined;
  const range = { start: directive.nameRange.start, end: Math.max(directive.nameRange.end, directive.valueRange.end) };
  const value = known.values?.find((each) => each.value === directive.value.toLowerCase());
  const lines = [
    known.meaning(),
    value === undefined
      ? completionStrings.accepts(known.accepts())
      : strings.valueMeaning(value.value, value.meaning()),
  ];
  return { range, word: `@${known.name}`, lines };
}

/** Misspelled fields have a diagnostic instead. */
function isMisspelled(lower: string): boolean {
  return !additionalKeys.has(lower) && !isThreatField(lower) && suggestField(lower) !== undefined;
}

function fieldHelp({ field, fieldRange }: TermNode, query: Description): Help | undefined {
  const known = exploreField(field) ?? propertyField(field);
  if (known === undefined && isMisspelled(field.toLowerCase())) return undefined;
  if (known === undefined)
    return {
      range: fieldRange,
      word: field,
      lines: [t('A property key; not a documented field.')],
      ...withQuery(query),
    };
  const values = known.closed === true ? [strings.oneOf((known.values ?? []).map(({ value }) => value))] : [];
  return {
    range: fieldRange,
    word: known.name,
    lines: [known.meaning(), ...values],
    example: known.example,
    ...withQuery(query),
  };
}

function valueHelp({ field, value, valueRange }: TermNode, query: Description): Help | undefined {
  const known = exploreField(field);
  if (known?.kind === 'indicator' && !value.includes('*')) return undefined;
  const meaning = known?.values?.find((each) => each.value === value.trim().toLowerCase())?.meaning();
  const lines = [
    ...(meaning === undefined ? [] : [`${sentence(meaning)}.`]),
    ...(value.includes('*') ? [t('* matches any characters, including none.')] : []),
  ];
  return { range: valueRange, word: value, lines, ...withQuery(query) };
}

function keywordHelp(text: string, query: FileQuery, offset: number, description: Description): Help | undefined {
  const { section } = query;
  const { tokens } = scanText(text.slice(section.start, section.end), section.start);
  const token = tokens.find(({ range }) => range.start <= offset && offset < range.end);
  if (token === undefined) return undefined;
  const keyword =
    token.kind === 'and' || token.kind === 'or' || token.kind === 'not' ? keywordOf(token.text) : undefined;
  if (keyword !== undefined)
    return { range: token.range, word: keyword, lines: [strings[keyword]()], ...withQuery(description) };
  return token.kind === 'open' || token.kind === 'close'
    ? {
        range: token.range,
        word: '( … )',
        lines: [t('Parentheses group terms.')],
        ...withQuery(description),
      }
    : undefined;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
