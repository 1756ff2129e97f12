import { foundBy, maybeKept } from '../../stix/foundBy';
import { type Connection } from '../sqlite';
import { hashOf, HashSet, packHashes } from './hashes';
import { countWaiting, keepPage, type WaitingPage } from './pages';
import { type MirrorRun } from './run';

/** Objects a row: of a longer page parts are kept. */
const longestPage = 4_000;
const partSize = 1_000;

/**
 * The pages of a first sync, kept as they come. Of each object no more is looked at than what finds it; those by which others
 * are read, and those that no key finds, are taken in at once.
 */
export class Shelf {
  private readonly seen = new HashSet();
  /** Ids that wait on pages. */
  waiting = 0;
  /** No id came twice. */
  isPlain = true;
  isOpen = true;

  constructor(private readonly place: Omit<WaitingPage, 'pid'>) {}

  /** Ids that came. */
  get distinct(): number {
    return this.seen.size;
  }

  /** The chain begins again: from now on each object is taken in at once. */
  close(): void {
    this.isOpen = false;
    this.isPlain = false;
  }

  /** Keeps a page, in one transaction; answers with how many ids no earlier page brought. */
  keep(connection: Connection, run: MirrorRun, objects: readonly unknown[], bytes: Uint8Array): number {
    const before = this.seen.size;
    const size = objects.length <= longestPage ? longestPage : partSize;
    const parts: (readonly unknown[])[] = [];
    for (let at = 0; at < objects.length; at += size) parts.push(objects.slice(at, at + size));
    connection.transaction(() => {
      for (const part of parts) this.keepPart(connection, run, part, parts.length === 1 ? bytes : undefined);
    });
    return this.seen.size - before;
  }

  private keepPart(
    connection: Connection,
    run: MirrorRun,
    objects: readonly unknown[],
    bytes: Uint8Array | undefined,
  ): void {
    const hashes: number[] = [];
    const atOnce: unknown[] = [];
    let waiting = 0;
    for (const object of objects) {
      if (!maybeKept(object)) {
        atOnce.push(object);
        continue;
      }
      const { id, type } = object;
      const hash = hashOf(id);
      const isNew = this.seen.add(hash);
      const texts = foundBy(object, id, type);
      // Of several versions each is taken in its turn.
      if (!isNew) this.isPlain = false;
      else if (texts === undefined) {
        atOnce.push(object);
        continue;
      } else waiting++;
      for (const text of texts ?? []) hashes.push(text === id ? hash : hashOf(text));
    }
    if (atOnce.length < objects.length) {
      const body = bytes ?? new TextEncoder().encode(JSON.stringify({ objects }));
      keepPage(connection, this.place, { hashes: packHashes(hashes), body });
    }
    countWaiting(connection, this.place.sourceId, waiting);
    this.waiting += waiting;
    if (atOnce.length > 0) run.take(atOnce);
  }
}
