import type { IndicatorForm } from '../../../core/indicators/identity/changeForm';
import { type UiText, uiText } from '../../shared/ui/text';

/** Text of commands that change the form of indicators in documents. */
export const strings = {
  nothing: (form: IndicatorForm, isSelection: boolean): UiText => {
    if (form === 'defanged')
      return isSelection
        ? uiText('The selection contains nothing to defang.')
        : uiText('The document contains nothing to defang.');
    return isSelection
      ? uiText('The selection contains nothing to refang.')
      : uiText('The document contains nothing to refang.');
  },
};
