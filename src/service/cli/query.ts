import { existsSync } from 'node:fs';
import { openStore } from '../../core/store/store';
import { tiers } from '../tiers';
import { createService } from '../index';
import { type Command, CommandError, numberOption, requiredOption, UsageError } from './command';

/** `query`: Explore over a store, as JSON lines. */
export const query: Command = {
  name: 'query',
  summary: 'Search a store with an Explore query',
  usage: `Usage: cli query --db FILE [--limit N] 'QUERY'

Prints one JSON line a result, newest seen first, as “results” of /api/explore.php holds them.
QUERY is Explore text, such as: risk=high and type=domain

  --db FILE   The store
  --limit N   At most so many results, 1 to ${tiers.business.exploreLimit}; ${tiers.business.exploreLimit} where not given`,
  options: { db: { type: 'string' }, limit: { type: 'string' } },
  async run(given, io) {
    const file = requiredOption(given, 'db');
    const limit = numberOption(given, 'limit', 1, tiers.business.exploreLimit);
    const [text] = given.words;
    if (text === undefined || given.words.length > 1) throw new UsageError('give one query, in quotes');
    if (!existsSync(file)) throw new CommandError(`There is no store at ${file}.`);
    const store = openStore(file);
    try {
      const answer = createService({ store, tier: 'business', embedded: true });
      const params = new URLSearchParams({ q: text, ...(limit === undefined ? {} : { limit: String(limit) }) });
      const response = await answer(new Request(`http://localhost/api/explore.php?${params.toString()}`));
      const body = (await response.json()) as { readonly results?: readonly unknown[]; readonly error?: string };
      if (body.results === undefined) {
        const message = body.error ?? 'The query could not be answered.';
        throw response.status === 400 ? new UsageError(message) : new CommandError(message);
      }
      for (const row of body.results) {
        if (io.signal.aborted) break;
        await io.out(JSON.stringify(row));
      }
      return 0;
    } finally {
      store.close();
    }
  },
};
