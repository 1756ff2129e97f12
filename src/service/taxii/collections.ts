import { type SourceKind } from '../../core/records/knowledge';
import { stixUuid } from '../../core/results';
import { type StixShelf, type StixSource } from '../../core/store/stix/shelf';
import { stixType } from './media';

/** A collection, and the sources whose objects are in it. */
export interface Collection {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly alias?: string;
  readonly sources: readonly StixSource[];
}

const kinds: Readonly<Record<SourceKind, string>> = {
  service: 'What a service said.',
  mirror: 'A mirrored collection.',
  import: 'An imported file.',
  sample: 'Sample data; made up.',
  scan: 'What scans on this machine found.',
  user: 'Risks that the user set.',
};
const titles: Readonly<Partial<Record<SourceKind, string>>> = { scan: 'Scans', user: 'Own Risks' };

/** One collection of everything, then one a source. Their ids come from what they hold and stay the same. */
export function collectionsOf(shelf: StixShelf): readonly Collection[] {
  const sources = shelf.sources();
  const everything: Collection = {
    id: stixUuid('collection:all'),
    title: 'All Sources',
    description: 'Everything that is in the collections of single sources.',
    alias: 'all',
    sources,
  };
  return [everything, ...sources.map(ofSource)];
}

function ofSource(source: StixSource): Collection {
  const { kind, name, address } = source;
  return {
    id: stixUuid(`collection:${kind}\n${name}\n${address}`),
    title: titles[kind] ?? name,
    description: kinds[kind],
    sources: [source],
  };
}

/** A collection by its id or its alias. */
export function collectionBy(shelf: StixShelf, asked: string): Collection | undefined {
  const id = asked.toLowerCase();
  return collectionsOf(shelf).find((each) => each.id === id || each.alias === id);
}

/** As it is told (TAXII 2.1, 5.2). */
export function toldCollection({ id, title, description, alias }: Collection) {
  return {
    id,
    title,
    description,
    ...(alias === undefined ? {} : { alias }),
    can_read: true,
    can_write: false,
    media_types: [stixType],
  };
}
