import { groupId, type Subject } from '../../core/records/subject';
import type { IndicatorTools } from '../common/indicatorTools';
import { truncateIndicator } from '../common/truncateIndicator';
import { truncateMiddle, visibleText } from '../common/visibleText';
import { omitPassword } from '../common/omitPassword';

/** A subject as titles and lists name it: an indicator defanged, a threat or a feed by its name or number. */
export function subjectTitle(subject: Subject, { defang }: Pick<IndicatorTools, 'defang'>, max = 80): string {
  if (subject.kind === 'indicator') return truncateIndicator(visibleText(defang(omitPassword(subject.value))), max);
  const word = subject.kind === 'threat' ? 'Threat' : 'Feed';
  return truncateMiddle(visibleText(subject.name ?? `${word} ${groupId(subject) ?? ''}`), max);
}

/** The theme icon that stands for a kind of subject. */
export function subjectIcon(kind: Subject['kind']): string {
  return { indicator: 'shield', threat: 'bug', feed: 'rss' }[kind];
}
