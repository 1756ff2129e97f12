import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { parseResolver } from '../../core/indicators/identity/resolverAddress';
import { type ScanSettings, tierNames, type TierName } from '../../core/store/protocol/protocol';
import { StoreError } from '../../core/store/protocol/storeError';
import type { Store } from '../../core/store/store';
import { createEnricher } from '../enrichment';
import { createService } from '../index';
import { servedFrom } from '../servedRecords';
import { listen } from '../listen';
import { ScanQueue } from '../scans/queue';
import { profiles } from '../taxii/profiles';
import {
  type CliIo,
  type Command,
  CommandError,
  type Given,
  numberOption,
  textOption,
  UsageError,
  choiceOption,
} from './command';
import { formatStoreProblem } from './formatStoreProblem';
import { importFile, formatImportResult, importedNothing } from './importFile';
import { enrichmentModes, profileNames, serviceDescription } from './manual/writingCommands';
import { clockProblem } from '../../core/records/problems/storeProblem';
import { localStoreFileOf } from './extensionStore';
import { eraseDeleted, openOrCreateStore } from './openStore';

/** `service`: runs the local service on loopback until the program is stopped. */
export const service: Command = {
  ...serviceDescription,
  async run(given, io) {
    const file = localStoreFileOf(given, io);
    const port = numberOption(given, 'port', 0, 65_535) ?? 0;
    const tier = choiceOption(given, 'tier', tierNames) ?? 'pro';
    const profile = choiceOption(given, 'profile', profileNames);
    const key = keyOf(given, io);
    const scanSettings = scanSettingsOf(given);
    const files = importsOf(given);
    const store = openOrCreateStore(file, io);
    try {
      for (const path of files) {
        const account = await importFile(store, path, io);
        if (io.signal.aborted) return 0;
        io.err(formatImportResult(account));
        if (account.complete && !importedNothing(account)) continue;
        io.err(`${path} wasn't imported completely. The service starts with the data in the store.`);
      }
      await serve(store, { port, tier, key, scanSettings, profile }, io);
    } finally {
      store.close();
    }
    // A service ends with a signal; scans that expired meanwhile are erased in a moment.
    eraseDeleted(file, io);
    return 0;
  },
};

interface Serving {
  readonly port: number;
  readonly tier: TierName;
  readonly key: string;
  readonly scanSettings: ScanSettings;
  readonly profile: string | undefined;
}

async function serve(store: Store, { port, tier, key, scanSettings, profile }: Serving, io: CliIo): Promise<void> {
  const onError = (error: unknown): void => {
    if (error instanceof StoreError) io.err(formatStoreProblem(error.problem, store.file));
    else io.err(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  const onClockJump = (latest: number): void => io.err(formatStoreProblem(clockProblem(latest), store.file));
  const enricher = createEnricher({ resolver: scanSettings.resolver });
  const scans = new ScanQueue({ store, enricher, settings: () => scanSettings, onClockJump, onError });
  const answer = createService({ store: servedFrom(store), scans, tier, key, embedded: false, onError });
  const fault = profiles.find(({ name }) => name === profile);
  const listening = await listen(fault?.wrap(answer) ?? answer, { port, onError });
  if ('portTaken' in listening) throw new CommandError(`Port ${port} is already in use.`);
  scans.start();
  try {
    await io.json({ url: listening.url, key });
    if (!io.signal.aborted) await once(io.signal, 'abort');
  } finally {
    await listening.close();
    await scans.close();
  }
}

function scanSettingsOf(given: Given): ScanSettings {
  const mode = choiceOption(given, 'enrichment', enrichmentModes) ?? 'off';
  const resolver = textOption(given, 'resolver');
  if (resolver === undefined) return { mode };
  if (parseResolver(resolver) === undefined) throw new UsageError(`--resolver ${resolver} isn't a valid HOST[:PORT]`);
  return { mode, resolver };
}

function keyOf(given: Given, io: CliIo): string {
  const key = textOption(given, 'key');
  const variable = textOption(given, 'key-env');
  if (key !== undefined && variable !== undefined) throw new UsageError('specify either --key or --key-env');
  if (variable !== undefined) {
    const value = io.env[variable];
    if (value === undefined || value === '')
      throw new UsageError(`environment variable ${variable} is empty or not set`);
    return value;
  }
  if (key === '') throw new UsageError('--key is empty');
  return key ?? randomBytes(24).toString('hex');
}

/** `--import a b` is the same as `--import a --import b`; a file without the option is an error. */
function importsOf({ options, positionals }: Given): readonly string[] {
  const named = Array.isArray(options.import) ? options.import.filter((path) => typeof path === 'string') : [];
  if (named.length === 0 && positionals.length > 0)
    throw new UsageError(`unexpected argument “${positionals.join(' ')}”`);
  return [...named, ...positionals];
}
