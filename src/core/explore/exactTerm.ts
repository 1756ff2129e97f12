import { formatQuery } from './format';
import { keywordOf } from './scanner';

/** Where a value belongs: a threat's or a feed's name, or a key of an attribute or a property as its source spells it. */
export type ExactField =
  { readonly of: 'threat' | 'feed' } | { readonly of: 'attribute' | 'property'; readonly key: string };

/** A value this long is compared by its beginning alone in the local store, and addresses of requests are bounded. */
const maxValueLength = 500;
const maxKeyLength = 100;

/** What no query can mean literally: wildcards, line ends and other control characters, halves of characters, reordered text. */
const unquotable = /[*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Nothing in it can be taken for an operator, a parenthesis, a comment, or another tool's syntax. */
const plain = /^[\p{L}\p{N}_-][\p{L}\p{N}._:/@+-]*$/u;

/** Attributes with a field of their own, and the other documented fields (api-spec: “Explore search”); all of `exploreFields` costs more to load. */
const attributeFields: ReadonlySet<string> = new Set(['port', 'protocol', 'technology']);
const otherFields: ReadonlySet<string> = new Set('ioc type risk threat feed seen added updated retired'.split(' '));

const nowhere = { start: 0, end: 0 };

/**
 * The Explore term for everything that has exactly this value, quoted where it must be. Undefined where no query can mean
 * it: an empty or very long value, wildcards, line ends, and keys that Explore would read as another field (a property `risk`).
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
