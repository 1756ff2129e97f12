import type { UnreadStore } from '../../core/lookups/unreadStore';
import { strings } from './strings';

/** Why the local store has no part in an answer, as a sentence. */
export function unreadStoreMessage(unread: UnreadStore): string {
  return strings.unreadStore(unread);
}
