import { limitDepth } from '../../core/text/nesting';
import type { Order } from '../../core/store/stix/position';
import type { StixObjectReader } from '../../core/store/stix/objectReader';
import type { Pace } from '../../core/store/sqlite/timeSlicer';
import { type Answer, Written } from '../http/answer';
import { isAnswer, taxiiError } from './response';
import { type PageQuery, readPageQuery } from './pageQuery';
import type { Collection } from './collections';
import { cursorOf } from './cursor';
import { taxiiType } from './media';
import { type Page, pageOf } from './page';
import { dateAddedOf, type ServedObject, versionOf } from './servedObject';

export interface TaxiiContext {
  readonly objectReader: StixObjectReader;
  /** The order of the API root. */
  readonly order: Order;
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
  /** Limits the processor time of the answer; undefined for the extension itself. */
  readonly pace: Pace | undefined;
}

type Kind = 'objects' | 'manifest' | 'versions';

/** The representation of one object in a list, as JSON (TAXII 2.1, 5.3, 5.8 and 5.9). */
const lines: Readonly<Record<Kind, (object: ServedObject, order: Order) => string>> = {
  objects: ({ body }) => body,
  manifest: (object, order) =>
    JSON.stringify({
      id: object.id,
      date_added: dateAddedOf(object, order),
      version: versionOf(object),
      media_type: `application/stix+json;version=${object.spec}`,
    }),
  versions: (object) => JSON.stringify(versionOf(object)),
};

/**
 * A page of a collection: its objects, their manifest, or the versions of one (api-spec: “TAXII collection objects”).
 * `more` and the list are always present; the date headers are the dates of the first and the last object. 404 where a
 * requested object doesn't exist.
 */
export async function listAnswer(
  kind: Kind,
  context: TaxiiContext & { readonly collection: Collection },
  object?: string,
): Promise<Answer> {
  const requested = readPageQuery(context.query, context.collection.id);
  if (isAnswer(requested)) return requested;
  if (object === undefined) return written(kind, context, await pageOf({ ...context, requested }));
  const missing = await missingObject(context, object);
  if (missing !== undefined) return missing;
  const ids = new Set([object]);
  return written(kind, context, await pageOf({ ...context, requested: { ...requested, types: undefined, ids } }));
}

/** The error where a collection has no such object. */
export async function missingObject(
  context: TaxiiContext & { readonly collection: Collection },
  object: string,
): Promise<Answer | undefined> {
  const { objects } = await pageOf({ ...context, requested: { ...noFilter, ids: new Set([object]) } });
  return objects.length === 0 ? taxiiError(404, 'There is no such object in this collection.') : undefined;
}

const noFilter: PageQuery = {
  limit: 1,
  after: undefined,
  createdAfter: undefined,
  ids: undefined,
  types: undefined,
  versions: undefined,
  specs: undefined,
};

function written(
  kind: Kind,
  { order, collection }: { readonly order: Order; readonly collection: Collection },
  { objects, more }: Page,
): Answer {
  const [first, last] = [objects[0], objects.at(-1)];
  const next =
    more && last !== undefined ? `"next":${JSON.stringify(cursorOf(last.entry.sortKey, collection.id))},` : '';
  const list = kind === 'versions' ? 'versions' : 'objects';
  // An original object is sent as the stored text; parsing it would take longer than everything else.
  const text = `{"more":${String(more)},${next}"${list}":[${objects.map((object) => lines[kind](object, order)).join(',')}]}`;
  const body = new Written(taxiiType, (indent) => [
    indent === 0 ? text : JSON.stringify(limitDepth(JSON.parse(text)), undefined, indent),
  ]);
  const headers = {
    ...(first === undefined ? {} : { 'X-TAXII-Date-Added-First': dateAddedOf(first, order) }),
    ...(last === undefined ? {} : { 'X-TAXII-Date-Added-Last': dateAddedOf(last, order) }),
  };
  return { status: 200, body, headers };
}
