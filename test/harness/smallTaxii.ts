import type { RecordedRequest, Reply, ReplyTo } from './recordingService';

export interface SmallTaxiiOptions {
  readonly title?: string;
  /** The names in each collection, by its title. */
  readonly collections: Readonly<Record<string, readonly string[]>>;
  /** False: collections have to be known by their ids. */
  readonly lists?: boolean;
  /** What a request meets instead of an answer. */
  readonly refuse?: (request: RecordedRequest) => Reply | undefined;
}

const headers = { 'content-type': 'application/taxii+json;version=2.1' };

/** Id of the collection at a place in the list, from 0. */
export function idOf(at: number): string {
  return `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
}

/** An answer of TAXII. */
export function taxiiReply(body: unknown, status = 200): Reply {
  return { status, headers, body };
}

/** An error of TAXII. */
export function taxiiError(status: number, title: string): Reply {
  return taxiiReply({ title, http_status: String(status) }, status);
}

function objectsOf(names: readonly string[]): readonly unknown[] {
  const at = '2026-01-01T00:00:00.000Z';
  return names.map((name, n) => ({
    type: 'indicator',
    spec_version: '2.1',
    id: `indicator--${idOf(n)}`,
    created: at,
    modified: at,
    pattern: `[domain-name:value = '${name}']`,
    pattern_type: 'stix',
    valid_from: at,
    name: 'Sends to a page that asks for passwords',
    indicator_types: ['malicious-activity'],
    labels: ['phishing'],
  }));
}

/** A small TAXII server of made-up data, as the answers of a recording service. */
export function smallTaxii({ title = 'Example Intel', collections, lists = true, refuse }: SmallTaxiiOptions): ReplyTo {
  const titles = Object.keys(collections);
  return (request) => {
    const { path } = request;
    const refusal = refuse?.(request);
    if (refusal !== undefined) return refusal;
    if (path === '/taxii2/') return taxiiReply({ title, api_roots: ['/taxii2/api/'] });
    if (path === '/taxii2/api/collections/') {
      const told = titles.map((each, n) => ({ id: idOf(n), title: each, can_read: true, can_write: false }));
      return taxiiReply({ collections: lists ? told : [] });
    }
    const found = titles.find((_, n) => path === `/taxii2/api/collections/${idOf(n)}/objects/`);
    if (found === undefined) return taxiiError(404, 'Not found');
    return taxiiReply({ more: false, objects: objectsOf(collections[found] ?? []) });
  };
}
