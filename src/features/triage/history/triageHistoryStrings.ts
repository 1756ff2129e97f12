import { plural } from '../../../l10n';
import { uiPlural, uiText, type UiText } from '../../shared/ui/text';

/** Texts about what became risky after a triage. */
export const triageHistoryStrings = {
  message: (files: number, count: number): UiText =>
    uiPlural(
      count,
      { one: '{0} indicator in {1} is now risky.', other: '{0} indicators in {1} are now risky.' },
      plural(files, { one: '{0} triaged file', other: '{0} triaged files' }),
    ),
  ask: () =>
    uiText(
      "Remember indicators from triaged files, on this machine only? Hovers and triage will show where you've seen one before, and you'll be notified if one becomes risky.",
    ),
  remember: () => uiText('Remember'),
  doNotRemember: () => uiText("Don't Remember"),
  show: () => uiText('Show Indicators'),
  title: () => uiText('Newly Risky'),
  counts: (count: number, files: number): UiText =>
    uiPlural(
      count,
      { one: '{0} indicator in {1}', other: '{0} indicators in {1}' },
      plural(files, { one: '{0} file', other: '{0} files' }),
    ),
  onlyLast: (shown: number, total: number): UiText =>
    uiText('Only the newest {0} of {1} results are listed.', shown, total),
  dismiss: () => uiText('Dismiss Newly Risky Indicators'),
  rowTooltip: () => uiText('Indicators in triaged files that became risky later'),
  nothingNew: () => uiText('No indicators in triaged files have become risky.'),
  forgetTitle: () => uiText('Forget Triaged Files'),
  chooseFiles: () => uiText('Select files to forget'),
  triagedAt: (age: string, count: number): UiText =>
    uiPlural(count, { one: 'triaged {1}, {0} indicator', other: 'triaged {1}, {0} indicators' }, age),
  seenIn: () => uiText('Seen in Triaged Files'),
  chooseSeen: () => uiText('Select a file to go to the first occurrence there'),
  notSeen: (indicator: string): UiText => uiText("{0} isn't in any other remembered file.", indicator),
  seenAt: (age: string, line: number): UiText => uiText('triaged {0}, line {1}', age, line),
  noFiles: () => uiText('No triaged files are remembered.'),
  forgotten: (count: number): UiText =>
    uiPlural(count, {
      one: 'Removed the remembered indicators from {0} file.',
      other: 'Removed the remembered indicators from {0} files.',
    }),
};
