import type { UnreadStore } from '../../../core/lookups/unreadStore';
import { strings } from './strings';

/** Why an answer is missing the local store, as a sentence. */
export function unreadStoreMessage(unread: UnreadStore): string {
  return strings.unreadStore(unread);
}
