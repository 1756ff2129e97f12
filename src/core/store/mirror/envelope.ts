import { isObject, getText } from '../../stix/fields';

/** A parsed page (TAXII 2.1, 3.7). */
export interface Envelope {
  readonly objects: readonly unknown[];
  readonly body: Readonly<Record<string, unknown>>;
}

/** Keys of an envelope without objects; any other key means another response, such as an error message. */
const ownMembers = new Set(['more', 'next', 'objects', 'id', 'type', 'spec_version']);

/** Parses a page; undefined where its text isn't an envelope, or is truncated. */
export function getEnvelope(bytes: Uint8Array): Envelope | undefined {
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

/** Identifies a page by the IDs in it. */
export function getFingerprint(objects: readonly unknown[]): string {
  const id = (value: unknown): string => (isObject(value) ? (getText(value.id) ?? '') : '');
  return `${objects.length} ${id(objects[0])} ${id(objects[objects.length >> 1])} ${id(objects.at(-1))}`;
}
