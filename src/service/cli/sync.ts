import { type RequestOptions } from '../../core/api/requestOptions';
import type { SignIn } from '../../core/api';
import { headerProblem, isHeaderValue } from '../../core/api/headerName';
import type { RequestError } from '../../core/api/requestError';
import { discover, taxiiErrorMessage, type TaxiiClient } from '../../core/api/taxii';
import { requestErrorCode, syncErrorMessage } from '../../core/mirror/strings';
import { type MirrorState, type MirrorTarget, type SyncAccount } from '../../core/mirror/ports';
import { isOutage } from '../../core/mirror/outage';
import { syncCollection, type SyncOptions, defaultMaxBytes } from '../../core/mirror/sync';
import { StoreError } from '../../core/store/storeError';
import { type Store } from '../../core/store/store';
import {
  type CliIo,
  type Command,
  CommandError,
  type Given,
  numberOption,
  requiredOption,
  textOption,
  UsageError,
} from './command';
import { openOrCreateStore } from './openStore';
import { taxiiServer } from './taxiiServer';

/** `sync`: mirrors TAXII collections into a store. */
export const sync: Command = {
  name: 'sync',
  summary: 'Mirror TAXII 2.1 collections into a store',
  usage: `Usage: cli sync --url URL --db FILE [--key-env NAME | --key-stdin] [--collection ID]…
                [--user NAME] [--auth basic|bearer|header:NAME|query] [--full] [--limit N] [--overlap MS]
                [--max-megabytes N] [--allow-http]

Prints one JSON line a collection: collection, objects (distinct STIX ids now held, stale ones among them), added,
changed, stale (marked by this run), skipped, requests, ms, complete. Progress and reasons go to standard error.
The exit code is 1 where a collection did not come to its end or has reached its size limit, or an API root could not be
asked what it has; what was mirrored is kept.
While the server is down (no connection, no such host, 502, 503, 504), it is asked again, with pauses that grow to a minute: for
about two minutes where nothing has come yet, for 20 minutes in the middle of a collection.
A large collection that is mirrored first is only kept as it came; query, triage and service take it in before they answer.

  --url URL         The service, its discovery (…/taxii2/) or an API root. The key goes to this origin alone
  --db FILE         The store; made where there is none
  --key-env NAME    The key, from this environment variable
  --key-stdin       The key, from the first line of standard input
  --collection ID   A collection; all readable ones where not given
  --user NAME       The user of Basic authorization; taxii2 where not given
  --auth MODE       basic: user and key (the default)
                    bearer: the key as “Authorization: Bearer”
                    header:NAME: the key in a header of this name, X-Api-Key for example
                    query: key and media type in the address, where logs show them; for tests
  --full            From the beginning: what the collection has no more is marked stale. Done by itself once a week
  --limit N         Objects a page, 100 to 1000; 1000 where not given
  --overlap MS      How far to step back behind the last sync; one unit of the server's time where not given
  --max-megabytes N Size limit of a mirrored collection; 2048 where not given. A sync that reaches it stops
  --allow-http      http:// beyond this machine: key and indicators are readable on the way`,
  options: {
    url: { type: 'string' },
    db: { type: 'string' },
    'key-env': { type: 'string' },
    'key-stdin': { type: 'boolean' },
    collection: { type: 'string', multiple: true },
    user: { type: 'string' },
    auth: { type: 'string' },
    full: { type: 'boolean' },
    limit: { type: 'string' },
    overlap: { type: 'string' },
    'max-megabytes': { type: 'string' },
    'allow-http': { type: 'boolean' },
  },
  async run(given, io) {
    const url = requiredOption(given, 'url');
    const file = requiredOption(given, 'db');
    const limit = numberOption(given, 'limit', 100, 1_000) ?? 1_000;
    const overlapMillis = numberOption(given, 'overlap', 0, 86_400_000) ?? 0;
    const maxMegabytes = numberOption(given, 'max-megabytes', 1, 1_000_000);
    const maxBytes = maxMegabytes === undefined ? defaultMaxBytes : maxMegabytes * 1_048_576;
    const signIn = signInOf(given);
    if (given.words.length > 0) throw new UsageError(`“${given.words.join(' ')}” is not an option`);
    const named = [given.options.collection ?? []].flat().filter((each) => typeof each === 'string');
    const key = await keyOf(given, io);
    if (key !== undefined && (signIn.kind === 'bearer' || signIn.kind === 'header') && !isHeaderValue(key)) {
      throw new UsageError('the key holds characters that can’t be sent in a header');
    }
    const { client, server, close } = taxiiServer({
      url,
      key,
      signIn,
      allowHttp: given.options['allow-http'] === true,
    });
    if (signIn.kind === 'query') io.err('The key stands in the address of each request: for tests only.');
    const store = openOrCreateStore(file, io);
    try {
      const run: Run = {
        client,
        server,
        store,
        io,
        options: { limit, overlapMillis, full: given.options.full === true, sizeLimit: { maxBytes } },
      };
      return (await syncAll(run, named)) ? 0 : 1;
    } finally {
      store.close();
      await close();
    }
  },
};

