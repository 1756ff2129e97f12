import { formatSkipReason } from '../../core/records/problems/skipReason';
import type { SignIn } from '../../core/api';
import { headerProblem, isHeaderValue } from '../../core/api/http/headerName';
import type { RequestError } from '../../core/api/requestError';
import {
  discover,
  taxiiErrorMessage,
  type TaxiiClient,
  type TaxiiOffer,
  createTaxiiClient,
} from '../../core/api/taxii';
import { joinSentences } from '../../core/api/taxii/strings';
import { requestErrorCode, syncErrorMessage } from '../../core/sync/strings';

import {
  dateReadOnce,
  type MirrorState,
  type MirrorTarget,
  type MirrorWriter,
  type SyncAccount,
} from '../../core/sync/ports';
import { isOutage } from '../../core/sync/outage';
import { syncCollection, type SyncOptions, defaultMaxBytes } from '../../core/sync/sync';
import { StoreError } from '../../core/store/protocol/storeError';
import {
  type CliIo,
  getCode,
  hasFlag,
  type Command,
  CommandError,
  type ParsedArgs,
  numberOption,
  requiredOption,
  getStoreFile,
  textOption,
  UsageError,
} from './command';
import { type ExitCode, exitCode } from './exitCodes';
import { formatStoreProblem } from './formatStoreProblem';
import { jsonRows } from './jsonRows';
import { syncDescription } from './manual/writingCommands';
import { closing, openOrCreateStore } from './openStore';
import { isTeamAddress } from './teamAddress';
import { withTeamStore } from './withTeamStore';
import { SyncSchedule } from './syncSchedule';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import { Gateway, isLoopback, parseBaseUrl } from '../../core/api';
import type { BaseUrlProblem } from '../../core/api/baseUrl';
import { urlProblemMessage } from '../../core/api/strings';

interface TaxiiServerOptions {
  /** As entered by the user. */
  readonly url: string;
  readonly key: string | undefined;
  readonly signIn: SignIn;
  readonly allowHttp: boolean;
}

/** Shorter than any server keeps idle connections: a connection closed during a request costs a whole chain. */
const kept = { keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 };

/** The longest pause after a 429 or 503 without a Retry-After. */
const maxPauseMillis = 60_000;

/** The client of a TAXII server in a terminal, with the proxies of the environment, except for this machine. */
function taxiiServer({ url, key, signIn, allowHttp }: TaxiiServerOptions): {
  readonly client: TaxiiClient;
  readonly server: string;
  readonly close: () => Promise<void>;
} {
  const base = parseBaseUrl(url, { allowHttp });
  if (!base.ok) throw new UsageError(urlProblem(base.problem));
  const { origin, hostname } = new URL(base.url);
  const dispatcher = isLoopback(hostname) ? new Agent(kept) : new EnvHttpProxyAgent(kept);
  const gateway = new Gateway({
    // undici's types of fetch differ from the platform's in name only.
    fetch: (address, init) =>
      undiciFetch(address, { ...init, dispatcher } as Parameters<
        typeof undiciFetch
      >[1]) as unknown as Promise<Response>,
    baseUrl: origin,
    allowHttp,
    key: () => Promise.resolve(key),
    now: Date.now,
    userAgent: 'threat-lookups',
    signIn,
    limits: { maxPauseMillis },
  });
  return { client: createTaxiiClient(gateway, signIn), server: base.url, close: () => dispatcher.destroy() };
}

/** Why a URL isn't accepted, with the options of the command. */
function urlProblem(problem: BaseUrlProblem): string {
  switch (problem.kind) {
    case 'credentials':
      return "--url can't contain a user name or password. Use --user with --key-env or --key-stdin.";
    case 'unencrypted':
      return '--url: Anyone on the network can read what is sent over http://. Use https://, or pass --allow-http.';
    default:
      return `--url: ${urlProblemMessage(problem)}`;
  }
}

/** `sync`: mirrors TAXII collections into a store. */
export const sync: Command = {
  ...syncDescription,
  async run(given, io) {
    const url = requiredOption(given, 'url');
    const db = getStoreFile(given, io);
    const options = optionsOf(given);
    const schedule = scheduleOf(given);
    const signIn = signInOf(given);
    if (given.positionals.length > 0) throw new UsageError(`Unexpected argument “${given.positionals.join(' ')}”`);
    const named = [given.options.collection ?? []].flat().filter((each) => typeof each === 'string');
    const key = await keyOf(given, io);
    if (key !== undefined && (signIn.kind === 'bearer' || signIn.kind === 'header') && !isHeaderValue(key)) {
      throw new UsageError("The key contains characters that can't be sent in a header");
    }
    const { client, server, close } = taxiiServer({
      url,
      key,
      signIn,
      allowHttp: given.options['allow-http'] === true,
    });
    if (signIn.kind === 'query') io.err('The key is part of each URL. Use this for testing only.');
    const syncInto = async (store: SyncedStore): Promise<ExitCode> => {
      const rows = jsonRows(given, io);
      const run: Run = {
        client,
        server,
        hasKey: key !== undefined,
        store,
        io: { ...io, json: rows.row },
        options,
      };
      if (schedule !== undefined) {
        await keepSyncing(run, named, schedule, db);
        return exitCode.done;
      }
      const complete = await syncAll(run, named);
      await rows.end(complete);
      return getCode(complete);
    };
    try {
      if (isTeamAddress(db)) return await withTeamStore(db, syncInto);
      const store = openOrCreateStore(db, io);
      return await closing(store, io, () => syncInto(store));
    } finally {
      await close();
    }
  },
};

