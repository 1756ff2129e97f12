import type { Indicator } from '../indicators/identity/types';
import type { SkipReason } from '../records/problems/skipReason';
import { type Comparison, parsePattern } from './pattern';
import { valueIndicator } from './valueIndicator';

export interface PatternIndicators {
  readonly indicators: readonly Indicator[];
  /**
   * Why parts of the pattern were skipped. Comparisons about something else are only reported if the pattern has no
   * indicator.
   */
  readonly skipped: readonly SkipReason[];
}

/**
 * The form of most patterns: one value compared by `=`. Matching it takes half as long as parsing, which matters for
 * millions of patterns.
 */
const single = /^\[\s*(domain-name|ipv4-addr|ipv6-addr|url)\s*:\s*value\s*=\s*'([^'\\]*)'\s*\]$/;

/** Operators that name values, or a network in the case of `ISSUBSET`. */
const matchingOperators: ReadonlySet<string> = new Set(['=', 'IN', 'ISSUBSET']);

const valueObjects = new Set(['domain-name', 'ipv4-addr', 'ipv6-addr', 'url']);

/** Paths that don't end at a domain, IP address, or URL object but may have such a value. */
const otherPaths = [
  /(?:^|\.)(?:src_ref|dst_ref|(?:resolves_to|contains|encapsulates)_refs\[[^\]]*\]|url_ref)\.value$/,
  /^(?:.*\.)?extensions\.http-request-ext\.request_header\.host$/i,
  /^additional_header_fields\.x-(?:originating|sender|source|client|forwarded)-ip(?:\[[^\]]*\])?$/i,
  // Not in the specification, but written by publishers.
  /^(?:src|dst)_ip$/,
  // The address from which an artifact can be downloaded, also of one in network traffic.
  /^(?:(?:src|dst)_payload_ref\.)?url$/,
];

/** Whether a path ends at a domain, IP address, or URL. */
function endsAtValue({ objectType, path }: Comparison): boolean {
  if (valueObjects.has(objectType) && path === 'value') return true;
  if (path === 'url' && objectType !== 'artifact') return false;
  return otherPaths.some((shape) => shape.test(path));
}

/** Whether a comparison isn't about an indicator: it excludes something, or is about something else. */
function isUnrelated(comparison: Comparison): boolean {
  return comparison.negated || comparison.operator === '!=' || !endsAtValue(comparison);
}

function reasonAgainst(comparison: Comparison): SkipReason | undefined {
  if (comparison.negated || comparison.operator === '!=') return { kind: 'patternExcludes' };
  if (!endsAtValue(comparison)) return { kind: 'patternObject', detail: comparison.objectType };
  if (!matchingOperators.has(comparison.operator)) return { kind: 'patternOperator', detail: comparison.operator };
  return undefined;
}

/** The value of a pattern in the most common form; undefined for any other form. */
function singleValue(pattern: string): { readonly type: string; readonly value: string } | undefined {
  const [, type = '', value = ''] = single.exec(pattern) ?? [];
  return type === '' ? undefined : { type, value };
}

/**
 * The domains, IP addresses, networks, and URLs that a STIX pattern matches by `=`, `IN`, or `ISSUBSET`, not negated. A
 * pattern with only a bracket missing is accepted; one with any other error is not.
 */
export function patternIndicators(pattern: string): PatternIndicators {
  const only = singleValue(pattern);
  if (only !== undefined) {
    const { type: objectType, value } = only;
    return collected([{ objectType, path: 'value', operator: '=', negated: false, values: [value], offset: 1 }]);
  }
  const { comparisons, errors } = parsePattern(pattern);
  const wrong = errors.find(({ kind }) => kind === 'syntax');
  if (wrong !== undefined) {
    return { indicators: [], skipped: [{ kind: 'patternSyntax', detail: wrong.message }] };
  }
  return collected(comparisons);
}

function collected(comparisons: readonly Comparison[]): PatternIndicators {
  const indicators: Indicator[] = [];
  const skipped: SkipReason[] = [];
  const unrelated: SkipReason[] = [];
  for (const comparison of comparisons) {
    const reason = reasonAgainst(comparison);
    if (reason !== undefined) {
      (isUnrelated(comparison) ? unrelated : skipped).push(reason);
      continue;
    }
    for (const value of comparison.values) {
      const indicator = valueIndicator(value);
      if (typeof indicator === 'string') skipped.push({ kind: indicator });
      else indicators.push(indicator);
    }
    if (comparison.values.length === 0) skipped.push({ kind: 'noIndicator' });
  }
  // One pattern may have hundreds of thousands of values: avoid copies.
  return { indicators, skipped: indicators.length > 0 ? skipped : [...skipped, ...unrelated] };
}
