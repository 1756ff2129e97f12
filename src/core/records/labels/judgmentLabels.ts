import { formatUtc, t } from '../../../l10n';
import { byAuthor, type Judgment, type TeamJudgment } from '../judgment';
import { riskStrings } from './riskStrings';

/** The parts of a judgment as texts; `shown` formats the texts of the team. */
export function judgmentParts(
  { risk, reason, retired, note, tags }: Judgment,
  shown: (text: string) => string = (text) => text,
): readonly string[] {
  return [
    ...(risk === undefined ? [] : [riskStrings.verdict(risk)]),
    ...(reason === undefined ? [] : [shown(reason)]),
    ...(retired === undefined ? [] : [t('retired')]),
    ...(note === undefined ? [] : [t('Note: {0}', shown(note))]),
    ...(tags === undefined ? [] : [t('Tags: {0}', tags.map(shown).join(', '))]),
  ];
}

/** A judgment with its authors and dates, as stored: neither defanged nor escaped. */
export function judgmentText(judgment: TeamJudgment): string {
  return byAuthor(judgment)
    .flatMap((said) => [...judgmentParts(said), t('by {0}, {1}', said.by, formatUtc(said.at))])
    .join(' · ');
}