function optionsOf(given: ParsedArgs): Run['options'] {
  const limit = numberOption(given, 'limit', 100, 1_000) ?? 1_000;
  const overlapMillis = numberOption(given, 'overlap', 0, 86_400_000) ?? 0;
  const maxMegabytes = numberOption(given, 'max-megabytes', 1, 1_000_000);
  const maxBytes = maxMegabytes === undefined ? defaultMaxBytes : maxMegabytes * 1_048_576;
  return { limit, overlapMillis, full: hasFlag(given, 'full'), sizeLimit: { maxBytes } };
}

function scheduleOf(given: ParsedArgs): SyncSchedule | undefined {
  const minutes = numberOption(given, 'every', 1, 10_080);
  if (minutes !== undefined && hasFlag(given, 'json')) throw new UsageError("--every and --json can't be combined");
  return minutes === undefined ? undefined : new SyncSchedule(minutes * 60_000);
}

/** A store that is synced, the embedded one or that of a team. */
interface SyncedStore {
  readonly mirrors: {
    list(): readonly MirrorState[] | Promise<readonly MirrorState[]>;
    noteDiscovered(server: string): void | Promise<void>;
    writer(): MirrorWriter;
  };
  /** Makes some of what was written searchable; whether there is more. */
  indexSome?(): boolean;
}

interface Run {
  readonly client: TaxiiClient;
  readonly server: string;
  readonly hasKey: boolean;
  readonly store: SyncedStore;
  readonly io: CliIo;
  readonly options: Required<Pick<SyncOptions, 'limit' | 'overlapMillis' | 'full' | 'sizeLimit'>>;
}

/** Suggests options of the command after a failed request; undefined if the message has advice. */
function optionAdvice(error: RequestError, { hasKey }: Pick<Run, 'hasKey'>): string | undefined {
  switch (error.kind) {
    case 'keyRejected':
      return hasKey ? 'Check the key, --user, and --auth.' : 'Pass the key with --key-env or --key-stdin.';
    case 'nameNotFound':
    case 'connectionRefused':
    case 'unreachable':
    case 'timeout':
      return 'Check --url and your network or proxy.';
    default:
      return undefined;
  }
}

/** How long the list of collections of a server is used before it is requested again. */
const offerMillis = 24 * 3_600_000;
const progressMillis = 1_000;

function signInOf(given: ParsedArgs): SignIn {
  const mode = textOption(given, 'auth') ?? 'basic';
  const user = textOption(given, 'user');
  if (mode !== 'basic' && user !== undefined) throw new UsageError('--user requires --auth basic');
  const [kind, ...rest] = mode.split(':');
  const name = rest.join(':');
  if (kind === 'header' && headerProblem(name) === undefined) return { kind, name };
  if (kind === 'header') {
    const isTaken = headerProblem(name) === 'reserved';
    throw new UsageError(
      isTaken
        ? `--auth: the header ${name} can't be used for a key`
        : '--auth header:NAME requires the name of a header',
    );
  }
  if (mode === 'basic') return { kind: 'basic', user: user ?? 'taxii2' };
  if (mode === 'bearer' || mode === 'query') return { kind: mode };
  throw new UsageError('--auth must be one of: basic, bearer, header:NAME, query');
}

async function keyOf(given: ParsedArgs, io: CliIo): Promise<string | undefined> {
  const variable = textOption(given, 'key-env');
  if (variable !== undefined) {
    const value = io.env[variable];
    if (value === undefined || value === '')
      throw new UsageError(`Environment variable ${variable} is empty or not set`);
    return value;
  }
  if (given.options['key-stdin'] !== true) return undefined;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of io.stdin) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n') || text.length > 10_000) break;
  }
  const [line = ''] = text.split(/\r?\n/);
  if (line.trim() === '') throw new UsageError('No key on standard input');
  return line.trim();
}

