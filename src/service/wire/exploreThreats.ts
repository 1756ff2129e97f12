import { type ThreatLink } from '../../core/records/record';
import { csvCell } from '../../core/results';

/** A row of Explore's JSON results for `type=threats`; the specification does not show one. */
export function threatRow({ tid, name, category, risk }: ThreatLink) {
  return { tid: tid ?? null, threat: name, category: category ?? null, risk };
}

/** Header and rows of a CSV of threats, which the specification does not show. */
export function threatsCsv(threats: readonly ThreatLink[]): string {
  const rows = threats.map((threat) => {
    const { tid, threat: name, category, risk } = threatRow(threat);
    return [csvCell(name), csvCell(category ?? ''), risk, String(tid ?? '')].join(',');
  });
  return ['threat,category,risk,tid', ...rows, ''].join('\n');
}
