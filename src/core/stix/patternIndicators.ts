import { type Indicator } from '../indicators/types';
import { type SkipReason } from '../records/skipReason';
import { type Comparison, parsePattern } from './pattern';
import { valueIndicator } from './valueIndicator';

export interface PatternIndicators {
  readonly indicators: readonly Indicator[];
  /**
   * Why something in the pattern is none, in plain words. A comparison about something else is no loss beside one that names
   * an indicator: it has a reason only where there is none.
   */
  readonly skipped: readonly SkipReason[];
}

/** What most patterns are: one value, compared by `=`. Millions are read, and this costs half as much as the whole grammar. */
const single = /^\[\s*(domain-name|ipv4-addr|ipv6-addr|url)\s*:\s*value\s*=\s*'([^'\\]*)'\s*\]$/;

/** What names values, or with `ISSUBSET` a network that holds them. */
const matchingOperators: ReadonlySet<string> = new Set(['=', 'IN', 'ISSUBSET']);

const valueObjects = new Set(['domain-name', 'ipv4-addr', 'ipv6-addr', 'url']);

/** Paths behind which no domain, address or URL stands, but now and then the header of a request or a message does. */
const otherPaths = [
  /(?:^|\.)(?:src_ref|dst_ref|(?:resolves_to|contains|encapsulates)_refs\[[^\]]*\]|url_ref)\.value$/,
  /^(?:.*\.)?extensions\.http-request-ext\.request_header\.host$/i,
  /^additional_header_fields\.x-(?:originating|sender|source|client|forwarded)-ip(?:\[[^\]]*\])?$/i,
  // Where an artifact can be had, also one that traffic carried.
  /^(?:(?:src|dst)_payload_ref\.)?url$/,
];

/** Paths through other objects that end at a domain, an address or a URL. */
function endsAtValue({ objectType, path }: Comparison): boolean {
  if (valueObjects.has(objectType) && path === 'value') return true;
  if (path === 'url' && objectType !== 'artifact') return false;
  return otherPaths.some((shape) => shape.test(path));
}

/** Whether a comparison says nothing of an indicator: it excludes something, or is about something else. */
function isUnrelated(comparison: Comparison): boolean {
  return comparison.negated || comparison.operator === '!=' || !endsAtValue(comparison);
}

function reasonAgainst(comparison: Comparison): SkipReason | undefined {
  if (comparison.negated || comparison.operator === '!=') return { kind: 'patternExcludes' };
  if (!endsAtValue(comparison)) return { kind: 'patternObject', detail: comparison.objectType };
  if (!matchingOperators.has(comparison.operator)) return { kind: 'patternOperator', detail: comparison.operator };
  return undefined;
}

/** The one value that a pattern of the most common form compares; undefined where it has another form. */
export function singleValue(pattern: string): { readonly type: string; readonly value: string } | undefined {
  const [, type = '', value = ''] = single.exec(pattern) ?? [];
  return type === '' ? undefined : { type, value };
}

/**
 * The domains, addresses, networks and URLs that a STIX pattern means: what is compared by `=`, `IN` or `ISSUBSET`, not
 * negated. A pattern of which only a bracket is missing is taken; one with any other mistake is not.
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
  // One pattern may hold hundreds of thousands: no more than needed is copied.
  return { indicators, skipped: indicators.length > 0 ? skipped : [...skipped, ...unrelated] };
}
