import * as vscode from 'vscode';
import {
  assessAll,
  type AssistantPorts,
  fileFailure,
  partiallyRead,
  queryFailure,
  type StoreQuery,
  ToolError,
  type TriagedFile,
} from '../../core/assistant';
import type { Indicator } from '../../core/indicators/identity/types';
import { type Assessment, unreadIn } from '../../core/triage/assess';
import { allRows } from '../../core/rows/rowQuery';
import { assessingContext, rowsOfTriage } from '../shared/triage/workerRows';
import type { AssistantParts } from './assistantParts';

/** The editor can do something else as often. */
const sliceMillis = 8;

/** Reads the local store and files in the open folders for the tools. Nothing is sent. */
export function storePorts(parts: AssistantParts): Omit<AssistantPorts, 'lookUp'> {
  const assess = (indicators: readonly Indicator[], signal: AbortSignal): Promise<readonly Assessment[]> =>
    assessInStore(indicators, parts, signal);
  return {
    assess,
    triageFile: (path, signal) => triageFile(path, parts, signal),
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
  if (unreadIn(assessments) !== undefined) throw unreadStore();
  return assessments;
}

/** The folders whose files may be read. */
export function openFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? [uri.fsPath] : []));
}

async function triageFile(
  path: string,
  parts: Pick<AssistantParts, 'worker' | 'lookups'>,
  signal: AbortSignal,
): Promise<TriagedFile> {
  const { worker } = parts;
  const roots = openFolders();
  if (roots.length === 0) throw new ToolError('No folder is open. Only files in open folders can be read.');
  const id = crypto.randomUUID();
  const assessing = { ...assessingContext(parts.lookups, undefined), skipFalsePositives: true };
  const { settings } = assessing;
  const contexts = { assessing: { ...assessing, settings: { ...settings, skipWellKnown: false } }, rows: noContext };
  await worker.triageOpen({ id, ...contexts });
  try {
    const read = await worker.triageAllowed({ id, path, roots }, { signal });
    signal.throwIfAborted();
    if (read.kind === 'skipped' && read.failure.kind === 'missing')
      throw new ToolError('There is no such file in the open folders.');
    if (read.kind === 'skipped') throw new ToolError(fileFailure(read.failure));
    const { unread } = await worker.triageFinish({ id }, { signal });
    if (unread !== undefined) throw unreadStore();
    const rows = await rowsOfTriage(worker, id, { query: allRows, withFolded: true }, signal);
    if (read.kind !== 'read') return { rows, timelineUnit: undefined };
    const { timelineUnit } = read;
    if (read.failure !== undefined) return { rows, timelineUnit, incomplete: fileFailure(read.failure, true) };
    return read.unlisted === 0 ? { rows, timelineUnit } : { rows, timelineUnit, incomplete: partiallyRead };
  } finally {
    worker.triageClose({ id }).catch(() => undefined);
  }
}

/** Rows of a file that no panel shows. */
const noContext = { files: [], hasOneFile: true, isFolding: false, entries: [] } as const;

function unreadStore(): ToolError {
  return new ToolError("The local store can't be read. The user can see why in the status bar.");
}

/** Runs a query on the local service, in the worker thread; no port is opened. */
async function runQuery(
  { query, type, limit }: StoreQuery,
  { worker }: Pick<AssistantParts, 'worker'>,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const params = new URLSearchParams({ q: query, type, limit: String(limit) });
  const request = { url: `http://localhost/api/explore.php?${params.toString()}`, method: 'GET', headers: [] };
  const { status, body } = await worker.fetch(request, { signal });
  const answer = JSON.parse(body) as { readonly results?: readonly unknown[]; readonly error?: string };
  if (status === 200) return answer.results ?? [];
  throw queryFailure(answer.error);
}
