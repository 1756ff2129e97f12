import type { ChosenColumns } from '../../core/records/sourceDetails';
import { formatInputFailure } from '../../core/records/problems/inputFailure';
import { basename } from 'node:path';
import type { RiskLevel } from '../../core/records/risk';
import type { ImportResult, ImportFormat, ImportProgress } from '../../core/store/protocol/protocol';
import type { Store } from '../../core/store/store';
import { importInto } from '../import';
import { changeSource } from '../sources';
import { isSample, loadSample } from '../import/sample';
import type { CliIo } from './command';

/** Minimum interval between progress messages, in milliseconds. */
const progressMillis = 1_000;

interface FileOptions {
  readonly format?: ImportFormat | undefined;
  /** Columns of tables, from 0. */
  readonly columns?: ChosenColumns | undefined;
  /** The risk of entries without one; `unknown` for none. */
  readonly risk?: RiskLevel | undefined;
}

/** Imports a file and reports progress on standard error. */
export async function importFile(
  store: Store,
  path: string,
  io: CliIo,
  { format, columns, risk }: FileOptions = {},
): Promise<ImportResult> {
  const name = basename(path);
  let lastReport = Date.now();
  const onProgress = ({ bytes, totalBytes, taken }: ImportProgress): void => {
    if (Date.now() - lastReport < progressMillis) return;
    lastReport = Date.now();
    io.err(
      `${name}: ${megabytes(bytes)}${totalBytes === undefined ? '' : ` of ${megabytes(totalBytes)}`}, ${taken} imported`,
    );
  };
  const onBusy = (): void => io.err(`${name}: waiting for another import of ${name}`);
  if (format === undefined && (await isSample(path))) return loadSample(store, path, { signal: io.signal, onProgress });
  const meaning = risk === undefined ? {} : { risk, details: { asked: true } };
  const earlier = store.sources.list().find((source) => source.kind === 'import' && source.name === name);
  // Entries that were imported before, and that the file may no longer contain, have the new risk as well.
  if (earlier !== undefined && risk !== undefined)
    await changeSource(store, earlier.id, meaning, { signal: io.signal });
  const source = { kind: 'import', name, ...meaning } as const;
  return importInto(store, { path, name }, { signal: io.signal, onProgress, onBusy, format, columns, source });
}

/** Summarizes an import in one sentence. */
export function formatImportResult({ source, indicators, skipped, complete, failure }: ImportResult): string {
  const left = skipped.reduce((sum, { count }) => sum + count, 0);
  const { added, updated, unchanged } = indicators;
  const taken = `${added} added, ${updated} updated, ${unchanged} unchanged, ${left} skipped`;
  if (complete) return `${source}: ${taken}`;
  return `${source}: ${taken}; incomplete: ${failure === undefined ? 'canceled' : formatInputFailure(failure)}`;
}

/** Whether everything in a file was skipped, so that it probably has another format. */
export function importedNothing({ indicators, threats, feeds, places = 0, skipped }: ImportResult): boolean {
  const { added, updated, unchanged } = indicators;
  return added + updated + unchanged + threats + feeds + places === 0 && skipped.length > 0;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
