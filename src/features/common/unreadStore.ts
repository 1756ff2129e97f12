import type { UnreadStore } from '../../core/lookups/unreadStore';

const sentences: Readonly<Record<UnreadStore, string>> = {
  newer: 'The local store was written by a newer version of Threat Lookups and is not read.',
  otherVersion: 'The local store is of another version and is not read.',
  foreign: 'The file at the location of the local store is not a Threat Lookups store and is not read.',
  damaged: 'The local store is corrupted and is not read.',
  replaced: 'The local store was corrupted and replaced by an empty one. What it contained is no longer found.',
  unavailable: "The local store can't be opened and is not read.",
  busy: 'The local store is locked by another program and could not be read.',
};

/** Says why the local store has no part in an answer, in one sentence. */
export function unreadStoreMessage(unread: UnreadStore): string {
  return sentences[unread];
}
