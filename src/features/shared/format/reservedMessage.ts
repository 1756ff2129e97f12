import type { BlockReason } from '../../../core/lookups/types';
import { strings } from './strings';

type Reserved = Pick<Extract<BlockReason, { kind: 'reserved' }>, 'what'>;

/** Why something reserved is never sent, as a sentence. */
export function reservedMessage({ what }: Reserved): string {
  return strings.reserved(what);
}
