import { formatQuery } from '../syntax/format';
import { getKeyword } from '../syntax/scanner';

/** The name of a threat or feed, or the value of an attribute or property, with the key as the source spells it. */
export type ExactField =
  { readonly of: 'threat' | 'feed' } | { readonly of: 'attribute' | 'property'; readonly key: string };

/** The local store compares only the start of longer values, and request URLs are limited. */
const maxValueLength = 500;
const maxKeyLength = 100;

/** Characters that no query can express: wildcards, control characters, surrogates, bidirectional controls. */
const unquotable = /[*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Values that need no quotes. */
const plain = /^[\p{L}\p{N}_-][\p{L}\p{N}._:/@+-]*$/u;

/**
 * Attributes with fields, and the other documented fields (lookup API: “Explore search”); `exploreFields` would cost
 * more to load.
 */
const attributeFields: ReadonlySet<string> = new Set(['port', 'protocol', 'technology']);
const otherFields: ReadonlySet<string> = new Set('ioc type risk threat feed seen added updated retired'.split(' '));

/**
 * The Explore term for everything with exactly this value, quoted if needed. Undefined if no query can express it: an empty
 * or very long value, wildcards, line breaks, and keys that Explore would read as another field (a property `risk`).
 */
export function exactTerm(field: ExactField, value: string): string | undefined {
  const name = 'key' in field ? field.key : field.of;
  if (!isQuotable(name, maxKeyLength) || !isQuotable(value, maxValueLength) || !isOwnField(field, name))
    return undefined;
  return termText(name, value, !plain.test(value) || getKeyword(value) !== undefined);
}

function isQuotable(text: string, maxLength: number): boolean {
  return text.trim() !== '' && text.length <= maxLength && !unquotable.test(text);
}

function isOwnField(field: ExactField, name: string): boolean {
  const lower = name.trim().toLowerCase();
  switch (field.of) {
    case 'threat':
    case 'feed':
      return true;
    case 'attribute':
      return !otherFields.has(lower);
    case 'property':
      return !otherFields.has(lower) && !attributeFields.has(lower);
  }
}

/** The query for all indicators linked to a threat or listed by a feed (lookup API: “Explore search”). */
export function groupQuery(field: 'threat' | 'feed', name: string): string {
  return termText(field, name, true);
}

/** The query for what sources of the local store list, by their names. */
export function sourcesQuery(names: readonly string[]): string {
  return names.map((name) => termText('source', name, true)).join('\n  or ');
}

function termText(field: string, value: string, quoted: boolean): string {
  const nowhere = { start: 0, end: 0 };
  const ranges = { range: nowhere, fieldRange: nowhere, valueRange: nowhere };
  return formatQuery({ kind: 'term', field, operator: '=', value, quoted, ...ranges });
}

/** Explore has no documented escapes; in an indicator these would be read as a wildcard, a closing quote, or an escape. */
const unquotableIoc = /["*\\\p{Cc}]/u;

/** Indicators that need no quotes. */
const plainIoc = /^[\p{L}\p{N}._:/-]+$/u;

/**
 * The Explore term for exactly this indicator (lookup API: “Explore search”), quoted if needed; undefined for an empty
 * value or one that Explore can't express safely, which needs `indicator.php`.
 */
export function iocTerm(value: string): string | undefined {
  if (value === '' || unquotableIoc.test(value)) return undefined;
  return plainIoc.test(value) ? `ioc=${value}` : `ioc="${value}"`;
}

/**
 * A query for several indicators, `ioc=a or ioc=b`; undefined for none, or if one can't be expressed safely
 * (see {@link iocTerm}).
 */
export function iocQuery(values: readonly string[]): string | undefined {
  const terms = values.map(iocTerm).filter((term) => term !== undefined);
  return terms.length === 0 || terms.length < values.length ? undefined : terms.join(' or ');
}
