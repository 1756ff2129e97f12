import { type TermNode, type TextRange } from './ast';
import { describeQuery } from './describe';
import { additionalKeys } from './diagnostics/terms';
import { knownDirective } from './directives';
import { exploreField, propertyField } from './fields';
import { suggestField } from './suggestField';
import { type FileQuery, type QueryFile, queryAtOffset } from './queryFile';
import { keywordOf, scanText } from './scanner';
import { termsOf } from './termsOf';
import { isThreatField } from './threatFields';

/** What a hover says in a query file, each part a line. */
export interface Help {
  readonly range: TextRange;
  /** The word that it is about. */
  readonly word: string;
  readonly lines: readonly string[];
  /** As it would be written; shown as code. */
  readonly example?: string;
  /** What the whole query finds, in words. */
  readonly query?: string;
}

const keywords = {
  and: 'Both sides must hold. “and” binds tighter than “or”.',
  or: 'Either side is enough. “or” binds loosest: use parentheses where in doubt.',
  not: 'What follows must not hold. “not” binds tightest: to the next term or parenthesis alone.',
} as const;

/**
 * Help on what stands at an offset: a field, a value, a keyword, a directive, or the line above a query. Undefined on
 * remarks, and on indicators, which have hovers of their own. `now` in milliseconds since 1970.
 */
export function helpAt(file: QueryFile, offset: number, now: number): Help | undefined {
  const query = queryAtOffset(file, offset);
  if (query === undefined) return undefined;
  const { separator } = query;
  if (separator !== undefined && offset <= separator.end) return separatorHelp(query, now);
  const holds = ({ start, end }: TextRange): boolean => start <= offset && offset < end;
  if (query.comments.some(holds)) return directiveHelp(query, offset);
  const term = termsOf(query.parsed.node).find(({ range }) => holds(range));
  const description = describeWithSettings(query, now);
  if (term === undefined) return keywordHelp(file.text, query, offset, description);
  if (holds(term.valueRange)) return valueHelp(term, description);
  return fieldHelp(term, description);
}

/** What a query finds, with what its directives add, as sentences; undefined where there is no query. */
export function describeWithSettings({ parsed, settings }: FileQuery, now: number): string | undefined {
  if (parsed.node === undefined) return undefined;
  const limit = settings.limit === undefined ? [] : [`At most ${settings.limit.toLocaleString('en')}.`];
  const format =
    settings.format === undefined
      ? []
      : [`As ${settings.format === 'stix' ? 'a STIX bundle' : settings.format.toUpperCase()}.`];
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
    known.meaning,
    ...(value === undefined ? [`Takes ${known.accepts}.`] : [`${value.value}: ${value.meaning}`]),
  ];
  return { range, word: `@${known.name}`, lines };
}

/** The squiggle of such a field says what is wrong, and what was meant. */
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
      lines: ['The key of a property; not a field of the interface.'],
      ...withQuery(query),
    };
  const values = known.closed === true ? [`One of ${(known.values ?? []).map(({ value }) => value).join(', ')}.`] : [];
  return {
    range: fieldRange,
    word: known.name,
    lines: [known.meaning, ...values],
    example: known.example,
    ...withQuery(query),
  };
}

function valueHelp({ field, value, valueRange }: TermNode, query: Description): Help | undefined {
  const known = exploreField(field);
  if (known?.kind === 'indicator' && !value.includes('*')) return undefined;
  const meaning = known?.values?.find((each) => each.value === value.trim().toLowerCase())?.meaning;
  const lines = [
    ...(meaning === undefined ? [] : [`${sentence(meaning)}.`]),
    ...(value.includes('*') ? ['* stands for any run of characters, none at all, too.'] : []),
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
    return { range: token.range, word: keyword, lines: [keywords[keyword]], ...withQuery(description) };
  return token.kind === 'open' || token.kind === 'close'
    ? {
        range: token.range,
        word: '( … )',
        lines: ['What stands in parentheses belongs together.'],
        ...withQuery(description),
      }
    : undefined;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
