import { exactTimestamp } from '../records/exactTimestamp';
import type { StixOriginal } from '../records/statement';
import { type StixObject, getText } from './fields';

/** The form of an ID (STIX 2.1, 2.9); in practice, not all are UUIDs. */
const idShape = /^[a-z0-9][a-z0-9-]*--[\w.:-]{1,200}$/;

/** Whether objects with this ID are stored as originals. */
export function isServableId(id: string): boolean {
  return idShape.test(id);
}

/** The original of an object; undefined without a type or an ID by which it can be requested. */
export function getOriginal(object: StixObject): StixOriginal | undefined {
  const [id, type] = [getText(object.id), getText(object.type)];
  if (id === undefined || type === undefined || !isServableId(id) || type === 'bundle') return undefined;
  const timestamp = (value: unknown): string | undefined =>
    typeof value === 'string' ? exactTimestamp(value) : undefined;
  return {
    id,
    type,
    // STIX 2.0 doesn't have this property, and observables of 2.1 may omit it.
    spec: getText(object.spec_version) ?? (object.created === undefined ? '2.1' : '2.0'),
    created: timestamp(object.created),
    modified: timestamp(object.modified),
    body: JSON.stringify(object),
  };
}
