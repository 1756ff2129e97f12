import type { UnreadStore } from '../../../core/lookups/unreadStore';
import { t } from '../../../l10n';

/** Why an answer is missing the local store, as a sentence. */
export function unreadStoreMessage(unread: UnreadStore): string {
  return {
    newer: () => t("The local store was created by a newer version of Threat Lookups and can't be read."),
    otherVersion: () =>
      t(
        "The local store was created by another version of Threat Lookups and can't be read. Update the extension and reload open windows.",
      ),
    foreign: () => t('The local store file belongs to another program.'),
    damaged: () => t("The local store is corrupted and can't be read."),
    replaced: () => t('The local store was replaced by an empty one. Import and sync your data again.'),
    unavailable: () => t("The local store can't be opened."),
    busy: () => t("The local store is locked by another program and couldn't be read."),
  }[unread]();
}
