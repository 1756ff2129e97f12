import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type AssistantPorts, queryFailure } from '../../core/assistant';
import { formatInputFailure } from '../../core/records/problems/inputFailure';
import type { AreKnown } from '../../core/triage/counting/tally';
import { StoreError } from '../../core/store/protocol/storeError';
import type { Store } from '../../core/store/store';
import { readAllowedFile } from '../assistant/allowedFile';
import { triageAllowedFile } from '../assistant/triageFile';
import { inputFailureOf } from '../files/inputFailureOf';
import { InlineFinders } from '../triage/finders';
import { Assessor } from '../triage/assessor';
import { ThreadFinders } from '../triage/threadFinders';
import { type CliIo, type Command, CommandError, type Given, UsageError } from './command';
import { readStoreFileOf } from './extensionStore';
import { formatStoreProblem } from './formatStoreProblem';
import { type ExitCode, exitCode } from './exitCodes';
import { mcpDescription } from './manual/mcpCommand';
import { openExistingStore } from './openStore';
import { runQuery } from './runQuery';
import { servedFrom } from '../servedRecords';

/** `mcp`: serves a store to AI assistants over standard input and output. */
export const mcp: Command = {
  ...mcpDescription,
  async run(given, io) {
    await checkFolders(rootsOf(given));
    return serveStore(given, io);
  },
};

/** The same, with folders that may be missing. */
export async function serveStore(given: Given, io: CliIo): Promise<ExitCode> {
  const file = readStoreFileOf(given, io);
  const roots = rootsOf(given);
  const store = openExistingStore(file, io);
  const assessor = new Assessor(file);
  const finders =
    io.finderFile === undefined ? new InlineFinders(file) : new ThreadFinders({ file: io.finderFile, storeFile: file });
  const assess: AssistantPorts['assess'] = (indicators, signal) => assessor.assessAll(indicators, signal);
  const areKnown: AreKnown = (indicators) => assessor.areKnown(indicators);
  try {
    const { serveMcp } = await import('../assistant/mcpServer');
    await serveMcp(
      {
        assess,
        triageFile: (path, signal) =>
          readAllowedFile(path, roots, (opened) => triageAllowedFile(opened, { assess, signal, finders, areKnown })),
        query: (query, signal) => rowsOf(store, query, signal),
        now: Date.now,
      },
      {
        input: io.stdin,
        write: (message: object) => io.json(message),
        signal: io.signal,
        onError: (error) => problemOf(error, file, io),
      },
    );
    return exitCode.done;
  } finally {
    await finders.close();
    assessor.close();
    store.close();
  }
}

function rootsOf({ options, positionals }: Given): readonly string[] {
  if (positionals.length > 0) throw new UsageError(`unexpected argument “${positionals.join(' ')}”`);
  const roots: readonly unknown[] = Array.isArray(options.root) ? options.root : [];
  return roots.filter((path) => typeof path === 'string').filter((path) => path !== '');
}

/** Throws a UsageError for the first that isn't a folder: no file could ever be read there. */
async function checkFolders(roots: readonly string[]): Promise<void> {
  for (const root of roots) {
    let status: Stats;
    try {
      status = await stat(root);
    } catch (error) {
      const failure = inputFailureOf(error);
      const why = failure.kind === 'missing' ? "doesn't exist" : `can't be read: ${formatInputFailure(failure)}`;
      throw new UsageError(`the folder of --root ${why.replace(/\.$/, '')}: ${root}`);
    }
    if (!status.isDirectory()) throw new UsageError(`--root must be a folder, and this is a file: ${root}`);
  }
}

async function rowsOf(
  store: Store,
  { query, type, limit }: { readonly query: string; readonly type: string; readonly limit: number },
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  try {
    const { body } = await runQuery(servedFrom(store), new URLSearchParams({ q: query, type, limit: String(limit) }), {
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
