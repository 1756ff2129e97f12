import type { BlockReason } from '../../core/lookups/types';

type Reserved = Extract<BlockReason, { kind: 'reserved' }>;

const sentences: Readonly<Record<Reserved['what'], string>> = {
  name: 'Reserved name: never sent.',
  address: 'Internal address: never sent.',
  unreadable: 'Too long or too deeply encoded to check for internal hosts: never sent.',
  longIgnoreList: 'The ignore list is too long to check: nothing is sent until you shorten it.',
};

const labels: Readonly<Record<Reserved['what'], string>> = {
  name: 'is a reserved name',
  address: 'is an internal address',
  unreadable: 'is too long or too deeply encoded to check for internal hosts',
  longIgnoreList: 'can’t be checked because the ignore list is too long',
};

/** Why something reserved stays here, as a sentence of its own. */
export function reservedMessage({ what }: Pick<Reserved, 'what'>): string {
  return sentences[what];
}

/** The same behind the value: “is a reserved name”. */
export function reservedClause({ what }: Pick<Reserved, 'what'>): string {
  return labels[what];
}
