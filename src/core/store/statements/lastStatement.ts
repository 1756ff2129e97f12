import type { Connection } from '../sqlite/sqlite';

/** What was last written about a threat or feed, and its local ID. */
interface LastStatement {
  readonly content: string;
  readonly rank: number;
  readonly id: number;
}

const statementsBy = new WeakMap<Connection, Map<string, LastStatement>>();
/** Present in the connection's memo as long as the cached statements match the file. */
const memo = '\nlast said';
const maxRemembered = 50_000;

/**
 * Returns the ID of the previous `write` if the same content with the same or a higher risk rank was last written for
 * `key`: a list repeats the same threat in every row.
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
  // A failed transaction clears the memo, and with it the cached statements.
  known.set(key, { content, rank, id });
  return id;
}
