/**
 * Why nothing of what the local store held is shown: a newer version wrote it, something else has its place, it is damaged, or
 * it was damaged and an empty one has taken its place.
 */
export type UnreadStore = 'newer' | 'foreign' | 'damaged' | 'replaced';
