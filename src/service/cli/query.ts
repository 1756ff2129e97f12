import { existsSync } from 'node:fs';
import { openStore } from '../../core/store/store';
import { tiers } from '../tiers';
import { createService } from '../index';
import {
  type Command,
  CommandError,
  noStore,
  numberOption,
  requiredOption,
  textOption,
  UsageError,
  wordOption,
} from './command';
import { takeAllIn } from './takingIn';

const most = tiers.business.exploreLimit;

/** `query`: Explore over a store, in the formats of the service. */
export const query: Command = {
  name: 'query',
  summary: 'Search a store with an Explore query',
  usage: `Usage: cli query --db FILE [--format FORMAT] [--type TYPE] [--limit N] 'QUERY'

Prints what /api/explore.php answers: newest seen first. Without a format one JSON line a result.
QUERY is Explore text, such as: risk=high and type=domain
The exit code is 2 where the query can't be read or answered as it stands.

  --db FILE         The store
  --format FORMAT   json, csv or stix
  --type TYPE       indicators (where not given) or threats
  --limit N         At most so many results, 1 to ${most}; ${most} where not given`,
  options: { db: { type: 'string' }, limit: { type: 'string' }, format: { type: 'string' }, type: { type: 'string' } },
  async run(given, io) {
    const file = requiredOption(given, 'db');
    const limit = numberOption(given, 'limit', 1, most);
    const format = wordOption(given, 'format', ['json', 'csv', 'stix']);
    const type = wordOption(given, 'type', ['indicators', 'threats']);
    const [text] = given.words;
    if (text === undefined || given.words.length > 1) throw new UsageError('give one query, in quotes');
    if (!existsSync(file)) throw noStore(file);
    const store = openStore(file);
    try {
      await takeAllIn(store, io);
      const answer = createService({ store, tier: 'business', embedded: true });
      const params = new URLSearchParams({
        q: text,
        ...(limit === undefined ? {} : { limit: String(limit) }),
        ...(format === undefined ? {} : { format }),
        ...(type === undefined ? {} : { type }),
      });
      const address = `http://localhost/api/explore.php?${params.toString()}`;
      const response = await answer(new Request(address, { signal: io.signal }));
      const body = await response.text();
      if (response.status !== 200) {
        const { error = 'The query could not be answered.' } = JSON.parse(body) as { readonly error?: string };
        throw response.status === 400 ? new UsageError(error) : new CommandError(error);
      }
      if (textOption(given, 'format') !== undefined) await io.out(body.replace(/\n$/, ''));
      else
        for (const row of (JSON.parse(body) as { readonly results: readonly unknown[] }).results) {
          if (io.signal.aborted) break;
          await io.out(JSON.stringify(row));
        }
      return 0;
    } finally {
      store.close();
    }
  },
};
