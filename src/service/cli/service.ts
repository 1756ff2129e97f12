import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { parseResolver } from '../../core/indicators/identity/resolverAddress';
import { type ScanSettings, tierNames } from '../../core/store/protocol/protocol';
import { StoreError } from '../../core/store/protocol/storeError';
import type { Store } from '../../core/store/store';
import { createEnricher } from '../enrichment';
import type { ImportStore } from '../import/importStore';
import { type TrustedProxies, trustedProxies } from '../http/trustedProxies';
import { createService, type Service } from '../index';
import { servedFrom } from '../servedRecords';
import { listen, type ListenOptions } from '../listen';
import { ScanQueue } from '../scans/queue';
import { profiles } from '../taxii/profiles';
import {
  type CliIo,
  type Command,
  CommandError,
  type ParsedArgs,
  numberOption,
  getStoreFile,
  textOption,
  UsageError,
  choiceOption,
} from './command';
import { formatStoreProblem } from './formatStoreProblem';
import { importFile, formatImportResult, importedNothing } from './importFile';
import { programName } from './manual/shared';
import { enrichmentModes, profileNames, serviceDescription } from './manual/writingCommands';
import { clockProblem } from '../../core/records/problems/storeProblem';
import { eraseDeleted, openOrCreateStore } from './openStore';
import { isTeamAddress } from './teamAddress';
import type { TeamStore } from '../team';
import { withTeamStore } from './withTeamStore';
import { type ExitCode, exitCode } from './exitCodes';

/** `service`: runs the local service, or that of a team, until the program is stopped. */
export const service: Command = {
  ...serviceDescription,
  async run(given, io) {
    const db = getStoreFile(given, io);
    return isTeamAddress(db) ? serveTeam(db, given, io) : serveFile(db, given, io);
  },
};

async function serveFile(file: string, given: ParsedArgs, io: CliIo): Promise<ExitCode> {
  const address = addressOf(given);
  const tier = choiceOption(given, 'plan', tierNames) ?? 'pro';
  const profile = choiceOption(given, 'profile', profileNames);
  const key = keyOf(given, io);
  const scanSettings = scanSettingsOf(given);
  const files = importsOf(given);
  const store = openOrCreateStore(file, io);
  try {
    if (!(await importEach(files, store, io))) return exitCode.done;
    const onError = (error: unknown): void => {
      if (error instanceof StoreError) io.err(formatStoreProblem(error.problem, file));
      else io.err(detailsOf(error));
    };
    const onClockJump = (latest: number): void => io.err(formatStoreProblem(clockProblem(latest), file));
    const enricher = createEnricher({ resolver: scanSettings.resolver });
    const scans = new ScanQueue({ store, enricher, settings: () => scanSettings, onClockJump, onError });
    const answer = createService({ store: servedFrom(store), scans, tier, key, embedded: false, onError });
    const fault = profiles.find(({ name }) => name === profile);
    try {
      await serve(fault?.wrap(answer) ?? answer, { address, line: { key }, onError, onStart: () => scans.start() }, io);
    } finally {
      await scans.close();
    }
  } finally {
    store.close();
  }
  // A service ends with a signal; scans that expired in the meantime are erased in a moment.
  eraseDeleted(file, io);
  return exitCode.done;
}

/** Options that only the service of a file has. */
const fileOptions = ['key', 'key-env', 'plan', 'profile'];

/** A request doesn't wait longer for a statement; searches have a limit of their own. */
const statementSeconds = 60;

function serveTeam(db: string, given: ParsedArgs, io: CliIo): Promise<ExitCode> {
  const address = addressOf(given);
  const wrong = fileOptions.find((name) => given.options[name] !== undefined);
  if (wrong !== undefined)
    throw new UsageError(
      `--${wrong} can't be used with a team database. To add keys and set their plans, use “${programName} team add”`,
    );
  const settings = scanSettingsOf(given);
  const files = importsOf(given);
  return withTeamStore(
    db,
    async (team) => {
      if (!(await importEach(files, team.imports(io.signal), io))) return exitCode.done;
      const { accounts, judgments, records: store } = team;
      const { isPassing } = await import('../team/database');
      const { outageLog } = await import('../team/outageLog');
      const describe = (error: unknown): string =>
        error instanceof StoreError ? formatStoreProblem(error.problem, db) : detailsOf(error);
      const onError = outageLog({
        describe,
        isReady: () => team.isReady(),
        log: (line) => io.err(line),
        signal: io.signal,
      });
      const enricher = createEnricher({ resolver: settings.resolver });
      const scans = await team.scans({ enricher, settings, onError });
      const service = {
        store,
        scans,
        accounts,
        judgments,
        tier: 'visitor',
        embedded: false,
        onError,
        isPassing,
      } as const;
      const answer = createService(service);
      const { withOperations } = await import('../team/operations');
      const operated = withOperations(answer, {
        accounts,
        isReady: () => team.isReady(),
        connections: () => team.connections(),
      });
      const upgrade = untilUpgraded(team);
      const signal = AbortSignal.any([io.signal, upgrade.signal]);
      try {
        await serve(operated, { address, line: {}, onError, onStart: () => scans.start() }, { ...io, signal });
      } finally {
        upgrade.end();
        await scans.close();
      }
      upgrade.signal.throwIfAborted();
      return exitCode.done;
    },
    { statementMillis: statementSeconds * 1_000 },
  );
}

