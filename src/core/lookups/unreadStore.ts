/**
 * Why the local store is missing from an answer: it was created by a newer or another version, another file is in its
 * place, it is corrupted, it was corrupted and replaced by an empty one, it can't be opened, or another program locks
 * it.
 */
export type UnreadStore = 'newer' | 'otherVersion' | 'foreign' | 'damaged' | 'replaced' | 'unavailable' | 'busy';
