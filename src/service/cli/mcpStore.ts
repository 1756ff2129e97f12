import { type AssistantPorts, queryFailure } from '../../core/assistant';
import type { AreKnown } from '../../core/triage/counting/occurrenceCounter';
import { StoreError } from '../../core/store/protocol/storeError';
import { readAllowedFile } from '../assistant/allowedFile';
import type { OpenedFile } from '../assistant/fileInFolders';
import { triageAllowedFile } from '../assistant/triageFile';
import { InlineFinders } from '../triage/finders';
import { Assessor } from '../triage/assessor';
import { ThreadFinders } from '../triage/threadFinders';
import { type CliIo, CommandError, type ParsedArgs, UsageError } from './command';
import { getReadStoreFile } from './extensionStore';
import { formatStoreProblem } from './formatStoreProblem';
import { type ExitCode, exitCode } from './exitCodes';
import { openExistingStore } from './openStore';
import { runQuery } from './runQuery';
import { type ServedRecords, servedFrom } from '../servedRecords';

/** Serves the file of a store to AI assistants over standard input and output. */
export async function serveStore(given: ParsedArgs, io: CliIo): Promise<ExitCode> {
  const file = getReadStoreFile(given, io);
  const roots = getRoots(given);
  const store = openExistingStore(file, io);
  const assessor = new Assessor(file);
  const finders =
    io.finderFile === undefined ? new InlineFinders(file) : new ThreadFinders({ file: io.finderFile, storeFile: file });
  const assess: AssistantPorts['assess'] = (indicators, signal) => assessor.assessAll(indicators, signal);
  const areKnown: AreKnown = (indicators) => assessor.areKnown(indicators);
  const ports: StorePorts = {
    assess,
    triageFile: (opened, signal) => triageAllowedFile(opened, { assess, signal, finders, areKnown }),
    records: servedFrom(store),
  };
  try {
    return await servePorts(ports, roots, file, io);
  } finally {
    await finders.close();
    assessor.close();
    store.close();
  }
}

/** Parts of a store that assistants use. */
export interface StorePorts extends Pick<AssistantPorts, 'assess'> {
  readonly triageFile: (file: OpenedFile, signal: AbortSignal) => ReturnType<AssistantPorts['triageFile']>;
  readonly records: ServedRecords;
}

/** Serves a store to AI assistants. `store`: what messages call it. */
export async function servePorts(
  { assess, triageFile, records }: StorePorts,
  roots: readonly string[],
  store: string,
  io: CliIo,
): Promise<ExitCode> {
  const { serveMcp } = await import('../assistant/mcpServer');
  await serveMcp(
    {
      assess,
      triageFile: (path, signal) => readAllowedFile(path, roots, (opened) => triageFile(opened, signal)),
      query: (query, signal) => rowsOf(records, query, signal),
      now: Date.now,
    },
    {
      input: io.stdin,
      write: (message: object) => io.json(message),
      signal: io.signal,
      onError: (error) => problemOf(error, store, io),
    },
  );
  return exitCode.done;
}

/** The folders of `--root`. */
export function getRoots({ options, positionals }: ParsedArgs): readonly string[] {
  if (positionals.length > 0) throw new UsageError(`Unexpected argument “${positionals.join(' ')}”`);
  const roots: readonly unknown[] = Array.isArray(options.root) ? options.root : [];
  return roots.filter((path) => typeof path === 'string').filter((path) => path !== '');
}

async function rowsOf(
  records: ServedRecords,
  { query, type, limit }: { readonly query: string; readonly type: string; readonly limit: number },
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  try {
    const { body } = await runQuery(records, new URLSearchParams({ q: query, type, limit: String(limit) }), {
      signal,
    });
    return (JSON.parse(body) as { readonly results: readonly unknown[] }).results;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof CommandError)) throw error;
    throw queryFailure(error.message);
  }
}

/** The sentence for the assistant; the details are only for the user. */
function problemOf(error: unknown, file: string, io: CliIo): string {
  if (!(error instanceof StoreError)) {
    io.err(error instanceof Error ? error.message : String(error));
    return 'The tool failed.';
  }
  io.err(formatStoreProblem(error.problem, file));
  return error.problem.kind === 'newer'
    ? "The local store can't be read: a newer version of Threat Lookups has upgraded it. The user must update and restart this server."
    : "The local store can't be read. The user can see why in the log of the server.";
}
