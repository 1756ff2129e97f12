import type { StoreProblem } from '../../../core/records/problems/storeProblem';
import { StoreError } from '../../../core/store/protocol/storeError';
import type { UiText } from '../ui/text';
import { t, formatDateTime } from '../../../l10n';
import { uiText } from '../ui/text';

/** An action for a store problem, which is a button of the notification. */
export type StoreRemedy =
  | { readonly label: UiText; readonly kind: 'details' }
  | { readonly label: UiText; readonly kind: 'showFile'; readonly path: string }
  | { readonly label: UiText; readonly kind: 'clear' }
  | { readonly label: UiText; readonly kind: 'update' };

/** A description of a problem of the local store, and one action. */
export interface StoreProblemText {
  readonly sentence: string;
  readonly remedy: StoreRemedy;
}

/** A problem of the local store as text, without its `detail`, which goes to the output channel. */
export function formatStoreProblem(problem: StoreProblem): StoreProblemText {
  const details: StoreRemedy = { label: uiText('Show Output'), kind: 'details' };
  switch (problem.kind) {
    case 'noSqlite':
      return {
        sentence: t(
          "This version of VS Code doesn't include SQLite, so there is no local store, cache, import, or local service. Update VS Code.",
        ),
        remedy: details,
      };
    case 'locked':
      return {
        sentence: t(
          "The local store is locked by another window or program. New data won't be saved until it is released.",
        ),
        remedy: details,
      };
    case 'corrupt':
      return problem.movedTo === undefined
        ? {
            sentence: t(
              'The local store is corrupted, and its data is unavailable. Reload the window to have the store checked and, if necessary, replaced.',
            ),
            remedy: details,
          }
        : {
            sentence: t(
              'The local store was corrupted. It was moved aside and replaced by an empty one. Import and sync your data again.',
            ),
            remedy: showFile(problem.movedTo),
          };
    case 'outdated':
      return {
        sentence: t(
          "The local store of an earlier version of Threat Lookups can't be read. It was moved to {0} and replaced by an empty one. Import and sync your data again. Your triage list, notes, custom risks, scans, and histories are only in the old file.",
          problem.movedTo.replace(/^.*[\\/]/u, ''),
        ),
        remedy: showFile(problem.movedTo),
      };
    case 'foreign':
      return {
        sentence: t(
          'The local store file belongs to another program. Move that file to another folder, and reload the window.',
        ),
        remedy: showFile(problem.file),
      };
    case 'newer':
      return {
        sentence: t(
          'The local store was created or upgraded by a newer version of Threat Lookups. Update the extension, and reload open windows.',
        ),
        remedy: { label: uiText('Update…'), kind: 'update' },
      };
    case 'diskFull':
      return {
        sentence: t("The disk is full. New data won't be saved until space is available."),
        remedy: { label: uiText('Clear Local Store…'), kind: 'clear' },
      };
    case 'readOnly':
      return {
        sentence: t(
          "The local store is read-only, so new data won't be saved. Check the permissions of the file and its folder.",
        ),
        remedy: details,
      };
    case 'networkFolder':
      return {
        sentence: t('The local store is on a network drive, which can cause slowness or corruption.'),
        remedy: details,
      };
    case 'clock':
      return {
        sentence: t(
          "This computer's clock is or was wrong: the local store contains data dated {0}. Check the date and time, and then reimport or resync anything you added while it was wrong.",
          formatDateTime(problem.latest),
        ),
        remedy: details,
      };
    case 'failed':
      return {
        sentence: t(
          "The local store can't be used because of an unexpected error, and its data is unavailable. See the output for details.",
        ),
        remedy: details,
      };
  }
}

function showFile(path: string): StoreRemedy {
  return { label: uiText('Show File'), kind: 'showFile', path };
}

/** The problem in a rejected job of the worker, if any. */
export function getStoreProblem(error: unknown): StoreProblem | undefined {
  return error instanceof StoreError ? error.problem : undefined;
}
