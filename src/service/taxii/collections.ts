import type { SourceKind } from '../../core/records/knowledge';
import { stixUuid } from '../../core/results';
import type { Order } from '../../core/store/stix/position';
import type { StixSource } from '../../core/store/stix/objectReader';
import type { ServedObjects } from '../servedRecords';
import { stixType } from './media';

/** A collection, and the sources whose objects are in it. */
export interface Collection {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly alias?: string;
  readonly sources: readonly StixSource[];
  /** In the order of changes: all are of these sources up to this date, in microseconds since 1970. */
  readonly until?: number | undefined;
}

const kinds: Readonly<Record<SourceKind, string>> = {
  service: 'What a service said.',
  mirror: 'A mirrored collection.',
  import: 'An imported file.',
  sample: 'Sample data; fictional.',
  scan: 'What scans of this service found.',
  user: 'Risks and notes of people.',
};
const titles: Readonly<Partial<Record<SourceKind, string>>> = { scan: 'Scans', user: 'Own Risks' };

/** The collections of the other order have other IDs: a client's position in one means nothing in the other. */
const scopes: Readonly<Record<Order, string>> = { created: 'collection', changed: 'changes' };

/** One collection of everything, then one per source. Their IDs are derived from their content and stay the same. */
export async function getCollections(objectReader: ServedObjects, order: Order): Promise<readonly Collection[]> {
  // Read first: a source that is added in between has later changes only.
  const until = order === 'changed' ? await objectReader.changedUntil() : undefined;
  const sources = await objectReader.sources(order);
  const everything: Collection = {
    id: stixUuid(`${scopes[order]}:all`),
    title: titled('All Sources', order),
    description: 'Everything that is in the collections of single sources.',
    alias: 'all',
    sources,
    until,
  };
  return [everything, ...sources.map((source) => ofSource(source, order, until))];
}

/** Distinguishes the collections of all roots by their titles. */
function titled(title: string, order: Order): string {
  return order === 'changed' ? `${title} (changes)` : title;
}

function ofSource(source: StixSource, order: Order, until: number | undefined): Collection {
  const { kind, name, address } = source;
  return {
    id: stixUuid(`${scopes[order]}:${kind}\n${name}\n${address}`),
    // A team has a name, a single user none.
    title: titled(kind === 'user' && name !== '' ? name : (titles[kind] ?? name), order),
    description: kinds[kind],
    sources: [source],
    until,
  };
}

/** A collection by its ID or alias. */
export async function collectionBy(
  objectReader: ServedObjects,
  order: Order,
  requested: string,
): Promise<Collection | undefined> {
  const id = requested.toLowerCase();
  return (await getCollections(objectReader, order)).find((each) => each.id === id || each.alias === id);
}

/** A collection resource (TAXII 2.1, 5.2). */
export function collectionObject({ id, title, description, alias }: Collection) {
  return {
    id,
    title,
    description,
    alias,
    can_read: true,
    can_write: false,
    media_types: [stixType],
  };
}
