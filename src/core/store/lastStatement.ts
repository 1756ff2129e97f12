import { type Connection } from './sqlite';

/** What was written last of a threat or a feed, and its own id. */
interface LastStatement {
  readonly content: string;
  readonly rank: number;
  readonly id: number;
}

const statementsBy = new WeakMap<Connection, Map<string, LastStatement>>();
/** Stands in the connection's memo as long as what is held here is true of the file. */
const memo = '\nlast said';
const maxRemembered = 50_000;

/**
 * Answers with the id that `write` gave where the same words were written last of what `key` names, with this rank of risk or a
 * higher one: a list says the same of one threat in each of its rows, and writing that again changes nothing.
 */
export function writeIfChanged(
  connection: Connection,
  { key, content, rank }: { readonly key: string; readonly content: string; readonly rank: number },
  write: () => number,
): number {
  let known = statementsBy.get(connection);
  if (known === undefined || !connection.memo.has(memo) || known.size >= maxRemembered) {
    known = new Map();
    statementsBy.set(connection, known);
    connection.memo.set(memo, 0);
  }
  const last = known.get(key);
  if (last?.content === content && last.rank >= rank) return last.id;
  const id = write();
  // A transaction that fails empties the memo, and with it what is held.
  known.set(key, { content, rank, id });
  return id;
}
