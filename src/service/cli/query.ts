import { type ServedRecords, servedFrom } from '../servedRecords';
import { type Command, type CliIo, numberOption, UsageError, choiceOption, getCode, hasFlag } from './command';
import type { ExitCode } from './exitCodes';
import { maxQueryResults, queryDescription, queryFormats, queryTypes } from './manual/readingCommands';
import { getReadStore } from './extensionStore';
import { openExistingStore } from './openStore';
import { queryWarnings } from './queryProblems';
import { runQuery } from './runQuery';
import { isTeamAddress } from './teamAddress';
import { withTeamStore } from './withTeamStore';

/** `query`: runs an Explore query on a store, in the formats of the service. */
export const query: Command = {
  ...queryDescription,
  async run(given, io) {
    const db = getReadStore(given, io);
    const limit = numberOption(given, 'limit', 1, maxQueryResults);
    const format = choiceOption(given, 'format', queryFormats);
    const type = choiceOption(given, 'type', queryTypes);
    const isDocument = hasFlag(given, 'json');
    if (isDocument && format !== undefined) throw new UsageError('Specify either --json or --format');
    const [text] = given.positionals;
    if (text === undefined || text.trim() === '' || given.positionals.length > 1)
      throw new UsageError("Specify one query in quotes, for example 'risk=high and type=domain'");
    if (format === 'stix' && type === 'threats') throw new UsageError('--format stix requires --type indicators');
    const warnings = queryWarnings(text, type);
    const params = new URLSearchParams({ q: text });
    for (const [name, value] of Object.entries({ limit, format, type }))
      if (value !== undefined) params.set(name, String(value));
    const answer = async (records: ServedRecords): Promise<ExitCode> => {
      const found = await runQuery(records, params, io);
      for (const warning of warnings) io.err(warning);
      const isComplete = found.rows < (limit ?? maxQueryResults);
      if (isDocument) await io.json({ ...(JSON.parse(found.body) as object), complete: isComplete });
      else if (format !== undefined) await io.document(found.body, format === 'csv' ? 'csv' : 'json');
      else await writeRows(found.body, io);
      if (isComplete) return getCode(true);
      io.err(`Stopped at ${found.rows} ${found.rows === 1 ? 'result' : 'results'}; there may be more.`);
      return getCode(limit !== undefined);
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
