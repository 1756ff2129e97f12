import type { PlaceParts } from '../../../../../src/core/context/places';
import type { IndicatorRecord } from '../../../../../src/core/records/record';
import { InputReading } from '../../../../../src/service/import/readings';

export interface ReadList {
  /** Records by value, in the order of the list. */
  readonly records: ReadonlyMap<string, IndicatorRecord>;
  /** Places of a list of locations, by range. */
  readonly locations: ReadonlyMap<string, PlaceParts>;
  /** Examples of skipped entries, by reason. */
  readonly skipped: Readonly<Record<string, readonly string[]>>;
}

/** Reads a list like an import. */
export async function readListText(text: string | Uint8Array, name = 'list.txt'): Promise<ReadList> {
  const records = new Map<string, IndicatorRecord>();
  const locations = new Map<string, PlaceParts>();
  const skipped: Record<string, string[]> = {};
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for await (const chunk of new InputReading({ bytes, name }, { now: Date.UTC(2026, 0, 1) }).chunks()) {
    for (const statement of chunk.statements) {
      if (statement.kind === 'indicator') records.set(statement.record.value, statement.record);
    }
    for (const { value, place = {} } of chunk.locations ?? []) locations.set(value, place);
    for (const { reason, example } of chunk.skipped) (skipped[reason.kind] ??= []).push(example);
  }
  return { records, locations, skipped };
}

/** Value and risk of each record. */
export function risksOf({ records }: ReadList): Readonly<Record<string, string>> {
  return Object.fromEntries([...records].map(([value, { risk }]) => [value, risk]));
}

/** The values of a list, in its order. */
export function valuesOf({ records, locations }: ReadList): readonly string[] {
  return [...records.keys(), ...locations.keys()];
}
