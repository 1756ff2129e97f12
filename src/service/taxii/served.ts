import { exactStamp, millisOf, writtenStamp } from '../../core/records/exactStamp';
import { isoStamp } from '../../core/records/stamp';
import { type StixObject } from '../../core/results';
import { type StixEntry } from '../../core/store/stix/entries';
import { type StixSource } from '../../core/store/stix/shelf';
import { madeObject } from './made';

/** An object as it goes out. */
export interface Served {
  readonly entry: StixEntry;
  readonly id: string;
  /** The version of STIX. */
  readonly spec: string;
  /** Its version, with six fractional digits: when it was modified, else created. */
  readonly version: string;
  /** JSON. */
  readonly body: string;
}

/** Gives an entry of the store its form; `sources` by their own id. */
export function served(entry: StixEntry, sources: ReadonlyMap<number, StixSource>): Served {
  if (entry.kind === 'original') {
    const { id, spec, body, modified, place } = entry;
    return { entry, id, spec, body, version: modified === '' ? place.created : modified };
  }
  const { at } = millisOf(entry.place.created);
  const object: StixObject = madeObject(entry, at, sources.get(entry.place.source));
  const { id, modified } = object;
  const version = typeof modified === 'string' ? exactStamp(modified) : undefined;
  return {
    entry,
    id: typeof id === 'string' ? id : '',
    spec: '2.1',
    body: JSON.stringify(object),
    version: version ?? entry.place.created,
  };
}

/** `created` in the very words of the object, where it has one. */
export function createdOf({ entry, body }: Served): string {
  const { created } = entry.place;
  if (entry.kind === 'original') {
    const said = (JSON.parse(body) as Readonly<Record<string, unknown>>)['created'];
    if (typeof said === 'string' && exactStamp(said) === created) return said.trim();
  }
  return isoStamp(Date.parse(created)) === undefined ? created : writtenStamp(created);
}
