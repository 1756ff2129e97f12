/**
 * Why what the local store holds is missing from an answer: a newer version wrote it, or another one and it is not updated
 * yet; another file is in its place, it is damaged, it was damaged and an empty one replaced it, it can't be opened, or
 * another program keeps it locked.
 */
export type UnreadStore = 'newer' | 'otherVersion' | 'foreign' | 'damaged' | 'replaced' | 'unavailable' | 'busy';
