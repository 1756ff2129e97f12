import { createHash } from 'node:crypto';

/** As random as real ones, so that no index profits from their order. */
function uuid(n: number): string {
  const hash = createHash('md5').update(String(n)).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20)}`;
}
const indicatorId = (n: number): string => `indicator--${uuid(n)}`;

const families = 20;

/** The value of the `n`th object, if it is an indicator. */
export function stixValue(n: number): { readonly type: 'domain' | 'url' | 'ip'; readonly value: string } {
  if (n % 5 === 0) return { type: 'ip', value: `2001:db8::${(n >> 16).toString(16)}:${(n & 65_535).toString(16)}` };
  return n % 2 === 0
    ? { type: 'domain', value: `h${n}.lookups-bench-1.com` }
    : { type: 'url', value: `http://h${n}.lookups-bench-2.com/a?b=${n}` };
}

/** Whether the `n`th object is an indicator. */
export function isStixIndicator(n: number): boolean {
  return n > families + 1 && n % 11 !== 0;
}

/**
 * Objects as in feeds: indicators of three types with different dates, one in ten related to one of twenty malware
 * families.
 */
export function* stixObjects(count: number): Generator<object> {
  const head = (type: string, id: string, n: number): Readonly<Record<string, unknown>> => {
    const at = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
    return { type, spec_version: '2.1', id, created: at, modified: at };
  };
  const maker = `identity--${uuid(1)}`;
  yield { ...head('identity', maker, 0), name: 'Bench Team', identity_class: 'organization' };
  for (let n = 1; n <= families; n++)
    yield { ...head('malware', `malware--${uuid(n)}`, n), name: `Kit ${n}`, is_family: true };
  for (let n = families + 2; n <= count; n++) {
    if (!isStixIndicator(n)) {
      yield {
        ...head('relationship', `relationship--${uuid(n)}`, n),
        relationship_type: 'indicates',
        source_ref: indicatorId(n - 1),
        target_ref: `malware--${uuid((n % families) + 1)}`,
      };
      continue;
    }
    const { type, value } = stixValue(n);
    const name = { domain: 'domain-name', url: 'url', ip: 'ipv6-addr' }[type];
    yield {
      ...head('indicator', indicatorId(n), n),
      created_by_ref: maker,
      name: `Seen by sensor ${n % 50}`,
      pattern: `[${name}:value = '${value}']`,
      pattern_type: 'stix',
      valid_from: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString(),
      indicator_types: ['malicious-activity'],
      confidence: 50 + (n % 50),
      labels: [`sensor-${n % 50}`],
    };
  }
}
