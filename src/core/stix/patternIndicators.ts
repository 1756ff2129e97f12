import { type Indicator } from '../indicators/types';
import { parseIndicator } from '../indicators';
import { type Comparison, parsePattern } from './pattern';

export interface PatternIndicators {
  readonly indicators: readonly Indicator[];
  /** Why something in the pattern is none, in plain words; one reason for each comparison left out. */
  readonly leftOut: readonly string[];
}

/** What most patterns are: one value, compared by `=`. Millions are read, and this costs half as much as the whole grammar. */
const single = /^\[\s*(domain-name|ipv4-addr|ipv6-addr|url)\s*:\s*value\s*=\s*'([^'\\]*)'\s*\]$/;

const valueObjects = new Set(['domain-name', 'ipv4-addr', 'ipv6-addr', 'url']);

/** Paths through other objects that end at the value of a domain, an address or a URL. */
function endsAtValue({ objectType, path }: Comparison): boolean {
  if (valueObjects.has(objectType) && path === 'value') return true;
  if (!path.endsWith('.value')) return false;
  return /(?:^|\.)(?:src_ref|dst_ref|resolves_to_refs\[[^\]]*\]|received_lines|url_ref)\.value$/.test(path);
}

function reasonAgainst(comparison: Comparison): string | undefined {
  if (comparison.negated || comparison.operator === '!=') return 'Pattern says what is not meant';
  if (!endsAtValue(comparison)) return `Pattern about ${comparison.objectType}: no domain, address or URL`;
  if (comparison.operator !== '=' && comparison.operator !== 'IN') {
    return `Pattern with ${comparison.operator}: no single value`;
  }
  return undefined;
}

/**
 * The domains, addresses and URLs that a STIX pattern means: what is compared by `=` or `IN`, not negated. A pattern of
 * which only a bracket is missing is taken; one with any other mistake is not.
 */
export function patternIndicators(pattern: string): PatternIndicators {
  const [, type = '', only = ''] = single.exec(pattern) ?? [];
  if (type !== '')
    return collected([{ objectType: type, path: 'value', operator: '=', negated: false, values: [only], offset: 1 }]);
  const { comparisons, errors } = parsePattern(pattern);
  const wrong = errors.find(({ kind }) => kind === 'syntax');
  if (wrong !== undefined) {
    return { indicators: [], leftOut: [`Pattern can't be read: ${wrong.message}`] };
  }
  return collected(comparisons);
}

function collected(comparisons: readonly Comparison[]): PatternIndicators {
  const indicators: Indicator[] = [];
  const leftOut: string[] = [];
  for (const comparison of comparisons) {
    const reason = reasonAgainst(comparison);
    if (reason !== undefined) {
      leftOut.push(reason);
      continue;
    }
    for (const value of comparison.values) {
      const indicator = parseIndicator(value);
      if (indicator !== undefined) indicators.push(indicator);
      else leftOut.push(value.includes('/') ? 'A network or a path, no single address' : 'No domain, address or URL');
    }
    if (comparison.values.length === 0) leftOut.push('No domain, address or URL');
  }
  return { indicators, leftOut };
}
