import { type Author, byAuthor, type TeamJudgment } from '../records/judgment';
import { wireTimestamp } from '../records/timestamp';

/** A team's judgment as data for other programs. */
export function exportedJudgment({ risk, reason, retired, note, tags, by, at, authors }: TeamJudgment) {
  const exported = (of: Author) => ({ by: of.by, at: wireTimestamp(of.at) });
  const others = Object.entries(authors ?? {}).map(([part, author]) => [part, exported(author)] as const);
  return {
    risk,
    reason,
    retired,
    note,
    tags,
    ...exported({ by, at }),
    ...(others.length === 0 ? {} : { authors: Object.fromEntries(others) }),
  };
}

/** A judgment as a cell: “high: Seen in our proxy; retired; by Ana, 2026-11-28 10:00:00; note: Call Ana; by Ben, …”. */
export function judgmentCell(judgment: TeamJudgment): string {
  return byAuthor(judgment)
    .flatMap(({ risk, reason, retired, note, tags, by, at }) => [
      ...(risk === undefined ? [] : [reason === undefined ? risk : `${risk}: ${reason}`]),
      ...(retired === undefined ? [] : ['retired']),
      ...(note === undefined ? [] : [`note: ${note}`]),
      ...(tags === undefined ? [] : [`tags: ${tags.join(', ')}`]),
      `by ${by}, ${wireTimestamp(at) ?? ''}`,
    ])
    .join('; ');
}
