import type { ChosenMeaning } from '../../../core/records/sourceDetails';
import { t } from '../../../l10n';
import { icon, type UiText, uiText } from '../../shared/ui/text';

/** Text about the columns of tables of unknown form. */
export const columnStrings = {
  title: (name: string): UiText => uiText('Columns of {0}', name),
  question: (): UiText => uiText('What do the columns contain? Choose a column to change it.'),
  columnTitle: (name: string): UiText => uiText('Column “{0}”', name),
  unnamed: (column: number): string => t('Column {0}', column),
  accept: (): UiText => uiText('{0} Import with These Columns', icon('check')),
  firstRow: (values: string): UiText => uiText('First row: {0}', values),
  noValues: (): UiText => uiText('{0} No Column with Indicators', icon('warning')),
  noValuesDetail: (): UiText => uiText('Choose the column with the domains, IP addresses, or URLs below.'),
  nothingToChoose: (): UiText => uiText('The columns of this list are known. There is nothing to choose.'),
  labeled: (label: string, value: string): string => t('{0}: {1}', label, value),
  current: (): UiText => uiText('current'),
  byName: (): UiText => uiText('as named'),
  other: (): UiText => uiText('Something Else'),
  meaning: (meaning: ChosenMeaning): string =>
    ({
      value: () => t('Indicator'),
      risk: () => t('Risk'),
      threat: () => t('Threat'),
      category: () => t('Category'),
      firstSeen: () => t('First Seen'),
      lastSeen: () => t('Last Seen'),
      port: () => t('Port'),
      reference: () => t('Reference'),
      comment: () => t('Comment'),
    })[meaning](),
  meaningDetail: (meaning: ChosenMeaning | 'none'): UiText =>
    ({
      value: () => uiText('Domains, IP addresses, networks, or URLs'),
      risk: () => uiText('A word such as “high” or “benign”'),
      threat: () => uiText('The name of a malware family, campaign, or group'),
      category: () => uiText('The category of the threat, such as “phishing”'),
      firstSeen: () => uiText('When it was first seen or added'),
      lastSeen: () => uiText('When it was last seen'),
      port: () => uiText('A port number'),
      reference: () => uiText('The address of a report'),
      comment: () => uiText('A description or tags'),
      none: () => uiText('Shown in the record under the name of the column'),
    })[meaning](),
};
