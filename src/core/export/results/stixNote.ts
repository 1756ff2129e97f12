import type { ExportedAnnotation } from '../annotationColumns';
import { byAuthor, riskReason, type TeamJudgment } from '../../records/judgment';
import type { UtcMillis } from '../../records/record';
import { isoTimestamp } from '../../records/timestamp';
import { identityId, type StixObject, stixUuid } from './stixWriter';

const unknownTime = '1970-01-01T00:00:00.000Z';

/**
 * A note (STIX 2.1, 4.11) about an object, whose content is required: the tags if there is no text. Tags are also labels.
 */
export function stixNote(about: StixObject, { note, tags = [] }: ExportedAnnotation, generated: UtcMillis): StixObject {
  const at = isoTimestamp(generated) ?? unknownTime;
  const id = typeof about['id'] === 'string' ? about['id'] : '';
  return {
    type: 'note',
    spec_version: '2.1',
    id: `note--${stixUuid(`note:${id}`)}`,
    created: at,
    modified: at,
    created_by_ref: identityId,
    ...(tags.length === 0 ? {} : { labels: tags }),
    content: note ?? tags.join(', '),
    object_refs: [id],
  };
}

/** A note with a team's judgment of an object, and its authors. */
export function stixTeamNote(about: StixObject, judgment: TeamJudgment): StixObject {
  const { risk, retired, note, tags, at } = judgment;
  const said = [
    ...(risk === undefined ? [] : [riskReason(judgment)]),
    ...(retired === undefined ? [] : ['Retired']),
    ...(note === undefined ? [] : [note]),
  ];
  const id = typeof about['id'] === 'string' ? about['id'] : '';
  const written = stixNote(about, { tags, ...(said.length === 0 ? {} : { note: said.join('\n') }) }, at);
  return {
    ...written,
    id: `note--${stixUuid(`team:${id}`)}`,
    authors: [...new Set(byAuthor(judgment).map(({ by }) => by))],
  };
}
