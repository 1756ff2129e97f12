import { formatPercent, formatSize, t } from '../../l10n';
import { foreign, icon, uiPlural, uiSentences, uiText, type UiText } from '../shared/ui/text';

/** All text of the feature, in the order in which a user meets it. */
export const strings = {
  // Opening
  chooseFile: () => uiText('Open Large Log'),
  open: () => uiText('Open'),
  chooseMember: () => uiText('Select the file in the archive'),
  readingArchive: () => uiText('Reading the archive'),
  emptyArchive: () => t('The archive contains no text files.'),
  otherMachine: () =>
    t(
      'Large logs can only be opened on this machine. Copy the file here, or run the extension on the machine with the file.',
    ),
  decompressing: (name: string) => uiText('Decompressing {0}', name),
  decompressed: (bytes: number) => foreign(formatSize(bytes)),
  capped: (name: string, bytes: number) =>
    uiText(
      'Only the first {1} of {0} are shown. threatLookups.largeLogs.maxDecompressedGigabytes and the free disk space limit the size of decompressed files.',
      name,
      formatSize(bytes),
    ),
  damaged: (name: string, reason: string) => uiText('Only the beginning of {0} is shown. {1}', name, reason),
  offer: (name: string, bytes: number) =>
    uiText(
      '{0} ({1}) is too large for extensions. Open it as a large log to see hovers and highlights.',
      name,
      formatSize(bytes),
    ),
  offerOpen: () => uiText('Open Large Log'),
  offerNever: () => uiText("Don't Offer Again"),
  noLog: () => uiText('Open a large log first'),

  // Sections
  statusName: () => uiText('Line of Large Log'),
  status: (line: number, total: number, section: number, count: number) =>
    uiText('{0} Line {1} of {2} (section {3} of {4})', icon('list-ordered'), line, total, section, count),
  statusIndexing: (section: number, count: number, share: number, hasFailed: boolean) =>
    hasFailed
      ? uiText('{0} Section {1} of {2}, not indexed', icon('list-ordered'), section, count)
      : uiText('{0} Section {1} of {2}, indexing {3}', icon('list-ordered'), section, count, formatPercent(share)),
  statusFile: (path: string, bytes: number) => uiText('{0}, {1}', path, formatSize(bytes)),
  sectionLines: (first: number, last: number) => uiText('This section has the lines {0} to {1}.', first, last),
  cutLine: () => uiText('A line that is too long for one section continues in the next one.'),
  statusAction: () => uiText('Click to go to a line of the file.'),
  sectionOf: (section: number, count: number) => uiText('Section {0} of {1}', section, count),
  linesOf: (first: number, last: number) => uiText('Lines {0} to {1}', first, last),
  startsInLine: (shown: UiText) => uiText('{0}, the first one continued', shown),
  endsInLine: () => uiText('The line continues in the next section'),
  previousSection: () => uiText('{0} Previous Section', icon('arrow-up')),
  nextSection: () => uiText('{0} Next Section', icon('arrow-down')),
  firstSection: () => uiText('This is the first section'),
  lastSection: () => uiText('This is the last section'),

  // Lines and times
  goToLine: (name: string) => uiText('Go to Line in {0}', name),
  lineOf: (count: number) => uiText('A line from 1 to {0}.', count),
  lineOfMany: () => uiText('Lines are still being indexed.'),
  invalidLine: () => uiText('Enter the number of a line.'),
  indexing: (name: string) => uiText('Indexing the lines of {0}', name),
  noLine: (line: number, count: number) =>
    uiPlural(
      count,
      {
        one: 'There is no line {1}. The file has {0} line.',
        other: 'There is no line {1}. The file has {0} lines.',
      },
      line,
    ),
  readingTimes: () => uiText('Reading the times'),
  noTimes: (name: string) =>
    uiText(
      'The lines of {0} contain no times that can be read: ISO 8601, Apache, syslog, or seconds since 1970.',
      name,
    ),
  goToTime: (name: string) => uiText('Go to Time in {0}', name),
  timeRange: (first: string, last: string) =>
    uiText('From {0} to {1}. Also only a date or a time of day.', first, last),
  timeExamples: (example: string) => foreign(example),
  invalidTime: () => uiText('Enter a time as in the log, a date, or a time of day.'),
  searchingTime: () => uiText('Searching for the time'),
  timeAfterEnd: (last: string) => uiText('All lines are before this time. The last one is at {0}.', last),
  firstAtTime: (time: string) => uiText('First line at or after this time: {0}', time),
  notOrdered: (name: string, time: string) =>
    uiText('The lines of {0} are not in order of time, so there may be others. This one is at {1}.', name, time),

  // Search
  find: (name: string) => uiText('Find in {0}', name),
  findPlaceholder: () => uiText('Text or regular expression'),
  findText: (text: string) => uiText('Find “{0}”', text),
  findExpression: (text: string) => uiText('Find the regular expression /{0}/', text),
  matchCase: () => uiText('matching case'),
  ignoreCase: () => uiText('ignoring case'),
  invalidExpression: (problem: string) => uiText('Invalid regular expression: {0}', problem),
  match: (line: number, text: string) => uiText('{0}: {1}', line, text),
  matchTooltip: (line: number, text: string) => uiText('Line {0}: {1}', line, text),
  matches: (count: number, query: string, name: string) =>
    uiPlural(count, { one: '{0} match for {1} in {2}.', other: '{0} matches for {1} in {2}.' }, query, name),
  listed: (count: number) => uiText('The first {0} are listed.', count),
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
