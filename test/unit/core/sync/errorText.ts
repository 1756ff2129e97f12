import type { MirrorState } from '../../../../src/core/sync/ports';
import { syncErrorMessage } from '../../../../src/core/sync/strings';

/** Why the last run of a mirror did not complete, as displayed; empty if it did. */
export function errorText({ error }: Pick<MirrorState, 'error'>): string {
  return error === undefined ? '' : syncErrorMessage(error);
}
