import { type BlockEntry, loggedAddresses, loggedNames, loggedUrls } from './entry';
import type { BlockFormat, WrittenBody } from './format';
import { t } from '../../../l10n';

/** The values that a query is about, by kind. */
export interface QueryValues {
  readonly addresses: readonly string[];
  readonly names: readonly string[];
  readonly urls: readonly string[];
}

/** How a query language writes values, and how large its queries may be. */
export interface QueryLanguage {
  readonly extension: string;
  readonly comment: (text: string) => string;
  /** The position of a query's comments: some languages don't allow them at the start. */
  readonly comments: 'before' | 'after';
  /** The fields that the queries search, and where they are defined. */
  readonly fields: string;
  /** Hints to read before running them. */
  readonly hints: () => readonly string[];
  /** False for a value that no quoting protects. */
  readonly canQuote?: (value: string) => boolean;
  /** One query, valid without others. */
  readonly query: (values: QueryValues) => string;
  /** Whether a query is within the limits of the language. */
  readonly fits: (query: string, values: QueryValues) => boolean;
}

/** The format of queries in a language: one, or as many as the limits of the language require. */
export function queryFormat(language: QueryLanguage): BlockFormat {
  const { extension, comment, comments, fields, hints, query } = language;
  const body = (entries: readonly BlockEntry[]): WrittenBody => {
    const usable = entries.filter((entry) => {
      const values = valuesOf([entry], language);
      const isEmpty = values.addresses.length + values.names.length + values.urls.length === 0;
      return !isEmpty && language.fits(query(values), values);
    });
    const parts = usable.length === 0 ? [] : split(usable, language);
    const lines = parts.flatMap((text, at) => {
      const number = parts.length === 1 ? [] : [comment(t('Query {0} of {1}', at + 1, parts.length))];
      return [...(at === 0 ? [] : ['']), ...(comments === 'before' ? [...number, text] : [text, ...number])];
    });
    return { lines, written: usable.length };
  };
  return {
    extension,
    language: 'plaintext',
    comment,
    comments,
    body,
    notes: () => [t('Fields: {0}', fields), ...hints()],
  };
}

/** Halves the entries until each query is within the limits. */
function split(entries: readonly BlockEntry[], language: QueryLanguage): readonly string[] {
  const values = valuesOf(entries, language);
  const text = language.query(values);
  if (entries.length === 1 || language.fits(text, values)) return [text];
  const middle = Math.ceil(entries.length / 2);
  return [...split(entries.slice(0, middle), language), ...split(entries.slice(middle), language)];
}

/** The values of entries that the language can quote, each once. */
function valuesOf(entries: readonly BlockEntry[], { canQuote = () => true }: QueryLanguage): QueryValues {
  const all = (read: (indicator: BlockEntry['indicator']) => readonly string[]): readonly string[] => [
    ...new Set(entries.flatMap(({ indicator }) => read(indicator).filter(canQuote))),
  ];
  return { addresses: all(loggedAddresses), names: all(loggedNames), urls: all(loggedUrls) };
}

/** A value in double quotes, in which a backslash escapes; all these languages have such strings. */
export function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
