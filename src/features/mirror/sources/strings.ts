import type { LookupMode } from '../../../core/lookups/types';
import { formatAge, formatDateTime, plural, t } from '../../../l10n';
import { type UiText, uiPlural, uiText } from '../../shared/ui/text';

/** All text about the service, imports, and sample data in the view “Sources”. */
export const sourceStrings = {
  // Rows
  mode: (mode: LookupMode): string =>
    ({
      offline: () => t('offline'),
      onDemand: () => t('on demand'),
      onHover: () => t('on hover'),
      automatic: () => t('automatic'),
    })[mode](),
  service: (host: string): string => t('Service at {0}', host),
  lookups: (mode: string): string => t('Lookups: {0}', mode),
  sample: (): string => t('Sample data'),
  sampleNote: (): string => t('Made-up indicators to try things out. They leave triage once there are others.'),
  imported: (at: number, now: number): string => t('Imported {0} ({1}).', formatAge(at, now), formatDateTime(at)),
  incompleteWith: (summary: string): string => t('incomplete · {0}', summary),
  importingWith: (summary: string): string => t('importing… · {0}', summary),
  importing: (): string => t('The import is running.'),
  entries: (parts: string): string => t('Entries: {0}.', parts),
  kind: (kind: string): string => t('Kind: {0}', kind),
  meaning: (meaning: string): string => t('Unrated entries: {0}.', meaning),
  incomplete: (): string => t("The last import wasn't completed."),
  canceled: (): string => t('The import was canceled.'),
  skipped: (count: number): string =>
    plural(count, { one: '{0} entry was skipped.', other: '{0} entries were skipped.' }),
  file: (path: string): string => t('File: {0}', path),

  ranges: (count: number): string => plural(count, { one: '{0} address range', other: '{0} address ranges' }),
  rangesAsOf: (count: number, at: number, now: number): string =>
    plural(
      count,
      { one: '{0} address range, synced {1}', other: '{0} address ranges, synced {1}' },
      formatAge(at, now),
    ),
  rangeCount: (count: number): string => plural(count, { one: '{0} address range.', other: '{0} address ranges.' }),

  // The report of a source
  meaningLabel: (): string => t('Unrated entries'),
  fileLabel: (): string => t('File'),
  creditLabel: (): string => t('Credit'),
  licenseLabel: (): string => t('License'),
  termsLabel: (): string => t('Terms'),

  // Commands
  meaningTitle: (): UiText => uiText('Set Meaning of List'),
  ownRisks: (): UiText => uiText('All entries of this source state what they mean.'),
  noFile: (): UiText => uiText('The file of this import is unknown. Import it again with Import Indicators…'),
  removeQuestion: (name: string): UiText => uiText('Remove “{0}” from the local store?', name),
  removeManyQuestion: (count: number): UiText =>
    uiPlural(count, {
      one: 'Remove {0} source from the local store?',
      other: 'Remove {0} sources from the local store?',
    }),
  removeDetail: (indicators: number): UiText =>
    uiPlural(indicators, {
      one: 'What it says about {0} indicator is deleted. Other sources keep what they say. Files are not deleted.',
      other: 'What it says about {0} indicators is deleted. Other sources keep what they say. Files are not deleted.',
    }),
  listRemoval: (count: number): UiText =>
    uiPlural(count, {
      one: 'What it says about {0} indicator is deleted from this machine.',
      other: 'What it says about {0} indicators is deleted from this machine.',
    }),
  rangesRemoval: (count: number): UiText =>
    uiPlural(count, {
      one: '{0} address range is deleted from this machine.',
      other: '{0} address ranges are deleted from this machine.',
    }),
  removing: (): UiText => uiText('Removing from the local store'),
  removed: (indicators: number): UiText =>
    uiPlural(indicators, {
      one: 'Removed what was known about {0} indicator.',
      other: 'Removed what was known about {0} indicators.',
    }),
};
