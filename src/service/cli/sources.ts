import type { StoredSource } from '../../core/records/sourceDetails';
import { removeSource } from '../sources';
import {
  type CliIo,
  type Command,
  CommandError,
  getCode,
  getStoreFile,
  numberOption,
  type ParsedArgs,
  UsageError,
} from './command';
import { type ExitCode, exitCode } from './exitCodes';
import { programName } from './manual/shared';
import { sourcesDescription } from './manual/writingCommands';
import { closing, openExistingStore } from './openStore';
import { printRows, shortDate } from './reports/columns';
import { isTeamAddress, withoutSecrets } from './teamAddress';
import { withTeamStore } from './withTeamStore';

/** Operations that the command needs of a store, a file or the database of a team. */
interface SourceStore {
  list(): Promise<readonly StoredSource[]>;
  /** Resolves with how many indicators the source mentioned, undefined if there is no such source any longer. */
  remove(id: number): Promise<number | undefined>;
}

/** `sources`: lists the sources of a store, or removes one. */
export const sources: Command = {
  ...sourcesDescription,
  async run(given, io) {
    const db = getStoreFile(given, io);
    const work = workOf(given, db, io);
    if (isTeamAddress(db))
      return withTeamStore(db, (team) =>
        work({ list: () => team.sources(), remove: (id) => team.removeSource(id, io.signal) }),
      );
    const store = openExistingStore(db, io);
    return closing(store, io, () =>
      work({
        list: () => Promise.resolve(store.sources.list()),
        remove: (id) => removeSource(store, id),
      }),
    );
  },
};

/** Checks the arguments before anything is opened. */
function workOf(given: ParsedArgs, db: string, io: CliIo): (store: SourceStore) => Promise<ExitCode> {
  const [action, name, ...others] = given.positionals;
  const id = numberOption(given, 'id', 1, Number.MAX_SAFE_INTEGER);
  if (action === undefined && id === undefined) return (store) => listAll(store, given, io);
  if (action === undefined) throw new UsageError('--id requires “remove”');
  if (action !== 'remove')
    throw new UsageError(`Unknown action “${action}”. Specify “remove”, or nothing to list all sources`);
  if ((name === undefined) === (id === undefined) || others.length > 0)
    throw new UsageError('Specify one name, in quotes if it has spaces, or --id');
  return async (store) => {
    const source = chosen(await store.list(), name, id, isTeamAddress(db) ? withoutSecrets(db) : db);
    const removed = await store.remove(source.id);
    await io.json({ id: source.id, name: source.name, kind: source.kind, removed: removed ?? 0 });
    return exitCode.done;
  };
}

async function listAll(store: SourceStore, given: ParsedArgs, io: CliIo): Promise<ExitCode> {
  const rows = (await store.list()).map(({ id, name, kind, indicators, risk = 'unknown', created, asOf }) => {
    return { id, name, kind, indicators, risk, added: dateOf(created), asOf: dateOf(asOf) };
  });
  const titles = ['ID', 'KIND', 'INDICATORS', 'RISK', 'AS OF (UTC)', 'NAME'];
  const cells = ({ id, kind, indicators, risk, asOf, name }: (typeof rows)[number]): readonly string[] => {
    return [String(id), kind, String(indicators), risk, shortDate(asOf), name];
  };
  await printRows(rows, { titles, cells }, given, io);
  return getCode(true);
}

/** Kinds with copies of external data. The others contain judgments of people and results of scans. */
const removable: ReadonlySet<string> = new Set(['import', 'mirror', 'sample']);

function chosen(
  all: readonly StoredSource[],
  name: string | undefined,
  id: number | undefined,
  db: string,
): StoredSource {
  const found = all.filter((source) => source.id === id || source.name === name);
  const [source] = found;
  if (source === undefined)
    throw new CommandError(
      `No source ${name === undefined ? `has the ID ${id}` : `is named “${name}”`}. To list all sources, run “${programName} sources --db ${db}”.`,
    );
  if (found.length > 1)
    throw new CommandError(
      `Several sources are called “${source.name}”. Specify one of them: ${found.map((each) => `--id ${each.id} (${each.kind})`).join(', ')}.`,
    );
  if (!removable.has(source.kind))
    throw new CommandError(`“${source.name}” can't be removed: it isn't an import, a collection, or sample data.`);
  return source;
}

function dateOf(at: number): string {
  return new Date(at).toISOString();
}
