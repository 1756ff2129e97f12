import { setImmediate } from 'node:timers/promises';
import type { FetchedFiles, RequestedList } from '../../core/sync/fetchedList';
import type { SyncAccount } from '../../core/sync/ports';
import { listId } from '../../core/sync/subscriptions';
import type { ListRefresh } from '../../core/store/mirror/list';
import type { ChosenColumns, SourceDetails } from '../../core/records/sourceDetails';
import { describesIn } from '../../core/store/statements/listOpinion';
import type { Store } from '../../core/store/store';
import { importInto, readBytes } from './index';
import { leftOutCount } from '../../core/records/problems/skipReason';
import { InputError, type InputFailure } from '../../core/records/problems/inputFailure';

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
      // What is known of the list may be newer than its entries, such as its credit line.
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
  const { files, state, isPartial = false, missing, risk, maxEntries, columns } = list;
  const [first, ...more] = files.map((bytes) => ({ name: run.source.name, bytes }));
  const content = await contentOf(files, now(), columns);
  // What can't be read isn't an empty list.
  if (content !== 'indicators' && content !== 'nothing' && !isPartial)
    return { state: run.end({ kind: 'incompleteList', failure: content }), counts: nothing, skipped: [] };
  if (first === undefined || content !== 'indicators') {
    // New events of a feed may contain none.
    if (isPartial) store.sources.change(run.state.id, { details: { ...state } });
    return { state: run.end(isPartial ? missing : { kind: 'emptyList' }), counts: nothing, skipped: [] };
  }
  // A risk that the user chose later stays.
  const opinion = run.details.asked === true ? {} : { risk: risk ?? ('unknown' as const) };
  const account = await importInto(store, first, {
    source: { ...run.source, ...opinion, ages: true, details: detailsOf(list, run.details.asked === true) },
    now,
    signal,
    more,
    maxIndicators: maxEntries,
    columns,
    onProgress: () => run.keep(),
  });
  // A value that can't be read says nothing about the others: the list was read to its end.
  const isWhole = account.complete || account.failure?.kind === 'unreadRows';
  let stale = 0;
  if (isWhole && !isPartial) {
    for (let some = run.retireSome(); some !== undefined; some = run.retireSome()) {
      stale += some;
      run.keep();
      await setImmediate();
    }
  }
  // Only now, so that a list that could not be imported as a whole isn't taken for unchanged.
  if (isWhole) store.sources.change(run.state.id, { details: { ...state } });
  const { updated, unchanged } = account.indicators;
  const added = account.indicators.added + (account.places ?? 0);
  const skipped = leftOutCount(account.skipped);
  const end = isWhole
    ? run.end(missing, { isUpdated: true })
    : run.end(
        account.failure === undefined ? { kind: 'canceled' } : { kind: 'incompleteList', failure: account.failure },
      );
  return {
    state: end,
    counts: { added, changed: updated, unchanged, stale, skipped },
    skipped: account.skipped.map(({ reason, count, examples: [example = ''], lines: [line = 0] = [] }) => ({
      reason,
      count,
      example,
      line: line > 0 ? line : undefined,
    })),
  };
}

/**
 * What is known of the list by its subscription; the state of its files follows when they are imported. What the user
 * answered later stays.
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

/** Files of archives, and tables, that aren't lists; all other failures say that a file may be one. */
const notLists: ReadonlySet<string> = new Set([
  'binary',
  'noIndicatorColumn',
  'notBundle',
  'invalidJson',
  'emptyArchive',
]);

/** Whether files contain at least one indicator, in any format that can be imported, or why that can't be known. */
async function contentOf(
  files: readonly Uint8Array[],
  now: number,
  columns: ChosenColumns | undefined,
): Promise<'indicators' | 'nothing' | InputFailure> {
  let damage: InputFailure | undefined;
  for (const bytes of files) {
    try {
      for await (const { statements, locations = [] } of readBytes(bytes, now, { columns })) {
        if (locations.length > 0 || statements.some(({ kind }) => kind === 'indicator')) return 'indicators';
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      if (!notLists.has(error.failure.kind)) damage ??= error.failure;
    }
  }
  return damage ?? 'nothing';
}
