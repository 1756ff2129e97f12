import { definition, stixIndicator } from './explore';
import { model } from './model';
import type { WordedReply } from './service';
import type { TaxiiForms } from './wording';

/** The one collection, of all indicators of the model. */
export const wordedCollection = '91a7b528-80eb-42ed-a74d-c6fbd5a26116';

const root = '/taxii2/api/';
const objects = [
  definition,
  ...model.indicators.toSorted((a, b) => a.added - b.added || a.iid - b.iid).map(stixIndicator),
];
/** As the collection lists them: one a second. */
const added = (at: number): string => new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString();

/** A TAXII response; undefined for a path that doesn't exist. */
export function taxiiReply(forms: TaxiiForms, url: URL): WordedReply | undefined {
  if (!url.pathname.includes('/taxii2/')) return undefined;
  const body = bodyOf(forms, url);
  if (body === undefined)
    return { status: 404, type: forms.contentType, body: { title: 'Not found', http_status: '404' } };
  return { type: forms.contentType, ...body };
}

function bodyOf(forms: TaxiiForms, url: URL): WordedReply | undefined {
  const { pathname, origin } = url;
  const collection = { id: wordedCollection, title: 'All <b>indicators</b>', can_read: true, can_write: false };
  if (pathname === '/taxii2/') {
    const path = forms.roots === 'relative' ? root : `${origin}${root}`;
    return {
      body: { title: 'Made-up intel', api_roots: [path], ...(forms.roots === 'relative' ? {} : { default: path }) },
    };
  }
  if (pathname === root)
    return { body: { title: 'Root', versions: [forms.contentType], max_content_length: 1_000_000 } };
  if (pathname === `${root}collections/`) return { body: { collections: [collection] } };
  if (pathname === `${root}collections/${wordedCollection}/`) return { body: collection };
  return pathname === `${root}collections/${wordedCollection}/objects/` ? page(forms, url.searchParams) : undefined;
}

function page(forms: TaxiiForms, query: URLSearchParams): WordedReply {
  const after = query.get('added_after');
  const listed = objects
    .map((object, at) => ({ object, added: added(at) }))
    .filter((each) => after === null || each.added > after);
  const from = Number(/(\d+)\D*$/.exec(query.get('next') ?? '0')?.[1] ?? 0);
  const slice = listed.slice(from, from + Math.min(forms.max, Number(query.get('limit') ?? 1_000)));
  const to = from + slice.length;
  const more = to < listed.length;
  const next = { timestamp: `2026-01-01 00:00:00|${to}`, number: String(to), word: `page after ${to}` }[forms.token];
  if (slice.length === 0 && forms.empty === 'nothing') return { body: {} };
  const [first, last] = [slice.at(0), slice.at(-1)];
  const hasDates = forms.dates && first !== undefined && last !== undefined;
  return {
    body: {
      ...(more ? { more, next } : forms.lastMore === 'false' ? { more } : {}),
      objects: slice.map(({ object }) => object),
    },
    ...(hasDates
      ? { headers: { 'X-TAXII-Date-Added-First': first.added, 'X-TAXII-Date-Added-Last': last.added } }
      : {}),
  };
}
