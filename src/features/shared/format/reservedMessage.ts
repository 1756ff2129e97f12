import type { BlockReason } from '../../../core/lookups/types';
import { t } from '../../../l10n';

type Reserved = Pick<Extract<BlockReason, { kind: 'reserved' }>, 'what'>;

/** Why something reserved is never sent, as a sentence. */
export function reservedMessage({ what }: Reserved): string {
  return {
    name: () => t('Reserved name. Never sent.'),
    address: () => t('Internal IP address. Never sent.'),
    unreadable: () => t('Too long or too deeply encoded to check for internal hosts. Never sent.'),
    unreadIgnoreFile: () => t("The .threatlookupsignore file can't be read. Nothing is sent until it can."),
    longIgnoreList: () => t('The ignore list is too long to check. Nothing is sent until you shorten it.'),
  }[what]();
}
