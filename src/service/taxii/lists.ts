import { writtenStamp } from '../../core/records/exactStamp';
import { withoutDepths } from '../../core/records/nesting';
import { type StixShelf } from '../../core/store/stix/shelf';
import { type Answer, Written } from '../answer';
import { isAnswer, taxiiRefusal } from './answer';
import { type Asked, readAsked } from './asked';
import { type Collection } from './collections';
import { cursorOf } from './cursor';
import { taxiiType } from './media';
import { type Page, pageOf } from './page';
import { createdOf, type Served } from './served';

export interface TaxiiContext {
  readonly shelf: StixShelf;
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
}

type Kind = 'objects' | 'manifest' | 'versions';

/** How one object stands in a list, as JSON (TAXII 2.1, 5.3, 5.8 and 5.9). */
const lines: Readonly<Record<Kind, (object: Served) => string>> = {
  objects: ({ body }) => body,
  manifest: ({ id, spec, version, entry }) =>
    JSON.stringify({
      id,
      date_added: writtenStamp(entry.place.created),
      version: writtenStamp(version),
      media_type: `application/stix+json;version=${spec}`,
    }),
  versions: ({ version }) => JSON.stringify(writtenStamp(version)),
};

/**
 * A page of a collection: its objects, what is told of them, or the versions of one (api-spec: “TAXII collection objects”). `more` and
 * the list are always there; the date headers are the first and the last object's `created`. 404 where an object is named that is not there.
 */
export async function listAnswer(
  kind: Kind,
  context: TaxiiContext & { readonly collection: Collection },
  object?: string,
): Promise<Answer> {
  const asked = readAsked(context.query);
  if (isAnswer(asked)) return asked;
  if (object === undefined) return written(kind, await pageOf({ ...context, asked }));
  const ids = new Set([object]);
  const one = await pageOf({ ...context, asked: { ...noFilter, ids } });
  if (one.objects.length === 0) return taxiiRefusal(404, 'There is no such object in this collection.');
  return written(kind, await pageOf({ ...context, asked: { ...asked, types: undefined, ids } }));
}

const noFilter: Asked = {
  limit: 1,
  after: undefined,
  createdAfter: undefined,
  ids: undefined,
  types: undefined,
  versions: undefined,
  specs: undefined,
};

function written(kind: Kind, { objects, more }: Page): Answer {
  const [first, last] = [objects[0], objects.at(-1)];
  const next = more && last !== undefined ? `"next":${JSON.stringify(cursorOf(last.entry.place))},` : '';
  const list = kind === 'versions' ? 'versions' : 'objects';
  // What came as an object goes out as the very text that is kept; reading it would take longer than all the rest.
  const text = `{"more":${String(more)},${next}"${list}":[${objects.map(lines[kind]).join(',')}]}`;
  const body = new Written(taxiiType, (indent) => [
    indent === 0 ? text : JSON.stringify(withoutDepths(JSON.parse(text)), undefined, indent),
  ]);
  const headers = {
    ...(first === undefined ? {} : { 'X-TAXII-Date-Added-First': createdOf(first) }),
    ...(last === undefined ? {} : { 'X-TAXII-Date-Added-Last': createdOf(last) }),
  };
  return { status: 200, body, headers };
}
