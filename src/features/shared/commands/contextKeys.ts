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
  'hasLocalData',
] as const;

/** With any of these, `isSetUp` is set, which shows commands for stored data and lookups in the Command Palette. */
const setUpKeys: readonly ContextKey[] = rememberedKeys.filter((key) => key !== 'modeChosen');

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
  | 'hasNextSection'
  | 'isSetUp'
  /** An indicator is selected or at the cursor of the active editor. */
  | 'onIndicator';

/** Sets context keys; setting the same value again costs nothing. */
export interface ContextKeys {
  set(key: ContextKey, value: boolean): void;
}

/** Context keys that can be read; those of the last session count until they are set. */
export interface ReadableContextKeys extends ContextKeys {
  isSet(key: ContextKey): boolean;
}

/** Creates the context keys, and sets remembered ones immediately. */
export function createContextKeys(memory: Pick<vscode.Memento, 'get' | 'update'>): ReadableContextKeys {
  const values = new Map<ContextKey, boolean>();
  const isRemembered = (key: ContextKey): boolean => rememberedKeys.some((remembered) => remembered === key);
  const set = (key: ContextKey, value: boolean): void => {
    if ((values.get(key) ?? false) === value) return;
    values.set(key, value);
    void vscode.commands.executeCommand('setContext', `threatLookups.${key}`, value);
    if (isRemembered(key)) void memory.update(`context.${key}`, value);
    if (setUpKeys.includes(key))
      set(
        'isSetUp',
        setUpKeys.some((each) => values.get(each) === true),
      );
  };
  for (const key of rememberedKeys) {
    if (memory.get<boolean>(`context.${key}`, false)) set(key, true);
  }
  return { set, isSet: (key) => values.get(key) === true };
}