interface Run {
  readonly client: TaxiiClient;
  readonly server: string;
  readonly store: Store;
  readonly io: CliIo;
  readonly options: Required<Pick<SyncOptions, 'limit' | 'overlapMillis' | 'full' | 'sizeLimit'>>;
}

/** How long the list of collections of a server is used before it is requested again. */
const offerMillis = 24 * 3_600_000;
const progressMillis = 1_000;

function signInOf(given: Given): SignIn {
  const mode = textOption(given, 'auth') ?? 'basic';
  const user = textOption(given, 'user');
  if (mode !== 'basic' && user !== undefined) throw new UsageError('--user goes with --auth basic alone');
  const [kind, ...rest] = mode.split(':');
  const name = rest.join(':');
  if (kind === 'header' && headerProblem(name) === undefined) return { kind, name };
  if (kind === 'header') {
    const isTaken = headerProblem(name) === 'reserved';
    throw new UsageError(
      isTaken ? `--auth: the header ${name} can’t hold a key` : '--auth header: needs the name of a header',
    );
  }
  if (mode === 'basic') return { kind: 'basic', user: user ?? 'taxii2' };
  if (mode === 'bearer' || mode === 'query') return { kind: mode };
  throw new UsageError('--auth must be one of: basic, bearer, header:NAME, query');
}

