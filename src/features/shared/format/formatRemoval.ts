import type { RemovalProgress } from '../../../core/store/protocol/protocol';
import type { WipeEnd } from '../../../core/store/protocol/protocol';
import { formatNumber, formatPercent } from '../../../l10n';
import { type UiText, uiText } from '../ui/text';

/** The progress of a removal. */
export function formatRemoval({ step, done, total }: RemovalProgress): UiText {
  if (step === 'removing') return uiText('{0} of {1}', formatNumber(done), formatNumber(total));
  return uiText('Erasing from the disk: {0}', formatPercent(total === 0 ? 0 : done / total));
}

/** Explains when deleted data that is still in the file will be erased. */
export function formatNotErased(erased: WipeEnd): UiText | undefined {
  switch (erased) {
    case 'done':
      return undefined;
    case 'busy':
      return uiText('It will be erased from the disk when no other window or program is using the local store.');
    case 'diskFull':
      return uiText('It will be erased from the disk when there is enough free space.');
  }
}