/** How often a schedule is checked, and how long it waits after a server couldn't be used at all. */
const [checkMillis, pauseMillis] = [60_000, 15 * 60_000];

/** Syncs what is due until the command is ended. */
async function keepSyncing(run: Run, named: readonly string[], schedule: SyncSchedule, db: string): Promise<void> {
  const { io } = run;
  while (!io.signal.aborted) {
    let pause = checkMillis;
    try {
      await syncAll(run, named, schedule);
    } catch (error) {
      if (error instanceof StoreError) io.err(formatStoreProblem(error.problem, db));
      else if (error instanceof CommandError) {
        io.err(error.message);
        pause = pauseMillis;
      } else throw error;
    }
    await wait(Math.min(pause, schedule.everyMillis), undefined, { signal: io.signal }).catch(() => undefined);
  }
}

/** Syncs all that is wanted, or of that, what is due. */
async function syncAll(run: Run, named: readonly string[], schedule?: SyncSchedule): Promise<boolean> {
  const { store, io } = run;
  let spent = 0;
  const { targets: wanted, isWhole } = await targetsOf(run, named, () => spent++);
  const hasRequested = spent > 0;
  const targets = schedule?.due(wanted, await store.mirrors.list()) ?? wanted;
  const complete = await syncEach(run, targets, spent, schedule);
  // All collections of the server are mirrored: the next run doesn't need to request the list.
  if (named.length === 0 && hasRequested && isWhole && !io.signal.aborted)
    await store.mirrors.noteDiscovered(run.server);
  // Otherwise, the first search would do it.
  while (!io.signal.aborted && store.indexSome?.() === true);
  return complete && isWhole;
}

/** Syncs some collections; `spent` is the number of requests that it took to find them. */
async function syncEach(
  run: Run,
  targets: readonly MirrorTarget[],
  spent: number,
  schedule: SyncSchedule | undefined,
): Promise<boolean> {
  let complete = true;
  const errors = new Map<string, string[]>();
  for (const [number, target] of targets.entries()) {
    schedule?.noteTried(target);
    const isComplete = !run.io.signal.aborted && (await tryOne(run, target, number === 0 ? spent : 0, errors));
    complete = complete && isComplete;
  }
  reportRepeated(errors, run.io);
  return complete;
}

function reportRepeated(errors: ReadonlyMap<string, readonly string[]>, io: CliIo): void {
  for (const [, ...others] of errors.values()) {
    if (others.length > 0) io.err(`Same error for ${others.length} more: ${others.join(', ')}.`);
  }
}

/** Collections to sync; `isWhole` is false if some collections of the server couldn't be listed. */
interface Targets {
  readonly targets: readonly MirrorTarget[];
  readonly isWhole: boolean;
}

/** Uses what is known about the server where that is enough, and requests its collections otherwise. */
async function targetsOf(run: Run, named: readonly string[], onRequest: () => void): Promise<Targets> {
  const { client, server, store, io } = run;
  const stored = (await store.mirrors.list()).filter((mirror) => mirror.server === server);
  const known = knownTargets(stored, named);
  if (known !== undefined) return { targets: known, isWhole: true };
  const found = await discover(client, server, { signal: io.signal, onRequest });
  if (found.ok) return listedTargets(found.value, named, run);
  // Known collections are synced even during an outage; new ones are found later.
  if (named.length === 0 && stored.length > 0 && isOutage(found.error)) return { targets: stored, isWhole: true };
  throw new CommandError(
    joinSentences(taxiiErrorMessage(found.error, client.host, client.errorContext), optionAdvice(found.error, run)),
  );
}

/** The wanted mirrors, if all of them are stored. Without names, these are all of a server that was listed recently. */
function knownTargets(stored: readonly MirrorState[], named: readonly string[]): readonly MirrorState[] | undefined {
  if (named.length === 0) {
    const isNew = stored.some(({ discovered }) => discovered !== undefined && Date.now() - discovered < offerMillis);
    return isNew ? stored : undefined;
  }
  const found = named.flatMap((id) => stored.find(({ collection }) => collection === id) ?? []);
  return found.length === named.length ? found : undefined;
}

