import * as vscode from 'vscode';
import {
  assessAll,
  type AssistantPorts,
  fileFailure,
  partiallyRead,
  queryFailure,
  type StoreQuery,
  ToolError,
  triagedRows,
  type TriagedFile,
} from '../../core/assistant';
import type { Indicator } from '../../core/indicators/identity/types';
import { type Assessment, unreadIn } from '../../core/triage/assess';
import type { TextRead } from '../../core/triage/found';
import { Listing } from '../../core/triage/listing';
import type { AssistantParts } from './assistantParts';

/** The editor can do something else as often. */
const sliceMillis = 8;

/** What the tools read, from the local store and from files in the open folders. Nothing is sent. */
export function storePorts(parts: AssistantParts): Omit<AssistantPorts, 'lookUp'> {
  const assess = (indicators: readonly Indicator[], signal: AbortSignal): Promise<readonly Assessment[]> =>
    assessInStore(indicators, parts, signal);
  return {
    assess,
    triageFile: (path, signal) => triageFile(path, { ...parts, assess }, signal),
    query: (query, signal) => runQuery(query, parts, signal),
    now: Date.now,
  };
}

async function assessInStore(
  indicators: readonly Indicator[],
  { lookups, reader }: AssistantParts,
  signal: AbortSignal,
): Promise<readonly Assessment[]> {
  signal.throwIfAborted();
  const together = <T>(work: () => T, keys: readonly string[]): T => reader.together(work, keys);
  const assessments = await assessAll(indicators, { lookups, together, sliceMillis }, signal);
  // A store that can't be read must not look like an empty one.
  if (unreadIn(assessments) !== undefined)
    throw new ToolError("The local store can't be read. The user can see why in the status bar.");
  return assessments;
}

/** The folders whose files may be read. */
export function openFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? [uri.fsPath] : []));
}

async function triageFile(
  path: string,
  { run, assess }: Pick<AssistantParts, 'run'> & Pick<AssistantPorts, 'assess'>,
  signal: AbortSignal,
): Promise<TriagedFile> {
  const roots = openFolders();
  if (roots.length === 0) throw new ToolError('No folder is open. Only files in open folders can be read.');
  const read = await readFile({ path, roots }, run, signal);
  signal.throwIfAborted();
  if (read.kind === 'skipped' && read.failure.kind === 'missing')
    throw new ToolError('There is no such file in the open folders.');
  if (read.kind === 'skipped') throw new ToolError(fileFailure(read.failure));
  const rows = await triagedRows([read], assess, signal);
  if (read.failure !== undefined) return { rows, incomplete: fileFailure(read.failure, true) };
  return read.unlisted === 0 ? { rows } : { rows, incomplete: partiallyRead };
}

async function readFile(
  file: { readonly path: string; readonly roots: readonly string[] },
  run: AssistantParts['run'],
  signal: AbortSignal,
): Promise<TextRead> {
  const listing = new Listing();
  const read = await run('triageAllowed', file, {
    signal,
    onProgress: ({ part }) => {
      if (part !== undefined) listing.add(part);
    },
  });
  if (read.kind === 'skipped') return read;
  const { bytes, lines, occurrences, unlisted, failure } = read;
  return {
    kind: 'read',
    bytes,
    lines,
    occurrences,
    unlisted,
    found: { [Symbol.iterator]: () => listing.entries(read) },
    failure,
  };
}

/** Runs a query on the local service, in the worker thread; no port is opened. */
async function runQuery(
  { query, type, limit }: StoreQuery,
  { run }: Pick<AssistantParts, 'run'>,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const params = new URLSearchParams({ q: query, type, limit: String(limit) });
  const request = { url: `http://localhost/api/explore.php?${params.toString()}`, method: 'GET', headers: [] };
  const { status, body } = await run('fetch', request, { signal });
  const answer = JSON.parse(body) as { readonly results?: readonly unknown[]; readonly error?: string };
  if (status === 200) return answer.results ?? [];
  throw queryFailure(answer.error);
}
