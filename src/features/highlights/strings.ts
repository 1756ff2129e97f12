import { formatNumber, plural, t } from '../../l10n';
import type { HighlightLevel } from '../shared/settings/settingValues';
import { type UiText, uiPlural, uiText } from '../shared/ui/text';

/** Text of highlights in editors. */
export const strings = {
  // End of a line
  worst: (indicator: string, verdict: string) => t('{0}: {1}', indicator, verdict),
  more: (count: number) => plural(count, { one: 'and {0} more indicator', other: 'and {0} more indicators' }),

  // Above the first line
  summary: (count: number, worst: string) =>
    uiPlural(count, { one: '{0} risky indicator: {1}', other: '{0} risky indicators, worst: {1}' }, worst),
  summaryOfStart: (count: number, worst: string) =>
    uiPlural(
      count,
      { one: 'At least {0} risky indicator: {1}', other: 'At least {0} risky indicators, worst: {1}' },
      worst,
    ),
  next: () => uiText('Next'),
  triage: () => uiText('Triage'),

  // Status bar
  hidden: () => uiText('Highlighting is off. Run “Toggle Indicator Highlighting” to turn it on.'),
  hiddenShort: () => uiText('highlighting off'),
  moreThanShown: (file: string, max: number) =>
    uiText('{0} has more than {1} risky indicators. The nearest ones are highlighted.', file, max),
  lineCut: (file: string, max: number) =>
    uiText(
      '{0} has lines with more than {1} characters, which are highlighted only up to there. Hovers and triage cover all of them.',
      file,
      formatNumber(max),
    ),
  highlightingOn: () => uiText('Highlighting is on.'),
  highlightingOff: () => uiText('Highlighting is off.'),
  enabledByWorkspace: () => uiText('Highlighting is enabled by this workspace.'),
  disabledByWorkspace: () => uiText('Highlighting is disabled by this workspace.'),

  // Navigation
  searching: () => uiText('Searching for risky indicators…'),
  noDocument: () => uiText('Open a document to go to its risky indicators.'),
  noneFound: (level: HighlightLevel): UiText =>
    ({
      critical: () => uiText('No indicators with critical risk in this document.'),
      high: () => uiText('No indicators with high or critical risk in this document.'),
      medium: () => uiText('No indicators with medium or higher risk in this document.'),
      low: () => uiText('No indicators with known risk in this document.'),
    })[level](),
  cutLines: (max: number) =>
    uiText(
      'Lines with more than {0} characters were searched only up to there. Triage covers all of them.',
      formatNumber(max),
    ),
  arrived: (verdict: string, indicator: string) => uiText('{0}: {1}', verdict, indicator),

  // Problems
  problem: (verdict: string, name: string) => uiText('{0}: {1}', verdict, name),
  openRecordOf: (name: string) => uiText('Open Record of {0}', name),
  defang: (name: string) => uiText('Defang {0}', name),
  ignore: (name: string) => uiText('Ignore {0}…', name),
};
