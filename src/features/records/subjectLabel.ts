import { groupId, type GroupSubject, type Subject } from '../../core/records/subject';
import type { IndicatorTools } from '../shared/indicators/indicatorTools';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { omitPassword } from '../../core/text/omitPassword';
import { t } from '../../l10n';
import { truncateMiddle, visibleText } from '../../core/text/visibleText';

/** A subject as titles and lists name it: an indicator defanged, a threat or feed by its name or ID. */
export function subjectTitle(subject: Subject, { defang }: Pick<IndicatorTools, 'defang'>, max = 80): string {
  if (subject.kind === 'indicator') return truncateIndicator(visibleText(defang(omitPassword(subject.value))), max);
  return truncateMiddle(visibleText(subject.name ?? groupLabel(subject)), max);
}

/** A threat or feed without its name: “Threat 12”. */
export function groupLabel(subject: GroupSubject): string {
  const id = groupId(subject);
  if (subject.kind === 'threat') return id === undefined ? t('Threat') : t('Threat {0}', String(id));
  return id === undefined ? t('Feed') : t('Feed {0}', String(id));
}

/** The theme icon of a kind of subject. */
export function subjectIcon(kind: Subject['kind']): string {
  return { indicator: 'shield', threat: 'bug', feed: 'rss' }[kind];
}
