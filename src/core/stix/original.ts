import { exactTimestamp } from '../records/exactTimestamp';
import { type StixOriginal } from '../records/statement';
import { type StixObject, textOf } from './fields';

/** The shape of an id (STIX 2.1, 2.9); real ones are not always UUIDs. */
const idShape = /^[a-z0-9][a-z0-9-]*--[\w.:-]{1,200}$/;

/** Whether objects with this id are kept as they came. */
export function isServableId(id: string): boolean {
  return idShape.test(id);
}

/** An object to be kept as it came; undefined where it has no id by which it could be asked for again, or no type. */
export function originalOf(object: StixObject): StixOriginal | undefined {
  const [id, type] = [textOf(object.id), textOf(object.type)];
  if (id === undefined || type === undefined || !isServableId(id) || type === 'bundle') return undefined;
  const timestamp = (value: unknown): string | undefined =>
    typeof value === 'string' ? exactTimestamp(value) : undefined;
  return {
    id,
    type,
    // STIX 2.0 has no such property, and observables of 2.1 may leave it out.
    spec: textOf(object.spec_version) ?? (object.created === undefined ? '2.1' : '2.0'),
    created: timestamp(object.created),
    modified: timestamp(object.modified),
    body: JSON.stringify(object),
  };
}
