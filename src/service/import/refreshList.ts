import { setImmediate } from 'node:timers/promises';
import type { SyncAccount } from '../../core/mirror/ports';
import { listId } from '../../core/mirror/subscriptions';
import type { SyncError } from '../../core/mirror/syncError';
import type { RiskLevel } from '../../core/records/risk';
import { type ListRefresh, rated } from '../../core/store/mirror/list';
import type { Store } from '../../core/store/store';
import { importInto, readBytes } from './index';
import { InputError } from '../../core/records/problems/inputFailure';

/** A fetched list: its bytes as received, or why there are none. */
export type FetchedList = {
  readonly address: string;
  readonly title: string;
  /** The risk of listed indicators, if the list itself has none. */
  readonly risk?: RiskLevel | undefined;
} & ({ readonly bytes: Uint8Array; readonly error?: never } | { readonly error: SyncError; readonly bytes?: never });

const nothing = { added: 0, changed: 0, unchanged: 0, stale: 0, skipped: 0 };

/**
 * Imports the current entries of a list and retires missing ones. A file without any indicator changes nothing, since
 * it can't be the list. An error is kept until the next success. Returns `busy` if another window is doing it; rejects
 * with a StoreError.
 */
export async function refreshList(
  store: Store,
  list: FetchedList,
  now: () => number = Date.now,
): Promise<{ readonly busy: true } | { readonly account: SyncAccount; readonly busy?: never }> {
  const { address, title } = list;
  const run = store.mirrors.refreshList({ server: address, root: address, collection: listId, title });
  if (run === undefined) return { busy: true };
  try {
    if (list.error !== undefined) {
      return { account: { state: run.end(list.error), counts: nothing, skipped: [] } };
    }
    return { account: await take(store, run, list, now) };
  } catch (error) {
    run.giveUp();
    throw error;
  }
}

async function take(
  store: Store,
  run: ListRefresh,
  { title, bytes, risk }: Extract<FetchedList, { readonly bytes: Uint8Array }>,
  now: () => number,
): Promise<SyncAccount> {
  if (!(await hasIndicators(bytes, now()))) {
    return { state: run.end({ kind: 'emptyList' }), counts: nothing, skipped: [] };
  }
  const account = await importInto(
    store,
    { name: run.source.name, bytes },
    {
      source: run.source,
      now,
      onProgress: () => run.keep(),
      ...(risk === undefined ? {} : { change: (statement) => rated(statement, risk, title) }),
    },
  );
  let stale = 0;
  if (account.complete) {
    for (let some = run.retireSome(); some !== undefined; some = run.retireSome()) {
      stale += some;
      run.keep();
      await setImmediate();
    }
  }
  const { added, updated, unchanged } = account.indicators;
  const skipped = account.skipped.reduce((sum, { count }) => sum + count, 0);
  const state = run.end(
    account.failure === undefined ? undefined : { kind: 'incompleteList', failure: account.failure },
  );
  return {
    state,
    counts: { added, changed: updated, unchanged, stale, skipped },
    skipped: account.skipped.map(({ reason, count, examples }) => ({ reason, count, example: examples[0] ?? '' })),
  };
}

/** Whether a file contains at least one indicator, in any format that can be imported. */
async function hasIndicators(bytes: Uint8Array, now: number): Promise<boolean> {
  try {
    for await (const { statements } of await readBytes(bytes, now)) {
      if (statements.some(({ kind }) => kind === 'indicator')) return true;
    }
    return false;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
