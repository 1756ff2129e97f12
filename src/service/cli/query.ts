import { StoreError } from '../../core/store/protocol/storeError';
import type { Store } from '../../core/store/store';
import { tiers } from '../http/tiers';
import { createService } from '../index';
import {
  type Command,
  type CliIo,
  CommandError,
  numberOption,
  requiredOption,
  UsageError,
  choiceOption,
} from './command';
import { openExistingStore } from './openStore';
import { indexMirrored } from './indexMirrored';

const maxResults = tiers.business.exploreLimit;

/** `query`: runs an Explore query on a store, in the formats of the service. */
export const query: Command = {
  name: 'query',
  summary: 'Search a store with an Explore query',
  usage: `Usage: cli query --db FILE [--format FORMAT] [--type TYPE] [--limit N] 'QUERY'

Prints the answer of /api/explore.php, most recently seen first; without a format, one JSON line per result.
QUERY is an Explore query, for example: risk=high and type=domain
The exit code is 2 if the query is invalid, and 1 if the store can't be read, or if ${maxResults} results were found
without --limit, since there may be more.

  --db FILE         The store
  --format FORMAT   json, csv, or stix
  --type TYPE       indicators (default) or threats
  --limit N         Maximum number of results, 1 to ${maxResults}; default: ${maxResults}`,
  options: { db: { type: 'string' }, limit: { type: 'string' }, format: { type: 'string' }, type: { type: 'string' } },
  async run(given, io) {
    const file = requiredOption(given, 'db');
    const limit = numberOption(given, 'limit', 1, maxResults);
    const format = choiceOption(given, 'format', ['json', 'csv', 'stix']);
    const type = choiceOption(given, 'type', ['indicators', 'threats']);
    const [text] = given.positionals;
    if (text === undefined || given.positionals.length > 1) throw new UsageError('specify one query, in quotes');
    const store = openExistingStore(file, io);
    try {
      await indexMirrored(store, io);
      const params = new URLSearchParams({
        q: text,
        ...(limit === undefined ? {} : { limit: String(limit) }),
        ...(format === undefined ? {} : { format }),
        ...(type === undefined ? {} : { type }),
      });
      const found = await runQuery(store, params, io);
      if (format !== undefined) await io.document(found.body, format === 'csv' ? 'csv' : 'json');
      else
        for (const row of (JSON.parse(found.body) as { readonly results: readonly unknown[] }).results) {
          if (io.signal.aborted) break;
          await io.json(row);
        }
      if (found.rows < (limit ?? maxResults)) return 0;
      io.err(`Stopped at ${found.rows} results; there may be more.`);
      return limit === undefined ? 1 : 0;
    } finally {
      store.close();
    }
  },
};

/** The service's answer and the number of results. Throws the reason if there is none. */
export async function runQuery(
  store: Store,
  params: URLSearchParams,
  { signal }: Pick<CliIo, 'signal'>,
): Promise<{ readonly body: string; readonly rows: number }> {
  let fault: unknown;
  let rows = 0;
  const counted = <Row>(found: readonly Row[]): readonly Row[] => {
    rows = found.length;
    return found;
  };
  const answer = createService({
    store: {
      ...store,
      search: async (...requested) => counted(await store.search(...requested)),
      searchThreats: async (...requested) => counted(await store.searchThreats(...requested)),
    },
    tier: 'business',
    embedded: true,
    onError: (error) => (fault = error),
  });
  const response = await answer(new Request(`http://localhost/api/explore.php?${params.toString()}`, { signal }));
  const body = await response.text();
  if (response.status === 200) return { body, rows };
  // The service only reports that it failed.
  if (fault instanceof StoreError) throw fault;
  if (fault instanceof Error) throw new CommandError(`The query failed: ${fault.message}`);
  const { error = "The query couldn't be answered." } = JSON.parse(body) as { readonly error?: string };
  throw response.status === 400 ? new UsageError(error) : new CommandError(error);
}
