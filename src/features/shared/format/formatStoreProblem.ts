import type { StoreProblem } from '../../../core/records/problems/storeProblem';
import { StoreError } from '../../../core/store/protocol/storeError';
import { strings } from './strings';
import type { UiText } from '../ui/text';

/** An action for a store problem, which is a button of the notification. */
export type StoreRemedy =
  | { readonly label: UiText; readonly kind: 'details' }
  | { readonly label: UiText; readonly kind: 'showFile'; readonly path: string }
  | { readonly label: UiText; readonly kind: 'clear' }
  | { readonly label: UiText; readonly kind: 'update' };

/** What happened to the local store, and one action. */
export interface StoreProblemText {
  readonly sentence: string;
  readonly remedy: StoreRemedy;
}

/** A problem of the local store as text, without its `detail`, which goes to the output channel. */
export function formatStoreProblem(problem: StoreProblem): StoreProblemText {
  const details: StoreRemedy = { label: strings.details(), kind: 'details' };
  switch (problem.kind) {
    case 'noSqlite':
      return { sentence: strings.noSqlite(), remedy: details };
    case 'locked':
      return { sentence: strings.storeLocked(), remedy: details };
    case 'corrupt':
      return problem.movedTo === undefined
        ? { sentence: strings.storeCorrupt(), remedy: details }
        : { sentence: strings.storeReplaced(), remedy: showFile(problem.movedTo) };
    case 'foreign':
      return { sentence: strings.storeForeign(), remedy: showFile(problem.file) };
    case 'newer':
      return { sentence: strings.storeNewer(), remedy: { label: strings.update(), kind: 'update' } };
    case 'diskFull':
      return { sentence: strings.diskFull(), remedy: { label: strings.clearLocalData(), kind: 'clear' } };
    case 'readOnly':
      return { sentence: strings.storeReadOnly(), remedy: details };
    case 'networkFolder':
      return { sentence: strings.storeOnNetwork(), remedy: details };
    case 'clock':
      return { sentence: strings.clockJumped(problem.latest), remedy: details };
    case 'failed':
      return { sentence: strings.storeFailed(), remedy: details };
  }
}

function showFile(path: string): StoreRemedy {
  return { label: strings.showFile(), kind: 'showFile', path };
}

/** The problem in a rejected job of the worker, if any. */
export function storeProblemOf(error: unknown): StoreProblem | undefined {
  return error instanceof StoreError ? error.problem : undefined;
}