/** How often a service asks whether a later build has changed the tables. */
const versionMillis = 2_000;

/** A signal with the error if a later build changes the tables so that this one can't serve them. */
function untilUpgraded(team: Pick<TeamStore, 'checkVersion'>): {
  readonly signal: AbortSignal;
  readonly end: () => void;
} {
  const upgraded = new AbortController();
  const check = (): void =>
    void team.checkVersion().catch((error: unknown) => {
      // Other errors are those of the database, which comes back.
      if (error instanceof StoreError && error.problem.kind === 'newer') upgraded.abort(error);
    });
  const timer = setInterval(check, versionMillis);
  return { signal: upgraded.signal, end: () => clearInterval(timer) };
}

/** Imports files; false if that was canceled. */
async function importEach(files: readonly string[], store: Store | ImportStore, io: CliIo): Promise<boolean> {
  for (const path of files) {
    const account = await importFile(store, path, io);
    if (io.signal.aborted) return false;
    io.err(formatImportResult(account, path));
    if (account.complete && !importedNothing(account)) continue;
    io.err(`${path} wasn't imported completely. The service starts with the data in the store.`);
  }
  return true;
}

interface Serving {
  readonly address: Pick<ListenOptions, 'host' | 'port' | 'proxies'>;
  /** Fields printed with the URL. */
  readonly line: object;
  readonly onError: (error: unknown) => void;
  readonly onStart?: () => void | Promise<void>;
}

async function serve(answer: Service, { address, line, onError, onStart }: Serving, io: CliIo): Promise<void> {
  const listening = await listen(answer, { ...address, onError }).catch((error: unknown) => {
    throw new CommandError(listenProblem(error, address));
  });
  if ('portTaken' in listening)
    throw new CommandError(`Port ${address.port} is already in use. Choose another one with --port.`);
  try {
    await onStart?.();
    await io.json({ url: listening.url, ...line });
    if (!io.signal.aborted) await once(io.signal, 'abort');
  } finally {
    await listening.close();
  }
}

/** Why the service can't listen. */
function listenProblem(error: unknown, { host, port }: Serving['address']): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRNOTAVAIL') return `This machine doesn't have the IP address ${host}. Check --host.`;
  if (code === 'EACCES') return `Port ${port} requires elevated privileges. Use --port with 1024 or higher.`;
  return `The service can't listen on ${host}, port ${port}: ${error instanceof Error ? error.message : String(error)}`;
}

const detailsOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Returns the address to listen on. Other machines can use plain HTTP only through declared proxies. */
function addressOf(given: ParsedArgs): Serving['address'] {
  const port = numberOption(given, 'port', 0, 65_535) ?? 0;
  const host = textOption(given, 'host') ?? '127.0.0.1';
  const proxies = proxiesOf(given);
  if (isIP(host) === 0) throw new UsageError('--host must be an IP address');
  if (given.options['trusted-proxy'] !== undefined) return { port, host, proxies };
  if (host === '::1' || host.startsWith('127.')) return { port, host, proxies };
  throw new UsageError(
    `--host ${host} requires --trusted-proxy. Otherwise, keys and data would be sent unencrypted. Put an HTTPS proxy in front`,
  );
}

function proxiesOf(given: ParsedArgs): TrustedProxies {
  const proxies = trustedProxies([given.options['trusted-proxy'] ?? []].flat().map(String));
  if (proxies === undefined)
    throw new UsageError(
      '--trusted-proxy must be the IP address of a proxy, or a network such as 10.0.0.0/8, but not all IP addresses',
    );
  return proxies;
}

function scanSettingsOf(given: ParsedArgs): ScanSettings {
  const mode = choiceOption(given, 'enrichment', enrichmentModes) ?? 'off';
  const resolver = textOption(given, 'resolver');
  if (resolver === undefined) return { mode };
  if (parseResolver(resolver) === undefined)
    throw new UsageError('--resolver must be HOST or HOST:PORT, for example 192.0.2.53 or 192.0.2.53:5353');
  return { mode, resolver };
}

function keyOf(given: ParsedArgs, io: CliIo): string {
  const key = textOption(given, 'key');
  const variable = textOption(given, 'key-env');
  if (key !== undefined && variable !== undefined) throw new UsageError('Specify either --key or --key-env');
  if (variable !== undefined) {
    const value = io.env[variable];
    if (value === undefined || value === '')
      throw new UsageError(`Environment variable ${variable} is empty or not set`);
    return value;
  }
  if (key === '') throw new UsageError('--key is empty');
  return key ?? randomBytes(24).toString('hex');
}

/** `--import a b` is the same as `--import a --import b`; a file without the option is an error. */
function importsOf({ options, positionals }: ParsedArgs): readonly string[] {
  const named = Array.isArray(options.import) ? options.import.filter((path) => typeof path === 'string') : [];
  if (named.length === 0 && positionals.length > 0)
    throw new UsageError(`Unexpected argument “${positionals.join(' ')}”`);
  return [...named, ...positionals];
}
