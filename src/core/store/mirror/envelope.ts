import { isObject, textOf } from '../../stix/fields';

/** What stands on a page (TAXII 2.1, 3.7), read. */
export interface Envelope {
  readonly objects: readonly unknown[];
  readonly body: Readonly<Record<string, unknown>>;
}

/** What an envelope without objects may hold; anything else is another answer, an error message for instance. */
const ownMembers = new Set(['more', 'next', 'objects', 'id', 'type', 'spec_version']);

/** Reads a page; undefined where its text is no envelope, or is cut off. */
export function envelopeOf(bytes: Uint8Array): Envelope | undefined {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  if (!isObject(body)) return undefined;
  // An empty page may be `{}` (TAXII 2.1, 3.7).
  if (body.objects !== undefined && body.objects !== null && !Array.isArray(body.objects)) return undefined;
  if (!Array.isArray(body.objects) && !Object.keys(body).every((name) => ownMembers.has(name))) return undefined;
  return { body, objects: Array.isArray(body.objects) ? (body.objects as readonly unknown[]) : [] };
}

/** Tells a page from another by the ids in it. */
export function fingerprintOf(objects: readonly unknown[]): string {
  const id = (value: unknown): string => (isObject(value) ? (textOf(value.id) ?? '') : '');
  return `${objects.length} ${id(objects[0])} ${id(objects[objects.length >> 1])} ${id(objects.at(-1))}`;
}
