import { type IndicatorRecord, type ThreatLink, type UtcMillis } from '../../records/record';
import { heldBySource, type Subject } from '../held';
import { type IndicatorType } from '../../indicators/types';
import { type Connection, integer, type Row, text } from '../sqlite';
import { groups, type Place } from './position';

/** What one source says of a threat or a feed, beyond its links. */
export interface GroupSaid {
  readonly name: string;
  readonly category?: string;
  /** Description, aliases and the like, as the source has them. */
  readonly details: Readonly<Record<string, unknown>>;
  /** When the source said it last. */
  readonly asOf: UtcMillis;
}

/** An object that is served, as far as the store knows it; whoever serves it gives it its form. */
export type StixEntry = { readonly place: Place } & StixSubject;

export type StixSubject =
  | {
      readonly kind: 'original';
      readonly id: string;
      readonly type: string;
      readonly spec: string;
      /** As `exactStamp` writes it; empty where the object has none. */
      readonly modified: string;
      /** JSON. */
      readonly body: string;
    }
  | { readonly kind: 'identity' | 'extension' }
  | { readonly kind: 'feed' | 'threat'; readonly said: GroupSaid }
  | { readonly kind: 'indicator'; readonly record: IndicatorRecord; readonly changed: UtcMillis }
  | { readonly kind: 'tie'; readonly record: IndicatorRecord; readonly threat: ThreatLink };

type Finder = (place: Place) => StixSubject | undefined;

/** What stands at these places, in their order; what went in the meantime is left out. */
export function readEntries(connection: Connection, places: readonly Place[]): readonly StixEntry[] {
  const of = (group: Place['group']): readonly Place[] => places.filter((place) => place.group === group);
  const finders: Readonly<Record<Place['group'], Finder>> = {
    [groups.definition]: ({ id }) => ({ kind: id === 0 ? 'identity' : 'extension' }),
    [groups.feed]: groupFinder(connection, 'feed'),
    [groups.threat]: groupFinder(connection, 'threat'),
    [groups.indicator]: indicatorFinder(connection, of(groups.indicator)),
    [groups.original]: originalFinder(connection, of(groups.original)),
  };
  return places.flatMap((place) => {
    const subject = finders[place.group](place);
    return subject === undefined ? [] : [{ place, ...subject }];
  });
}

function idsOf(places: readonly Place[]): string {
  return JSON.stringify([...new Set(places.map(({ id }) => id))]);
}

function groupFinder(connection: Connection, kind: 'feed' | 'threat'): Finder {
  const id = kind === 'feed' ? 'fid' : 'tid';
  const sql = `SELECT n.name, a.category, a.as_of, a.body FROM ${kind}_assertion a JOIN ${kind} n ON n.${id} = a.${id}
    WHERE a.${id} = ? AND a.source_id = ?`;
  return (place) => {
    const row = connection.get(sql, place.id, place.source);
    if (row === undefined) return undefined;
    const category = text(row.category);
    const said = {
      name: text(row.name),
      ...(category === '' ? {} : { category }),
      details: JSON.parse(text(row.body)) as Readonly<Record<string, unknown>>,
      asOf: integer(row.as_of) ?? 0,
    };
    return { kind, said };
  };
}

function indicatorFinder(connection: Connection, places: readonly Place[]): Finder {
  if (places.length === 0) return () => undefined;
  const subjects = connection
    .all('SELECT iid, value, type FROM indicator WHERE iid IN (SELECT value FROM json_each(?))', idsOf(places))
    .map((row): Subject => ({
      iid: integer(row.iid) ?? 0,
      value: text(row.value),
      type: text(row.type) as IndicatorType,
    }));
  const held = heldBySource(connection, subjects);
  return ({ id, source, part }) => {
    const said = held.get(id)?.get(source);
    if (said === undefined) return undefined;
    const { record, changed } = said;
    if (part === 0) return { kind: 'indicator', record, changed };
    const threat = record.threats.find(({ tid }) => tid === part);
    return threat === undefined ? undefined : { kind: 'tie', record, threat };
  };
}

function originalFinder(connection: Connection, places: readonly Place[]): Finder {
  if (places.length === 0) return () => undefined;
  const rows = connection.all(
    'SELECT oid, id, type, spec, modified, body FROM stix_object WHERE oid IN (SELECT value FROM json_each(?))',
    idsOf(places),
  );
  const found = new Map(rows.map((row) => [integer(row.oid), row]));
  return ({ id }) => {
    const row = found.get(id);
    return row === undefined ? undefined : originalIn(row);
  };
}

function originalIn(row: Row): StixSubject {
  const [id, type, spec] = [text(row.id), text(row.type), text(row.spec)];
  return { kind: 'original', id, type, spec, modified: text(row.modified), body: text(row.body) };
}
