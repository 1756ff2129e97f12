import type { BuiltLayer, PlaceReader } from '../../context/places';
import type { SourceKind } from '../../records/knowledge';
import { type Connection, text } from '../sqlite/sqlite';
import { PlaceFileReader, placesFileOf } from './placeReader';
import { putLayer, removeLayers } from './placeWriter';

export { PlaceFileReader, placesFileOf, type PlaceReaderOptions } from './placeReader';
export { putLayer, removeLayers } from './placeWriter';

/** The location data as seen by the writers of a store. */
export interface PlaceStore extends PlaceReader {
  /** Adds what a source states, or replaces it. Throws an InputError if a newer version has written the data. */
  put(layer: BuiltLayer): void;
  /** Removes what sources stated that are no longer in the store, and `id`. */
  tidy(id?: string): void;
}

/** Identifies the layer of a source. */
export function layerIdOf({ kind, name, address = '' }: LayerSource): string {
  return `${kind} ${address === '' ? name : address}`;
}

interface LayerSource {
  readonly kind: SourceKind;
  readonly name: string;
  readonly address?: string | undefined;
}

/** Creates the part of a store for the location data. A transaction keeps other writers of the file away. */
export function createPlaceStore(
  storeFile: string,
  withConnection: <T>(work: (connection: Connection) => T) => T,
): PlaceStore {
  const file = placesFileOf(storeFile);
  const reader = new PlaceFileReader(file);
  const change = (work: (connection: Connection) => void): void => {
    withConnection((c) => c.transaction(() => work(c)));
    reader.recheck();
  };
  return {
    placeOf: (address) => reader.placeOf(address),
    info: () => reader.info(),
    version: () => reader.version(),
    put: (layer) => change(() => putLayer(file, layer)),
    tidy: (id) => {
      reader.recheck();
      const sources = reader.info()?.sources ?? [];
      if (sources.length === 0 || (id !== undefined && sources.every((each) => each.id !== id))) return;
      change((connection) => {
        const rows = connection.all('SELECT kind, name, address FROM source');
        const known = new Set(
          rows.map(({ kind, name, address }) =>
            layerIdOf({ kind: text(kind) as SourceKind, name: text(name), address: text(address) }),
          ),
        );
        removeLayers(file, (each) => each === id || !known.has(each));
      });
    },
  };
}
