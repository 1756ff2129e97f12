import type { DataKind, ImportFormat } from '../../core/store/protocol/protocol';
import { formatList, formatSize, plural, t } from '../../l10n';
import { uiPlural, uiText } from '../shared/ui/text';

/** All text of the feature, in the order in which a user meets it. */
export const strings = {
  // Importing
  importIndicators: () => uiText('Import Indicators'),
  import: () => uiText('Import'),
  importedFileTypes: () => uiText('STIX, CSV, lists, and reports'),
  allFiles: () => uiText('All files'),
  importing: () => uiText('Importing indicators'),
  importedBytes: (file: string, count: number, bytes: number) =>
    uiPlural(count, { one: '{1}: {0} entry, {2}', other: '{1}: {0} entries, {2}' }, file, formatSize(bytes)),
  importedBytesOf: (file: string, count: number, bytes: number, totalBytes: number) =>
    uiPlural(
      count,
      { one: '{1}: {0} entry, {2} of {3}', other: '{1}: {0} entries, {2} of {3}' },
      file,
      formatSize(bytes),
      formatSize(totalBytes),
    ),
  columnsOfTable: (name: string) => t('The columns of {0} were read by their names or contents.', name),
  columnsOfTables: (count: number) =>
    plural(count, {
      one: 'The columns of {0} table were read by their names or contents.',
      other: 'The columns of {0} tables were read by their names or contents.',
    }),
  noColumns: (name: string) => uiText("{0} isn't a table whose columns can be chosen. Nothing was changed.", name),
  setColumns: () => t('Set Columns…'),
  showReport: () => uiText('Show Report'),

  // The result of an import
  files: (count: number) => plural(count, { one: '{0} file', other: '{0} files' }),
  imported: (count: number, source: string, added: number) =>
    plural(
      count,
      { one: 'Imported {0} indicator from “{1}” ({2} new).', other: 'Imported {0} indicators from “{1}” ({2} new).' },
      source,
      added,
    ),
  importedFromFiles: (count: number, files: number, added: number) =>
    plural(
      count,
      { one: 'Imported {0} indicator from {1} ({2} new).', other: 'Imported {0} indicators from {1} ({2} new).' },
      strings.files(files),
      added,
    ),
  kinds: (parts: readonly string[]) => t('Entries: {0}.', formatList(parts)),
  pasted: (time: string) => t('Pasted text, {0}', time),
  emptyClipboard: () => uiText('The clipboard contains no text. Copy indicators first.'),
  setMeaning: () => uiText('Set Meaning of List…'),
  meaningOpen: (lists: string) => uiText('Entries of {0} are shown as listed, but not as risky.', lists),
  skippedForReason: (count: number, reason: string) =>
    plural(count, { one: '{0} entry was skipped: {1}.', other: '{0} entries were skipped: {1}.' }, reason),
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
  importCanceled: () => t('Import canceled.'),
  importIncomplete: (source: string) => t("{0} wasn't imported completely.", source),
  importedRanges: (count: number, source: string) =>
    plural(
      count,
      {
        one: 'Imported the location of {0} address range from “{1}”.',
        other: 'Imported the locations of {0} address ranges from “{1}”.',
      },
      source,
    ),
  importedRangesFromFiles: (count: number, files: number) =>
    plural(
      count,
      {
        one: 'Imported the location of {0} address range from {1}.',
        other: 'Imported the locations of {0} address ranges from {1}.',
      },
      strings.files(files),
    ),
  nothingImported: (source: string) => t('Nothing was imported from {0}.', source),
  fileEmpty: () => t('It is empty.'),

  // The import report
  importReportName: () => uiText('Import Report'),
  skippedEntry: () => t('Skipped entry'),
  reason: () => t('Reason'),
  line: () => t('Line'),
  duplicates: (count: number) => plural(count, { one: '{0} duplicate entry', other: '{0} duplicate entries' }),
  entriesWithReason: () => t('Entries with this reason'),
  nothingSkipped: () => t('Nothing was skipped.'),
  importedSoFar: () => t('Entries imported so far were kept.'),
  moreIncomplete: (count: number) =>
    plural(count, {
      one: "{0} more file wasn't imported completely.",
      other: "{0} more files weren't imported completely.",
    }),
  moreFiles: (count: number) => plural(count, { one: '{0} more file', other: '{0} more files' }),
  reportUnavailable: () => t('This report is no longer available.'),
  importAgain: () =>
    t(
      'Import reports are kept only until you close or reload the window. To see the report again, import the files again.',
    ),
  importButton: () => t('Import…'),
  importAction: () => uiText('Import…'),
  update: () => uiText('Update…'),
  damagedPlaces: () =>
    uiText("The location data is damaged and isn't used. Sync or import the list of locations again."),
  newerPlaces: () =>
    uiText("The location data was written by a newer version of the extension and isn't used. Update this one."),
  entriesRead: (format: ImportFormat, count: number) =>
    plural(count, { one: '{1}, {0} entry read', other: '{1}, {0} entries read' }, formats[format]()),
  indicatorCounts: (added: number, updated: number, unchanged: number) =>
    t('{0} new, {1} updated, {2} unchanged', added, updated, unchanged),
  rangesOfLocations: (count: number) =>
    plural(count, { one: '{0} range in the location data', other: '{0} ranges in the location data' }),
  threats: (count: number) => plural(count, { one: '{0} threat', other: '{0} threats' }),
  feeds: (count: number) => plural(count, { one: '{0} feed', other: '{0} feeds' }),

  // Sample data
  sampleLoaded: (count: number) =>
    uiPlural(count, {
      one: 'Sample data loaded: {0} fictional indicator.',
      other: 'Sample data loaded: {0} fictional indicators.',
    }),
  sampleLeftOut: () => uiText('Highlights and triage leave it out because there is other data.'),
  sampleRemoved: (count: number) =>
    uiPlural(count, {
      one: 'Sample data removed: {0} indicator.',
      other: 'Sample data removed: {0} indicators.',
    }),
  noSample: () => uiText('No sample data is loaded.'),

  // Showing and clearing local data
  localDataName: () => uiText('Local Data'),
  localData: () => t('Data that Threat Lookups stores on this machine. API keys are stored in the system keychain.'),
  file: () => t('File'),
  size: () => t('Size'),
  kind: () => t('Kind'),
  source: () => t('Source'),
  count: () => t('Count'),
  oldest: () => t('Oldest'),
  newest: () => t('Newest'),
  scanQueue: () => t('Scan queue'),
  nothingStored: () => t('No data is stored.'),
  entries: (count: number) =>
    plural(count, { one: '{0} entry in the local store', other: '{0} entries in the local store' }),
  clearButton: () => t('Clear…'),
  kindTitle: (kind: DataKind): string => kinds[kind].title(),
  whenCleared: (kind: DataKind): string => kinds[kind].cleared(),
  showSources: () => t('Manage Sources'),
  clearLocalData: () => uiText('Clear Local Data'),
  selectKinds: () => uiText('Select the data to delete'),
  confirmClear: (kinds: string) => uiText('Clear {0}?', kinds),
  cannotUndo: () => uiText("This can't be undone. API keys and settings are kept."),
  clear: () => uiText('Clear'),
  clearing: () => uiText('Clearing local data'),
  cleared: () => uiText('Local data was cleared.'),

  // The local service
  serviceRunning: (address: string) =>
    uiText(
      'The local service is running at {0} until this window is closed. Requests without the key have the limits of the Visitor plan.',
      address,
    ),
  serviceRunningAlready: (address: string) =>
    uiText(
      'The local service is running at {0}. Requests without the key have the limits of the Visitor plan.',
      address,
    ),
  serviceRunningElsewhere: (address: string) =>
    uiText(
      'The local service is running at {0} in another window. Requests without the key have the limits of the Visitor plan.',
      address,
    ),
  copyKey: () => uiText('Copy Key'),
  copyAddress: () => uiText('Copy URL'),
  keyCopied: () => uiText('Copied the key of the local service.'),
  addressCopied: () => uiText('Copied the URL of the local service.'),
  portInUse: (port: number) => uiText('Port {0} is already in use.', String(port)),
  changePort: () => uiText('Change Port…'),
  serviceStopped: () => uiText('The local service was stopped.'),
  serviceStoppedUnexpectedly: () => uiText('The local service stopped unexpectedly.'),
  serviceNotRunning: () => uiText("The local service isn't running in this window."),
  startService: () => uiText('Start Local Service'),
  howToServe: () =>
    uiText(
      "The local service isn't running. Start it to make your store available to other programs, including over TAXII 2.1.",
    ),
  taxiiAccess: (address: string, changes: string) =>
    uiText(
      'TAXII 2.1 URL: {0}. The user name is taxii2, and the password is the key of the local service. Clients that poll for updates should use the API root {1}. You can change the port in the settings; the key stays the same.',
      address,
      changes,
    ),
  copyTaxiiAddress: () => uiText('Copy TAXII URL'),
  copyChangesAddress: () => uiText('Copy Polling URL'),
  taxiiAddressCopied: () => uiText('Copied the TAXII URL of the local service.'),
  changesAddressCopied: () => uiText('Copied the polling URL.'),

  // The status bar
  updateNeeded: () => uiText('update needed'),
  storeReplaced: () => uiText('store replaced'),
  storeUnavailable: () => uiText('store unavailable'),
};

