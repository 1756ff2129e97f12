import type { TeamJudgment } from '../records/judgment';
import { wireTimestamp } from '../records/timestamp';

/** What a team says, as data for others. */
export function exportedJudgment({ risk, reason, retired, note, tags, by, at }: TeamJudgment) {
  return { risk, reason, retired, note, tags, by, at: wireTimestamp(at) };
}

/** The same in a cell: “high: Seen in our proxy; retired; note: Call Ana; tags: c2, q3; by Ana, 2026-11-28 10:00:00”. */
export function judgmentCell(judgment: TeamJudgment): string {
  const { risk, reason, retired, note, tags, by, at } = exportedJudgment(judgment);
  return [
    ...(risk === undefined ? [] : [reason === undefined ? risk : `${risk}: ${reason}`]),
    ...(retired === undefined ? [] : ['retired']),
    ...(note === undefined ? [] : [`note: ${note}`]),
    ...(tags === undefined ? [] : [`tags: ${tags.join(', ')}`]),
    `by ${by}, ${at ?? ''}`,
  ].join('; ');
}
