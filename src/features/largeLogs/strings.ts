import { formatPercent, t } from '../../l10n';
import { icon, uiText } from '../shared/ui/text';

/** Text that several modules of the feature show. */
export const strings = {
  // Opening

  otherMachine: () =>
    t(
      'Large logs can be opened only on the machine where the extension runs. Copy the file to that machine, or run the extension on the machine with the file.',
    ),

  // Sections

  statusIndexing: (section: number, count: number, share: number, hasFailed: boolean) =>
    hasFailed
      ? uiText('{0} Section {1} of {2}, not indexed', icon('list-ordered'), section, count)
      : uiText('{0} Section {1} of {2}, indexing {3}', icon('list-ordered'), section, count, formatPercent(share)),

  // Lines and times

  indexing: (name: string) => uiText('Indexing {0}', name),
};
