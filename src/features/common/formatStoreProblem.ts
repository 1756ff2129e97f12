import { StoreError } from '../../core/store/storeError';
import type { StoreProblem } from '../../core/store/protocol';

/** What can be done about a store's problem; the wiring of the notice turns it into a button. */
export type StoreRemedy =
  | { readonly label: string; readonly kind: 'details' }
  | { readonly label: string; readonly kind: 'showFile'; readonly path: string }
  | { readonly label: string; readonly kind: 'clear' }
  | { readonly label: string; readonly kind: 'update' };

/** One sentence for what happened to the local store, and one thing to do. */
export interface StoreProblemText {
  readonly sentence: string;
  readonly remedy: StoreRemedy;
}

const details = { label: 'Details', kind: 'details' } as const;

/** Says a problem of the local store in plain words, without its `detail` (that is the output channel's). */
export function formatStoreProblem(problem: StoreProblem): StoreProblemText {
  switch (problem.kind) {
    case 'noSqlite':
      return {
        sentence:
          'This build of VS Code has no SQLite: the local store, imports and the local service are off; lookups go to the service each time.',
        remedy: details,
      };
    case 'locked':
      return {
        sentence: 'The local store is busy in another window or program; what is new is not kept until it is free.',
        remedy: details,
      };
    case 'corrupt':
      if (problem.movedTo === undefined)
        return { sentence: 'The local store is corrupted. Its data is unavailable.', remedy: details };
      return {
        sentence:
          'The local store was corrupted. It was moved aside and replaced by an empty one, so earlier imports, mirrors, and cached answers are no longer found.',
        remedy: { label: 'Show File', kind: 'showFile', path: problem.movedTo },
      };
    case 'foreign':
      return {
        sentence:
          'The file at the location of the local store is not a Threat Lookups store. It was left untouched, and the local store is unavailable. Move the file away to start a new store.',
        remedy: { label: 'Show File', kind: 'showFile', path: problem.file },
      };
    case 'newer':
      return {
        sentence:
          'The local store was written by a newer version of Threat Lookups and is left as it is: nothing in it is shown or marked, and nothing new is kept. Update the extension to use it.',
        remedy: { label: 'Update…', kind: 'update' },
      };
    case 'diskFull':
      return {
        sentence: 'The disk is full: the local store keeps nothing new until there is room.',
        remedy: { label: 'Clear Local Data…', kind: 'clear' },
      };
    case 'readOnly':
      return {
        sentence: "The local store can't be written: its folder allows reading only.",
        remedy: details,
      };
    case 'networkFolder':
      return {
        sentence: 'The local store lies on a network folder, where it may be slow and can be damaged.',
        remedy: details,
      };
    case 'failed':
      return { sentence: 'The local store failed; what it holds is not shown until that is mended.', remedy: details };
  }
}

/** The problem that a rejected job of the worker carries, if it is one. */
export function storeProblemOf(error: unknown): StoreProblem | undefined {
  return error instanceof StoreError ? error.problem : undefined;
}
