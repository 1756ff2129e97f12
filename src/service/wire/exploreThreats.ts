import type { ThreatLink } from '../../core/records/record';

/** A row of Explore's JSON results for `type=threats`, which the specification doesn't show. */
export function threatRow({ tid, name, category, risk }: ThreatLink) {
  return { tid: tid ?? null, threat: name, category: category ?? null, risk };
}
