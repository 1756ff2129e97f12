import type { IndicatorForm } from '../../core/indicators/identity/changeForm';
import { uiPlural, type UiText, uiText } from '../shared/ui/text';

/** Text of commands that change the form of indicators in documents. */
export const strings = {
  searching: (form: IndicatorForm): UiText =>
    form === 'defanged' ? uiText('Defanging indicators…') : uiText('Refanging indicators…'),
  changed: (form: IndicatorForm, count: number): UiText =>
    form === 'defanged'
      ? uiPlural(count, { one: 'Defanged {0} occurrence.', other: 'Defanged {0} occurrences.' })
      : uiPlural(count, { one: 'Refanged {0} occurrence.', other: 'Refanged {0} occurrences.' }),
  nothing: (form: IndicatorForm, isSelection: boolean): UiText => {
    if (form === 'defanged')
      return isSelection
        ? uiText('The selection contains nothing to defang.')
        : uiText('The document contains nothing to defang.');
    return isSelection
      ? uiText('The selection contains nothing to refang.')
      : uiText('The document contains nothing to refang.');
  },
  noDocument: () => uiText('Open a document to defang or refang its indicators.'),
  documentChanged: () => uiText('The document was changed meanwhile. Nothing was replaced.'),
  readOnly: () => uiText('This document can’t be edited.'),
  refang: () => uiText('Refang'),
  refangRisky: (count: number) =>
    uiPlural(count, { one: 'Refang {0} risky indicator?', other: 'Refang {0} risky indicators?' }),
  refangUnknown: (count: number) => uiPlural(count, { one: 'Refang {0} indicator?', other: 'Refang {0} indicators?' }),
  clickable: () => uiText('Afterwards, a click can open what was refanged in a browser.'),
  pasteAs: (form: IndicatorForm): UiText =>
    form === 'defanged' ? uiText('Paste as Defanged') : uiText('Paste as Refanged'),
};
