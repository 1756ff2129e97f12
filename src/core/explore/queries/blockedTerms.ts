import type { Indicator } from '../../indicators/identity/types';
import { trimTrailing } from '../../text/trim';
import { parseQuery } from '../syntax/parser';
import { getTerms } from '../syntax/ast';

/** Reads indicators from a query. */
export interface QueryTools {
  readonly parseIndicator: (text: string) => Indicator | undefined;
  readonly findIndicators: (text: string) => readonly Indicator[];
}

/** Decides what must not be sent, for an indicator and for text that may contain hosts in any encoding. */
export interface BlockRules<Why extends object> {
  readonly indicator: (indicator: Indicator) => Why | undefined;
  readonly text: (text: string) => { readonly value: string; readonly by: Why } | undefined;
}

/**
 * The first indicator in a query that must not be sent, and why. Checks all values of all fields without wildcards
 * (`*.corp.example`, `10.0.*`), and the text as a whole, so that malformed queries are covered as well.
 */
export function findBlockedTerm<Why extends object>(
  query: string,
  tools: QueryTools,
  rules: BlockRules<Why>,
): { readonly value: string; readonly by: Why } | undefined {
  const { node } = parseQuery(query);
  const values = node === undefined ? [] : getTerms(node).map(({ value }) => value);
  for (const text of values) {
    const indicator = tools.parseIndicator(stripWildcards(text));
    const by = indicator && rules.indicator(indicator);
    if (by !== undefined) return { value: text, by };
  }
  for (const text of node === undefined ? [query] : values) {
    const found = rules.text(text);
    if (found !== undefined) return found;
  }
  for (const indicator of tools.findIndicators(query)) {
    const by = rules.indicator(indicator);
    if (by !== undefined) return { value: indicator.value, by };
  }
  return undefined;
}

/** URLs in a query of which `redacted` would send less. */
export function fullUrlsIn(
  query: string,
  tools: QueryTools,
  redacted: (indicator: Indicator) => string,
): readonly string[] {
  return tools
    .findIndicators(query)
    .filter((indicator) => indicator.type === 'url' && redacted(indicator) !== indicator.value)
    .map(({ value }) => value);
}

/** A network such as `10.0.*` becomes its first address. */
function stripWildcards(value: string): string {
  const text = value.trim();
  const numbers = /^((?:\d{1,3}\.){1,3})\*(?:\.\*){0,2}$/.exec(text)?.[1];
  if (numbers !== undefined) return [...numbers.split('.').slice(0, -1), '0', '0', '0'].slice(0, 4).join('.');
  return trimTrailing(text.replace(/^\*+\.?/, ''), /\*/);
}
