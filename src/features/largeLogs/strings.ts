import { formatPercent, t } from '../../l10n';
import { icon, uiPlural, uiSentences, uiText, type UiText } from '../shared/ui/text';

/** Text that several modules of the feature show. */
export const strings = {
  // Opening

  otherMachine: () =>
    t(
      'Large logs can only be opened on this machine. Copy the file here, or run the extension on the machine with the file.',
    ),

  // Sections

  statusIndexing: (section: number, count: number, share: number, hasFailed: boolean) =>
    hasFailed
      ? uiText('{0} Section {1} of {2}, not indexed', icon('list-ordered'), section, count)
      : uiText('{0} Section {1} of {2}, indexing {3}', icon('list-ordered'), section, count, formatPercent(share)),

  // Lines and times

  indexing: (name: string) => uiText('Indexing the lines of {0}', name),

  // Search

  matches: (count: number, query: string, name: string) =>
    uiPlural(count, { one: '{0} match for {1} in {2}.', other: '{0} matches for {1} in {2}.' }, query, name),

  searchState: (
    state: 'running' | 'done' | 'canceled' | 'failed',
    found: UiText,
    share: number,
    capped: UiText | undefined,
  ): UiText => {
    const searched = formatPercent(share);
    const progress = {
      running: () => uiText('Searched {0} so far.', searched),
      done: () => undefined,
      canceled: () => uiText('Canceled after {0} of the file.', searched),
      failed: () => uiText('The search failed after {0} of the file. The output channel has the details.', searched),
    }[state]();
    return uiSentences(found, progress, capped);
  },
};
