import { formatQuery } from '../syntax/format';
import { keywordOf } from '../syntax/scanner';

/** What a value is: the name of a threat or feed, or the value of an attribute or property with the source's spelling of the key. */
export type ExactField =
  { readonly of: 'threat' | 'feed' } | { readonly of: 'attribute' | 'property'; readonly key: string };

/** The local store compares only the start of longer values, and request URLs are limited. */
const maxValueLength = 500;
const maxKeyLength = 100;

/** Characters that no query can express: wildcards, control characters, surrogates, bidirectional controls. */
const unquotable = /[*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Values that need no quotes. */
const plain = /^[\p{L}\p{N}_-][\p{L}\p{N}._:/@+-]*$/u;

/** Attributes with fields, and the other documented fields (api-spec: “Explore search”); `exploreFields` would cost more to load. */
const attributeFields: ReadonlySet<string> = new Set(['port', 'protocol', 'technology']);
const otherFields: ReadonlySet<string> = new Set('ioc type risk threat feed seen added updated retired'.split(' '));

const nowhere = { start: 0, end: 0 };

/**
 * The Explore term for everything with exactly this value, quoted if needed. Undefined if no query can express it: an empty
 * or very long value, wildcards, line breaks, and keys that Explore would read as another field (a property `risk`).
 */
export function exactTerm(field: ExactField, value: string): string | undefined {
  const name = 'key' in field ? field.key : field.of;
  if (!isQuotable(name, maxKeyLength) || !isQuotable(value, maxValueLength) || !isOwnField(field, name))
    return undefined;
  const quoted = !plain.test(value) || keywordOf(value) !== undefined;
  const ranges = { range: nowhere, fieldRange: nowhere, valueRange: nowhere };
  return formatQuery({ kind: 'term', field: name, operator: '=', value, quoted, ...ranges });
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
