/** Explore has no documented escapes: these would be read as a wildcard, an end of quotes, or an escape. */
const unquotable = /["*\\\p{Cc}]/u;

/** Nothing in it can be taken for an operator, a parenthesis or a comment. */
const plain = /^[\p{L}\p{N}._:/-]+$/u;

/**
 * The Explore term that finds exactly this indicator (api-spec: “Explore search”), quoted where it must be; undefined
 * for a value that Explore can't say safely, or an empty one: ask for that by `indicator.php`.
 */
export function iocTerm(value: string): string | undefined {
  if (value === '' || unquotable.test(value)) return undefined;
  return plain.test(value) ? `ioc=${value}` : `ioc="${value}"`;
}

/**
 * One query for many indicators, `ioc=a or ioc=b`; undefined for none, and where any of them can't be said safely
 * (see {@link iocTerm}: sort those out before).
 */
export function iocQuery(values: readonly string[]): string | undefined {
  const terms = values.map(iocTerm).filter((term) => term !== undefined);
  return terms.length === 0 || terms.length < values.length ? undefined : terms.join(' or ');
}
