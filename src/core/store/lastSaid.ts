import { type Connection } from './sqlite';

/** What was written last of a threat or a feed, and its own id. */
interface LastSaid {
  readonly words: string;
  readonly rank: number;
  readonly id: number;
}

const heldBy = new WeakMap<Connection, Map<string, LastSaid>>();
/** Stands in the connection's memo as long as what is held here is true of the file. */
const memo = '\nlast said';
const mostHeld = 50_000;

/**
 * Answers with the id that `write` gave where the same words were written last of what `key` names, with this rank of risk or a
 * higher one: a list says the same of one threat in each of its rows, and writing that again changes nothing.
 */
export function writeUnlessSaid(
  connection: Connection,
  { key, words, rank }: { readonly key: string; readonly words: string; readonly rank: number },
  write: () => number,
): number {
  let held = heldBy.get(connection);
  if (held === undefined || !connection.memo.has(memo) || held.size >= mostHeld) {
    held = new Map();
    heldBy.set(connection, held);
    connection.memo.set(memo, 0);
  }
  const last = held.get(key);
  if (last?.words === words && last.rank >= rank) return last.id;
  const id = write();
  // A transaction that fails empties the memo, and with it what is held.
  held.set(key, { words, rank, id });
  return id;
}