async function keyOf(given: Given, io: CliIo): Promise<string | undefined> {
  const variable = textOption(given, 'key-env');
  if (variable !== undefined) {
    const value = io.env[variable];
    if (value === undefined || value === '') throw new UsageError(`the variable ${variable} holds no key`);
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
  if (line.trim() === '') throw new UsageError('standard input holds no key');
  return line.trim();
}

async function syncAll(run: Run, named: readonly string[]): Promise<boolean> {
  const { store, io } = run;
  let spent = 0;
  const { targets, isWhole } = await targetsOf(run, named, () => spent++);
  const hasRequested = spent > 0;
  if (targets.length === 0) throw new CommandError('The server offers no collection that this key may read.');
  let complete = isWhole;
  const errors = new Map<string, string[]>();
  for (const target of targets) {
    if (io.signal.aborted) {
      complete = false;
      break;
    }
    try {
      complete = (await syncOne(run, target, spent, errors)) && complete;
    } catch (error) {
      if (error instanceof StoreError) throw error;
      // An error in one collection must not affect the others.
      io.err(`${target.title}: not complete: ${error instanceof Error ? error.message : String(error)}`);
      complete = false;
    }
    spent = 0;
  }
  for (const [, ...others] of errors.values()) {
    if (others.length > 0) io.err(`The same for ${others.length} more of them: ${others.join(', ')}.`);
  }
  // All collections of the server are mirrored: the next run doesn't need to request the list.
  if (named.length === 0 && hasRequested && isWhole && !io.signal.aborted) store.mirrors.noteDiscovered(run.server);
  // Otherwise, the first search would index it; pending objects are indexed before that.
  while (!io.signal.aborted && !store.mirrors.indexer.waits() && store.indexSome());
  return complete;
}

/** `isWhole` is false if some collections of the server couldn't be listed. */
async function targetsOf(
  run: Run,
  named: readonly string[],
  onRequest: () => void,
): Promise<{ readonly targets: readonly MirrorTarget[]; readonly isWhole: boolean }> {
  const { client, server, store, io } = run;
  const stored = store.mirrors.list().filter((mirror) => mirror.server === server);
  const known = (id: string): MirrorState | undefined => stored.find(({ collection }) => collection === id);
  const isNew = stored.some(({ discovered }) => discovered !== undefined && Date.now() - discovered < offerMillis);
  if (named.length === 0 && isNew) return { targets: stored, isWhole: true };
  if (named.length > 0 && named.every((id) => known(id) !== undefined))
    return { targets: named.flatMap((id) => known(id) ?? []), isWhole: true };
  const options: RequestOptions = { signal: io.signal, onRequest };
  const found = await discover(client, server, options);
  // Known collections are synced even during an outage; new ones are found later.
  if (!found.ok && named.length === 0 && stored.length > 0 && isOutage(found.error))
    return { targets: stored, isWhole: true };
  if (!found.ok) throw new CommandError(taxiiErrorMessage(found.error, client.host, client.errorContext));
  const { collections, root, elsewhere, refusedRoots, failed } = found.value;
  for (const each of elsewhere) {
    io.err(
      `${client.host} names an API root at another place, ${each}: the key does not go there. Give it as --url if you trust it.`,
    );
  }
  for (const each of refusedRoots) io.err(`${client.host} names ${each} as an API root, which can't be one.`);
  const formatRootError = (error: RequestError): string =>
    taxiiErrorMessage(error, client.host, { ...client.errorContext, part: 'root' });
  for (const each of failed) io.err(`${each.root}: ${formatRootError(each.error)}`);
  const [first] = failed;
  if (collections.length === 0 && first !== undefined && named.length === 0) {
    throw new CommandError(formatRootError(first.error));
  }
  if (named.length > 0) {
    const targets = named.map((id) => {
      const listed = collections.find((each) => each.id === id || each.title === id);
      return { server, root: listed?.root ?? root, collection: listed?.id ?? id, title: listed?.title ?? id };
    });
    return { targets, isWhole: true };
  }
  for (const { title, canRead } of collections) if (!canRead) io.err(`${title}: this key may not read it.`);
  const targets = collections
    .filter(({ canRead }) => canRead)
    .map(({ id, title, root: under }) => ({ server, root: under, collection: id, title }));
  return { targets, isWhole: failed.length === 0 };
}

/** Syncs one collection; `errors` has the errors reported so far, with the titles of the affected collections. */
async function syncOne(
  { client, store, io, options }: Run,
  target: MirrorTarget,
  spent: number,
  errors: Map<string, string[]>,
): Promise<boolean> {
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
    io.err(`${target.title}: another window is at it.`);
    return false;
  }
  report(outcome, target, io, errors);
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
  const quoted = serviceMessage === undefined ? '' : `. The server says: “${serviceMessage}”`;
  if (reason === undefined) return `; rate limit reached; requests resume at ${at}${quoted}`;
  const seconds = Math.max(1, Math.round((until - Date.now()) / 1_000));
  return `; ${reason}; next attempt in ${seconds} s, at ${at}${quoted}`;
}

function report(
  { state, skipped }: SyncAccount,
  { title }: MirrorTarget,
  io: CliIo,
  errors: Map<string, string[]>,
): void {
  for (const { reason, count, example } of skipped) io.err(`${title}: ${count} × ${reason}, for example ${example}`);
  if (state.error === undefined) return;
  const message = syncErrorMessage(state.error);
  const same = errors.get(message);
  // A rejected key affects all collections: the reason is printed once, the other titles at the end.
  if (same === undefined) io.err(`${title}: not complete: ${message}`);
  errors.set(message, [...(same ?? []), title]);
}
