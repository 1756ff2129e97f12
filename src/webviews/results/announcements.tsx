import { useAnnounced, useAnnouncedChange } from '../common/live';
import type { ResultsView } from '../messages/results';
import { t } from '../../l10n';

interface AnnouncementsProps {
  readonly view: ResultsView;
  /** How many rows are shown and selected; empty if that is all and none. */
  readonly status: string;
}

/** Lets screen readers read what the panel found, what its messages are, and how many rows the filters leave. */
export function Announcements({ view, status }: AnnouncementsProps) {
  const { running, work, summary, facts, notices } = view;
  const count = [summary, ...facts].filter((part) => part !== '').join(', ');
  useAnnounced(running === undefined ? count : (work ?? t('The query is running')));
  useAnnounced(textOf(notices, 'info'));
  useAnnounced(textOf(notices, 'warning'), 'alert');
  useAnnouncedChange(status === '' ? count : status);
  return null;
}

function textOf(notices: ResultsView['notices'], wanted: ResultsView['notices'][number]['tone']): string {
  return notices
    .filter(({ tone }) => tone === wanted)
    .map(({ text }) => text)
    .join(' ');
}
