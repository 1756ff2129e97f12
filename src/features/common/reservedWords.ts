import type { Withheld } from '../../core/lookups/types';

type Reserved = Extract<Withheld, { kind: 'reserved' }>;

/** Why something reserved stays here, as a sentence of its own. */
export function reservedSentence({ what }: Pick<Reserved, 'what'>): string {
  return what === 'name' ? 'Reserved name: never sent.' : 'Internal address: never sent.';
}

/** The same behind the value: “is a reserved name”. */
export function isReservedWords({ what }: Pick<Reserved, 'what'>): string {
  return what === 'name' ? 'is a reserved name' : 'is an internal address';
}
