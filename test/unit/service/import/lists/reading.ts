import type { GeoLocationParts } from '../../../../../src/core/context/geoLocation';
import type { IndicatorRecord } from '../../../../../src/core/records/record';
import { InputReading } from '../../../../../src/service/import/readings';

export interface ReadList {
  /** Records by value, in the order of the list. */
  readonly records: ReadonlyMap<string, IndicatorRecord>;
  /** Geolocations of a list, by range. */
  readonly locations: ReadonlyMap<string, GeoLocationParts>;
  /** Examples of skipped entries, by reason. */
  readonly skipped: Readonly<Record<string, readonly string[]>>;
}

/** Reads a list like an import. */
export async function readListText(text: string | Uint8Array, name = 'list.txt'): Promise<ReadList> {
  const records = new Map<string, IndicatorRecord>();
  const locations = new Map<string, GeoLocationParts>();
  const skipped: Record<string, string[]> = {};
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for await (const chunk of new InputReading({ bytes, name }, { now: Date.UTC(2026, 0, 1) }).chunks()) {
    for (const statement of chunk.statements) {
      if (statement.kind === 'indicator') records.set(statement.record.value, statement.record);
    }
    for (const { value, geoLocation = {} } of chunk.locations ?? []) locations.set(value, geoLocation);
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
