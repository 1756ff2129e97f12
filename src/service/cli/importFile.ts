import type { ChosenColumns } from '../../core/records/sourceDetails';
import { countSkipped, formatSkipReason } from '../../core/records/problems/skipReason';
import { formatImportFailure } from './formatFileFailure';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { RiskLevel } from '../../core/records/risk';
import type { ImportResult, ImportFormat, ImportProgress } from '../../core/store/protocol/protocol';
import type { Store } from '../../core/store/store';
import { importInto } from '../import';
import { type ImportStore, toImportStore } from '../import/importStore';
import { getSourceName } from '../import/sourceName';
import type { AnyInput } from '../files/parts';
import { interruptible } from '../files/interruptible';
import { pipeChunks } from '../files/pipe';
import { isSample, loadSample } from '../import/sample';
import type { CliIo } from './command';

/** Minimum interval between progress messages, in milliseconds. */
const progressMillis = 1_000;

export interface FileOptions {
  /** The name of the source; default: that of the file, with its folder if another file has the same. */
  readonly name?: string | undefined;
  readonly format?: ImportFormat | undefined;
  /** Columns of tables, from 0. */
  readonly columns?: ChosenColumns | undefined;
  /** The risk of entries without one; `unknown` for none. */
  readonly risk?: RiskLevel | undefined;
}

/** Imports a file, a pipe, or “-” for standard input, and reports progress on standard error. */
export async function importFile(
  target: Store | ImportStore,
  path: string,
  io: CliIo,
  { name: given, format, columns, risk }: FileOptions = {},
): Promise<ImportResult> {
  const store = toImportStore(target, io.signal);
  const input = await inputOf(path, given ?? nameOf(path), io);
  const name = given ?? (await getSourceName(store, input));
  let lastReport = Date.now();
  const onProgress = ({ bytes, totalBytes, taken }: ImportProgress): void => {
    // The result of a short file follows at once, however slow the machine is.
    const isShort = bytes === totalBytes && taken === 0;
    if (isShort || Date.now() - lastReport < progressMillis) return;
    lastReport = Date.now();
    io.err(
      `${path}: ${megabytes(bytes)}${totalBytes === undefined ? '' : ` of ${megabytes(totalBytes)}`}, ${taken} imported`,
    );
  };
  const onBusy = (): void => io.err(`${path}: waiting for another import of ${name}`);
  if (format === undefined && path !== '-' && (await isSample(path)))
    return loadSample(store, path, { signal: io.signal, onProgress });
  const meaning = risk === undefined ? undefined : { risk, details: { asked: true } };
  return importInto(store, { ...input, name }, { signal: io.signal, onProgress, onBusy, format, columns, meaning });
}

/** A pipe has no name of its own. */
function nameOf(path: string): string {
  if (path === '-') return 'stdin';
  return /^\/(?:dev|proc\/[^/]+)\/fd\/\d+$/.test(path) ? 'pipe' : basename(path);
}

async function inputOf(path: string, name: string, { stdin, signal }: CliIo): Promise<AnyInput> {
  if (path === '-') return { stream: interruptible(stdin, signal), name };
  const isPipe = await stat(path).then(
    (status) => status.isFIFO(),
    () => false,
  );
  return isPipe ? { stream: interruptible(pipeChunks(path), signal), name } : { path: resolve(path), name };
}

/** Summarizes an import of a file, possibly in a given format, in one sentence. */
export function formatImportResult(result: ImportResult, path: string, format?: ImportFormat): string {
  const { indicators, skipped, failure } = result;
  const left = countSkipped(skipped);
  const { added, updated, unchanged } = indicators;
  const taken = `${added} added, ${updated} updated, ${unchanged} unchanged, ${left} skipped`;
  if (importedNothing(result)) return `${path}: not imported: ${formatNothing(result)}`;
  if (result.complete) return `${path}: ${taken}`;
  const why = failure === undefined ? 'canceled' : formatImportFailure(failure, path, format);
  return `${path}: ${hasNothing(result) ? 'not imported' : `${taken}; incomplete`}: ${why}`;
}

/** Why a file that was read to its end didn't add anything, as a sentence. */
export function formatNothing({ skipped }: Pick<ImportResult, 'skipped'>): string {
  const [first, ...others] = skipped;
  if (first === undefined) return 'The file has no entries.';
  if (others.length > 0)
    return `All entries were skipped: ${skipped.map((each) => `${formatSkipReason(each.reason)} (${each.count})`).join(', ')}.`;
  const { reason, count } = first;
  const subject = count === 1 ? 'The only entry was skipped' : `All ${count} entries were skipped`;
  return `${subject}: ${formatSkipReason(reason)}.`;
}

/** Whether a file was read to its end without any entry that could be imported: it is empty, or in another format. */
export function importedNothing(result: ImportResult): boolean {
  const { skipped, objects, complete } = result;
  return complete && hasNothing(result) && (skipped.length > 0 || objects === 0);
}

function hasNothing({ indicators, threats, feeds, ranges = 0 }: ImportResult): boolean {
  const { added, updated, unchanged } = indicators;
  return added + updated + unchanged + threats + feeds + ranges === 0;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
