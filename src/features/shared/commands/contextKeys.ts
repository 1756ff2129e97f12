import * as vscode from 'vscode';

/** Remembered, so that neither the store nor the code of a feature is loaded at startup to find out. */
const rememberedKeys = [
  'connected',
  'modeChosen',
  'hasScans',
  'hasQueryHistory',
  'hasRecentRecords',
  'hasSampleData',
  'hasMirrors',
  'hasTaxiiServers',
  'hasTriagedFiles',
] as const;

type RememberedKey = (typeof rememberedKeys)[number];

/** Context keys of `when` clauses in the manifest, as `threatLookups.…`. */
export type ContextKey =
  | RememberedKey
  | 'hasResults'
  | 'hasTriage'
  | 'isSyncing'
  | 'hasPausedSyncs'
  | 'isStoreNewer'
  | 'isSearchingLog'
  | 'hasPreviousSection'
  | 'hasNextSection';

/** Sets context keys; setting the same value again costs nothing. */
export interface ContextKeys {
  set(key: ContextKey, value: boolean): void;
}

/** Context keys that can be read; those of the last session count until they are set. */
export interface ReadableContextKeys extends ContextKeys {
  isSet(key: ContextKey): boolean;
}

/** Context keys whose remembered values are set at once. */
export function createContextKeys(memory: Pick<vscode.Memento, 'get' | 'update'>): ReadableContextKeys {
  const values = new Map<ContextKey, boolean>();
  const isRemembered = (key: ContextKey): boolean => rememberedKeys.some((remembered) => remembered === key);
  const set = (key: ContextKey, value: boolean): void => {
    if ((values.get(key) ?? false) === value) return;
    values.set(key, value);
    void vscode.commands.executeCommand('setContext', `threatLookups.${key}`, value);
    if (isRemembered(key)) void memory.update(`context.${key}`, value);
  };
  for (const key of rememberedKeys) {
    if (memory.get<boolean>(`context.${key}`, false)) set(key, true);
  }
  return { set, isSet: (key) => values.get(key) === true };
}
