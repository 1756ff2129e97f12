/** Explore has no documented escapes; these would be read as a wildcard, a closing quote, or an escape. */
const unquotable = /["*\\\p{Cc}]/u;

/** Values that need no quotes. */
const plain = /^[\p{L}\p{N}._:/-]+$/u;

/**
 * The Explore term for exactly this indicator (api-spec: “Explore search”), quoted if needed; undefined for an empty value
 * or one that Explore can't express safely, which needs `indicator.php`.
 */
export function iocTerm(value: string): string | undefined {
  if (value === '' || unquotable.test(value)) return undefined;
  return plain.test(value) ? `ioc=${value}` : `ioc="${value}"`;
}

/**
 * A query for several indicators, `ioc=a or ioc=b`; undefined for none, or if one can't be expressed safely
 * (see {@link iocTerm}).
 */
export function iocQuery(values: readonly string[]): string | undefined {
  const terms = values.map(iocTerm).filter((term) => term !== undefined);
  return terms.length === 0 || terms.length < values.length ? undefined : terms.join(' or ');
}
