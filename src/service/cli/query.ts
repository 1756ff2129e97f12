import { StoreError } from '../../core/store/protocol/storeError';
import { createService } from '../index';
import { type ServedRecords, servedFrom } from '../servedRecords';
import {
  type Command,
  type CliIo,
  CommandError,
  numberOption,
  UsageError,
  choiceOption,
  codeOf,
  hasFlag,
} from './command';
import type { ExitCode } from './exitCodes';
import { maxQueryResults, queryDescription, queryFormats, queryTypes } from './manual/readingCommands';
import { readStoreOf } from './extensionStore';
import { openExistingStore } from './openStore';
import { isTeamAddress, withTeamStore } from './teamAddress';

/** `query`: runs an Explore query on a store, in the formats of the service. */
export const query: Command = {
  ...queryDescription,
  async run(given, io) {
    const db = readStoreOf(given, io);
    const limit = numberOption(given, 'limit', 1, maxQueryResults);
    const format = choiceOption(given, 'format', queryFormats);
    const type = choiceOption(given, 'type', queryTypes);
    const isDocument = hasFlag(given, 'json');
    if (isDocument && format !== undefined) throw new UsageError('specify either --json or --format');
    const [text] = given.positionals;
    if (text === undefined || given.positionals.length > 1) throw new UsageError('specify one query, in quotes');
    const params = new URLSearchParams({ q: text });
    for (const [name, value] of Object.entries({ limit, format, type }))
      if (value !== undefined) params.set(name, String(value));
    const answer = async (records: ServedRecords): Promise<ExitCode> => {
      const found = await runQuery(records, params, io);
      const isComplete = found.rows < (limit ?? maxQueryResults);
      if (isDocument) await io.json({ ...(JSON.parse(found.body) as object), complete: isComplete });
      else if (format !== undefined) await io.document(found.body, format === 'csv' ? 'csv' : 'json');
      else await writeRows(found.body, io);
      if (isComplete) return codeOf(true);
      io.err(`Stopped at ${found.rows} results; there may be more.`);
      return codeOf(limit !== undefined);
    };
    if (isTeamAddress(db)) return withTeamStore(db, (team) => answer(team.records));
    const store = openExistingStore(db, io);
    try {
      return await answer(servedFrom(store));
    } finally {
      store.close();
    }
  },
};

/** Writes each result of an answer in JSON as a line. */
async function writeRows(body: string, io: CliIo): Promise<void> {
  const { results } = JSON.parse(body) as { readonly results: readonly unknown[] };
  for (const row of results) {
    if (io.signal.aborted) return;
    await io.json(row);
  }
}

/** How often a search that takes long reports that it is running. */
const progressSeconds = 5;

/** The service's answer and the number of results. Throws the reason if there is none. */
export async function runQuery(
  records: ServedRecords,
  params: URLSearchParams,
  { signal, err }: Pick<CliIo, 'signal'> & Partial<Pick<CliIo, 'err'>>,
): Promise<{ readonly body: string; readonly rows: number }> {
  let fault: unknown;
  let rows = 0;
  const counted = <Row>(found: readonly Row[]): readonly Row[] => {
    rows = found.length;
    return found;
  };
  const answer = createService({
    store: {
      ...records,
      search: async (...requested) => counted(await records.search(...requested)),
      searchThreats: async (...requested) => counted(await records.searchThreats(...requested)),
    },
    tier: 'business',
    embedded: true,
    onError: (error) => (fault = error),
  });
  let seconds = 0;
  const waiting = setInterval(() => {
    seconds += progressSeconds;
    err?.(`Searching for ${seconds} seconds. Ctrl+C cancels.`);
  }, progressSeconds * 1_000);
  const request = new Request(`http://localhost/api/explore.php?${params.toString()}`, { signal });
  const response = await answer(request).finally(() => clearInterval(waiting));
  const body = await response.text();
  if (response.status === 200) return { body, rows };
  // The service only reports that it failed.
  if (fault instanceof StoreError) throw fault;
  if (fault instanceof Error) throw new CommandError(`The query failed: ${fault.message}`);
  const { error = "The query couldn't be answered." } = JSON.parse(body) as { readonly error?: string };
  throw response.status === 400 ? new UsageError(error) : new CommandError(error);
}
