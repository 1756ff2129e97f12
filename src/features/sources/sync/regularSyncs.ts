import * as vscode from 'vscode';
import type { SyncQueue } from '../../../core/sync/syncQueue';
import type { SourcesModel } from '../sourcesModel';
import type { MirrorFeatureParts } from '../sourcesParts';
import type { UtcMillis } from '../../../core/records/record';

/** The state of a collection for the schedule. */
interface Scheduled {
  readonly key: string;
  readonly lastSync: UtcMillis | undefined;
  /** The last attempt of this window, successful or not. */
  readonly lastTry: UtcMillis | undefined;
  /** The minimum time between syncs that the publisher of a list allows, in milliseconds. */
  readonly minWait?: number;
}

/** How far a wait may differ from the setting, so that the machines of a team don't all send requests at once. */
const jitter = 0.1;

/** A number within ±10 % of `every`; `chance` from 0 to 1. */
export function jittered(every: number, chance: number): number {
  return Math.round(every * (1 - jitter + 2 * jitter * chance));
}

/** Input of a check: collections as of the last `load`, and whether one is syncing now. */
interface SyncStates {
  readonly load: () => Promise<void>;
  readonly collections: () => readonly Omit<Scheduled, 'lastTry'>[];
  readonly isIdle: (key: string) => boolean;
}

/** The idle collections. One whose sync ends during the load is left to the next check: its last sync may be missing. */
export async function idleCollections({
  load,
  collections,
  isIdle,
}: SyncStates): Promise<readonly Omit<Scheduled, 'lastTry'>[]> {
  const syncing = new Set(collections().flatMap(({ key }) => (isIdle(key) ? [] : [key])));
  await load();
  return collections().filter(({ key }) => isIdle(key) && !syncing.has(key));
}

/**
 * Those whose last sync and last try were `wait` milliseconds ago or earlier, and no sooner than their own interval. A
 * time in the future (a clock that was set back) counts as past.
 */
export function getDue(all: readonly Scheduled[], wait: number, now: UtcMillis): readonly string[] {
  const isPast = (at: UtcMillis | undefined, least: number): boolean =>
    at === undefined || at > now || now - at >= Math.max(wait, least);
  return all
    .filter(({ lastSync, lastTry, minWait = 0 }) => isPast(lastSync, minWait) && isPast(lastTry, minWait))
    .map(({ key }) => key);
}

/** How often to check what is due, milliseconds. */
const pollMillis = 60_000;

/**
 * Syncs collections that are due by `threatLookups.sources.syncIntervalMinutes` and not paused: without notifications,
 * and not in mode `offline`. Only one window syncs, which the store ensures.
 */
export function registerRegularSyncs(
  settings: MirrorFeatureParts['settings'],
  model: SourcesModel,
  syncs: SyncQueue,
): vscode.Disposable {
  const tries = new Map<string, number>();
  const chance = Math.random();
  const check = async (): Promise<void> => {
    const { mirror, lookups } = settings.current();
    if (mirror.everyMillis === 0 || lookups.mode === 'offline' || !model.isSetUp()) return;
    const idle = await idleCollections({
      load: () => model.load(),
      collections: () =>
        model
          .collections()
          .flatMap(({ key, isChosen, state, list }) =>
            isChosen ? [{ key, lastSync: state?.lastSync, minWait: (list?.intervalMinutes ?? 0) * 60_000 }] : [],
          ),
      isIdle: (key) => syncs.statusOf(key).kind === 'idle',
    });
    const all = idle.map((collection) => ({ ...collection, lastTry: tries.get(collection.key) }));
    for (const key of getDue(all, jittered(mirror.everyMillis, chance), Date.now())) {
      tries.set(key, Date.now());
      void syncs.sync(key);
    }
  };
  // A failed store was reported already; the next check retries.
  const timer = setInterval(() => void check().catch(() => undefined), pollMillis);
  return new vscode.Disposable(() => clearInterval(timer));
}
