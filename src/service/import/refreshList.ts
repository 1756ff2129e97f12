import { setImmediate } from 'node:timers/promises';
import type { FetchedFiles, RequestedList } from '../../core/sync/fetchedList';
import type { SyncAccount } from '../../core/sync/ports';
import { listId } from '../../core/sync/subscriptions';
import type { ListRefresh } from '../../core/store/mirror/list';
import type { ChosenColumns, SourceDetails } from '../../core/records/sourceDetails';
import { describesIn } from '../../core/store/statements/listRating';
import type { ImportResult } from '../../core/store/protocol/protocol';
import type { Store } from '../../core/store/store';
import { importRead } from './index';
import { InputReading } from './readings';
import { countSkipped } from '../../core/records/problems/skipReason';
import type { InputFailure } from '../../core/records/problems/inputFailure';

const nothing = { added: 0, changed: 0, unchanged: 0, stale: 0, skipped: 0 };

/**
 * Imports the current entries of a list and retires missing ones. Files without any indicator change nothing, since
 * they can't be the list. An error is kept until the next success. Returns `busy` if another window is doing it; rejects
 * with a StoreError.
 */
export async function refreshList(
  store: Store,
  list: RequestedList,
  now: () => number = Date.now,
  signal?: AbortSignal,
): Promise<{ readonly busy: true } | { readonly account: SyncAccount; readonly busy?: never }> {
  const { address, title } = list;
  const run = store.mirrors.refreshList({ server: address, root: address, collection: listId, title });
  if (run === undefined) return { busy: true };
  try {
    if (list.unchanged === true) {
      const counts = { ...nothing, unchanged: run.state.indicators };
      // Details of the list, such as its credit line, may be newer than its entries.
      store.sources.change(run.state.id, { details: detailsOf(list, run.details.asked === true) });
      return { account: { state: run.end(undefined), counts, skipped: [] } };
    }
    if (list.error !== undefined) {
      return { account: { state: run.end(list.error), counts: nothing, skipped: [] } };
    }
    return { account: await take(store, run, list, { now, signal }) };
  } catch (error) {
    run.giveUp();
    throw error;
  }
}

async function take(
  store: Store,
  run: ListRefresh,
  list: RequestedList & FetchedFiles,
  { now, signal }: { readonly now: () => number; readonly signal: AbortSignal | undefined },
): Promise<SyncAccount> {
  const { state, isPartial = false, missing } = list;
  const [first, ...more] = list.files.map(
    (bytes) => new InputReading({ name: run.source.name, bytes }, { now: now() }),
  );
  const content = first === undefined ? 'nothing' : await contentOf([first, ...more], list.columns);
  if (first !== undefined && content === 'indicators') {
    const result = await importEntries(store, run, list, { readings: [first, ...more], now, signal });
    return await endRefresh(store, run, list, result);
  }
  // An unreadable list isn't an empty one.
  if (content !== 'indicators' && content !== 'nothing' && !isPartial)
    return { state: run.end({ kind: 'incompleteList', failure: content }), counts: nothing, skipped: [] };
  // New events of a feed may contain none.
  if (isPartial) store.sources.change(run.state.id, { details: { ...state } });
  return { state: run.end(isPartial ? missing : { kind: 'emptyList' }), counts: nothing, skipped: [] };
}

/** Imports the current entries of a list. */
function importEntries(
  store: Store,
  run: ListRefresh,
  list: RequestedList,
  {
    readings,
    now,
    signal,
  }: {
    readonly readings: readonly [InputReading, ...InputReading[]];
    readonly now: () => number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<ImportResult> {
  // A risk that the user chose later stays.
  const isAsked = run.details.asked === true;
  const rating = isAsked ? {} : { risk: list.risk ?? ('unknown' as const) };
  return importRead(store, readings, {
    source: { ...run.source, ...rating, ages: true, details: detailsOf(list, isAsked) },
    now,
    signal,
    maxIndicators: list.maxEntries,
    columns: list.columns,
    onProgress: () => run.keep(),
  });
}

/** Ends a refresh: a list that was read to its end retires the entries that it no longer has. */
async function endRefresh(
  store: Store,
  run: ListRefresh,
  { state, isPartial = false, missing }: RequestedList & FetchedFiles,
  { complete, failure, indicators, ranges = 0, skipped }: ImportResult,
): Promise<SyncAccount> {
  // An unreadable value doesn't affect the others: the list was read to its end.
  const isWhole = complete || failure?.kind === 'unreadRows';
  const stale = isWhole && !isPartial ? await retireMissing(run) : 0;
  // Only now, so that a list that could not be imported as a whole isn't taken for unchanged.
  if (isWhole) store.sources.change(run.state.id, { details: { ...state } });
  const counts = {
    added: indicators.added + ranges,
    changed: indicators.updated,
    unchanged: indicators.unchanged,
    stale,
    skipped: countSkipped(skipped),
  };
  const account = skipped.map(({ reason, count, examples: [example = ''], lines: [line = 0] = [] }) => ({
    reason,
    count,
    example,
    line: line > 0 ? line : undefined,
  }));
  if (isWhole) return { state: run.end(missing, { isUpdated: true }), counts, skipped: account };
  const problem =
    failure === undefined ? ({ kind: 'canceled' } as const) : ({ kind: 'incompleteList', failure } as const);
  return { state: run.end(problem), counts, skipped: account };
}

/** Retires the entries that a list no longer has, some at a time. Returns how many. */
async function retireMissing(run: ListRefresh): Promise<number> {
  let stale = 0;
  for (let some = run.retireSome(); some !== undefined; some = run.retireSome()) {
    stale += some;
    run.keep();
    await setImmediate();
  }
  return stale;
}

/**
 * Returns the details of a list from its subscription; the state of its files follows when they are imported. A later
 * answer of the user is kept.
 */
function detailsOf(
  { kind, credit, terms, license }: Pick<RequestedList, 'kind' | 'credit' | 'terms' | 'license'>,
  isAsked: boolean,
): SourceDetails {
  const describes = isAsked ? undefined : (describesIn(kind) ?? null);
  return Object.fromEntries(
    Object.entries({ kind, describes, credit, terms, license }).filter(([, value]) => value !== undefined),
  );
}

/** Failures of files in archives, and of tables, that aren't lists. With any other failure, a file may be one. */
const notLists: ReadonlySet<string> = new Set([
  'binary',
  'noIndicatorColumn',
  'notBundle',
  'invalidJson',
  'emptyArchive',
]);

/** Whether files contain at least one indicator, in any format that can be imported, or why that can't be known. */
async function contentOf(
  files: readonly InputReading[],
  columns: ChosenColumns | undefined,
): Promise<'indicators' | 'nothing' | InputFailure> {
  let damage: InputFailure | undefined;
  for (const file of files) {
    const { entries, failure } = await file.begin(columns, 1);
    if (entries > 0) return 'indicators';
    if (failure !== undefined && !notLists.has(failure.kind)) damage ??= failure;
  }
  for (const file of files) await file.close();
  return damage ?? 'nothing';
}
