import type { DataKind, ImportFormat } from '../../../core/store/protocol/protocol';
import { formatNumber, plural, t } from '../../../l10n';
import { uiText } from '../../shared/ui/text';

/** Text that several modules of the feature show. */
export const strings = {
  // The result of an import
  files: (count: number) => plural(count, { one: '{0} file', other: '{0} files' }),

  importedFromFiles: (count: number, files: number, added: number) =>
    plural(
      count,
      { one: 'Imported {0} indicator from {1} ({2} new).', other: 'Imported {0} indicators from {1} ({2} new).' },
      strings.files(files),
      added,
    ),

  entriesSkipped: (count: number) =>
    plural(count, { one: '{0} entry was skipped.', other: '{0} entries were skipped.' }),
  examplesOfSkipped: (examples: number, count: number) =>
    plural(
      examples,
      {
        one: '{1} entries were skipped; the table shows {0} example.',
        other: '{1} entries were skipped; the table shows {0} examples.',
      },
      count,
    ),

  importIncomplete: (source: string) => t("{0} wasn't imported completely.", source),

  importedRangesFromFiles: (count: number, files: number) =>
    plural(
      count,
      {
        one: 'Imported the location of {0} IP range from {1}.',
        other: 'Imported the locations of {0} IP ranges from {1}.',
      },
      strings.files(files),
    ),
  nothingImported: (source: string) => t('Nothing was imported from {0}.', source),

  // The import report

  moreIncomplete: (count: number) =>
    plural(count, {
      one: "{0} more file wasn't imported completely.",
      other: "{0} more files weren't imported completely.",
    }),
  moreFiles: (count: number) => plural(count, { one: '{0} more file', other: '{0} more files' }),

  entriesRead: (format: ImportFormat, count: number) =>
    plural(count, { one: '{1}, {0} entry read', other: '{1}, {0} entries read' }, formats[format]()),

  // Showing and clearing local data

  entries: (count: number, ofSources: number) =>
    plural(
      count,
      {
        one: '{0} entry in the local store, {1} from sources',
        other: '{0} entries in the local store, {1} from sources',
      },
      formatNumber(ofSources),
    ),

  kindTitle: (kind: DataKind): string => kinds[kind].title(),
  whenCleared: (kind: DataKind): string => kinds[kind].cleared(),

  // The local service
  serviceRunning: (address: string) =>
    uiText(
      'The local service is running at {0} until this window is closed. Without the key, the limits of the Visitor plan apply.',
      address,
    ),

  portInUse: (port: number) => uiText('Port {0} is already in use.', String(port)),
};

const formats: Readonly<Record<ImportFormat, () => string>> = {
  stix: () => t('STIX'),
  csv: () => t('CSV'),
  list: () => t('Plain list'),
};

interface KindText {
  readonly title: () => string;
  /** Explains the effect of clearing it. */
  readonly cleared: () => string;
}

const kinds: Readonly<Record<DataKind, KindText>> = {
  answers: { title: () => t('Cached results'), cleared: () => t('They are fetched again when needed.') },
  imports: {
    title: () => t('Imports'),
    cleared: () => t('To restore them, import the files again.'),
  },
  mirrors: { title: () => t('Collections and lists'), cleared: () => t('The next sync will fetch them again.') },
  sample: { title: () => t('Sample data'), cleared: () => t('To restore it, run “Load Sample Data”.') },
  scans: {
    title: () => t('Scans'),
    cleared: () => t('Finished scans are removed from the list. Their results are kept.'),
  },
  findings: {
    title: () => t('Results of local scans'),
    cleared: () => t('Cancels running scans and deletes their results.'),
  },
  overrides: {
    title: () => t('Custom risks and states'),
    cleared: () => t('The risks and states of the sources apply again.'),
  },
  recent: { title: () => t('Recent records'), cleared: () => t('Clears the list. Open panels stay open.') },
  triage: { title: () => t('Triage list'), cleared: () => t("Clears the list. Files aren't changed.") },
  triagedFiles: {
    title: () => t('Indicators from triaged files'),
    cleared: () => t("You won't be notified about these files again. The files aren't changed."),
  },
  queries: {
    title: () => t('Query history'),
    cleared: () => t("Including pinned queries. Query files aren't changed."),
  },
  sent: { title: () => t('Request log'), cleared: () => t('Results of the requests are kept.') },
  replacedStores: {
    title: () => t('Old stores kept after replacement'),
    cleared: () => t("Deletes the stores that were moved aside. Their data can't be recovered afterward."),
  },
};