const formats: Readonly<Record<ImportFormat, () => string>> = {
  stix: () => t('STIX'),
  csv: () => t('CSV'),
  list: () => t('Plain list'),
};

interface KindText {
  readonly title: () => string;
  /** What clearing it means. */
  readonly cleared: () => string;
}

const kinds: Readonly<Record<DataKind, KindText>> = {
  answers: { title: () => t('Cached results'), cleared: () => t('They are fetched again when needed.') },
  imports: {
    title: () => t('Imports'),
    cleared: () => t('To restore them, import the files again.'),
  },
  mirrors: { title: () => t('Mirrored collections'), cleared: () => t('The next sync will fetch them again.') },
  sample: { title: () => t('Sample data'), cleared: () => t('To restore it, run Load Sample Data.') },
  scans: {
    title: () => t('Scans'),
    cleared: () => t('Finished scans are removed from the list. Their results are kept.'),
  },
  findings: {
    title: () => t('Results of local scans'),
    cleared: () => t('Running scans are canceled, and their results are deleted.'),
  },
  overrides: {
    title: () => t('Your risks and states'),
    cleared: () => t('The risks and states of the sources apply again.'),
  },
  recent: { title: () => t('Recent records'), cleared: () => t('The list is cleared. Open panels stay open.') },
  triage: { title: () => t('Triage list'), cleared: () => t("The list is cleared. Files aren't changed.") },
  triagedFiles: {
    title: () => t('Indicators of triaged files'),
    cleared: () => t("What became risky after a triage isn't shown for these files. The files aren't changed."),
  },
  queries: {
    title: () => t('Query history'),
    cleared: () => t("Including pinned queries. Query files aren't changed."),
  },
  sent: { title: () => t('Request log'), cleared: () => t('The list is cleared.') },
  corruptedStores: {
    title: () => t('Corrupted stores'),
    cleared: () => t('Corrupted stores that were moved aside are deleted. Nothing can be recovered from them.'),
  },
};