/** The wanted collections of those that the server lists; reports the others. */
function listedTargets(found: TaxiiOffer, named: readonly string[], { client, server, io }: Run): Targets {
  const { collections, root, elsewhere, refusedRoots, failed } = found;
  for (const each of elsewhere) {
    io.err(
      `${client.host} lists an API root on another host, ${each}. The key isn't sent there. Pass it as --url if you trust it.`,
    );
  }
  for (const each of refusedRoots) io.err(`${client.host} lists an invalid API root: ${each}`);
  const formatRootError = (error: RequestError): string =>
    taxiiErrorMessage(error, client.host, { ...client.errorContext, part: 'root' });
  for (const each of failed) io.err(`${each.root}: ${formatRootError(each.error)}`);
  if (named.length > 0) {
    const wanted = named.map((id) => ({ id, listed: collections.find((each) => each.id === id || each.title === id) }));
    // If a part of the list is missing, a collection may exist without being listed.
    const isListed = collections.length > 0 && failed.length === 0;
    const missing = wanted.filter(({ listed }) => isListed && listed === undefined);
    for (const { id } of missing)
      io.err(`${id}: not listed by ${client.host}. Check --collection, or omit it to sync all readable collections.`);
    const targets = wanted
      .filter((each) => !missing.includes(each))
      .map(({ id, listed }) => ({
        server,
        root: listed?.root ?? root,
        collection: listed?.id ?? id,
        title: listed?.title ?? id,
      }));
    return { targets, isWhole: missing.length === 0 };
  }
  const [first] = failed;
  if (collections.length === 0 && first !== undefined) throw new CommandError(formatRootError(first.error));
  for (const { title, canRead } of collections) if (!canRead) io.err(`${title}: not readable with this key.`);
  const targets = collections
    .filter(({ canRead }) => canRead)
    .map(({ id, title, root: under }) => ({ server, root: under, collection: id, title }));
  if (targets.length === 0) throw new CommandError('The server has no collection that is readable with this key.');
  return { targets, isWhole: failed.length === 0 };
}

/** Syncs one collection, whose error must not affect the others. */
async function tryOne(run: Run, target: MirrorTarget, spent: number, errors: Map<string, string[]>): Promise<boolean> {
  try {
    return await syncOne(run, target, spent, errors);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    run.io.err(`${target.title}: incomplete: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** Syncs one collection; `errors` has the errors reported so far, with the titles of the affected collections. */
async function syncOne(run: Run, target: MirrorTarget, spent: number, errors: Map<string, string[]>): Promise<boolean> {
  const { client, store, io, options } = run;
  let lastReport = Date.now();
  const outcome = await syncCollection({ client, writer: store.mirrors.writer() }, target, {
    ...options,
    signal: io.signal,
    onProgress: ({ objects, requests, waitingUntil, retryError, serviceMessage }) => {
      if (waitingUntil === undefined && retryError === undefined && Date.now() - lastReport < progressMillis) return;
      lastReport = Date.now();
      io.err(
        `${target.title}: ${objects} objects, ${requests} requests${formatWait(waitingUntil, retryError, serviceMessage)}`,
      );
    },
  });
  if (outcome.busy === true) {
    io.err(`${target.title}: another process is syncing it.`);
    return false;
  }
  report(outcome, target, run, errors);
  if (outcome.stop?.kind === 'sizeLimit') {
    io.err(`${target.title}: raise the limit with --max-megabytes, or remove the collection.`);
  }
  const { state, counts, requests, millis, complete } = outcome;
  const { added, changed, stale, skipped } = counts;
  const line = { collection: target.collection, objects: state.objects, added, changed, stale, skipped };
  await io.json({ ...line, requests: requests + spent, ms: Math.round(millis), complete });
  return complete;
}

/** Why no request is sent right now, and when the next one will be. */
function formatWait(
  until: number | undefined,
  retryError: RequestError | undefined,
  serviceMessage: string | undefined,
): string {
  const reason = retryError && requestErrorCode(retryError);
  if (until === undefined) return reason === undefined ? '' : `; retrying: ${reason}`;
  const at = new Date(until).toISOString();
  const quoted = serviceMessage === undefined ? '' : `. Server message: “${serviceMessage}”`;
  if (reason === undefined) return `; rate limit reached; requests resume at ${at}${quoted}`;
  const seconds = Math.max(1, Math.round((until - Date.now()) / 1_000));
  return `; ${reason}; next attempt in ${seconds} s, at ${at}${quoted}`;
}

function report(
  { state, skipped }: SyncAccount,
  { title }: MirrorTarget,
  run: Run,
  errors: Map<string, string[]>,
): void {
  const { io } = run;
  for (const { reason, count, example } of skipped)
    io.err(`${title}: ${count} × ${formatSkipReason(reason)}, for example ${example}`);
  const date = dateReadOnce(state);
  if (date !== undefined)
    io.err(
      `${title}: a large number of objects are dated ${date}. Use --full to find any that the server adds later with this date.`,
    );
  if (state.error === undefined) return;
  const advice = state.error.kind === 'request' ? optionAdvice(state.error.error, run) : undefined;
  const message = joinSentences(syncErrorMessage(state.error, state), advice);
  const same = errors.get(message);
  // A rejected key affects all collections: the reason is printed once, the other titles at the end.
  if (same === undefined) io.err(`${title}: incomplete: ${message}`);
  errors.set(message, [...(same ?? []), title]);
}
