import type { StoredSource } from '../../../core/records/sourceDetails';
import type { LookupMode } from '../../../core/lookups/types';
import { countSkipped } from '../../../core/records/problems/skipReason';
import type { MirrorNode } from '../sourcesTree';
import { strings } from '../strings';
import { sourceStrings } from './strings';

/** The connected service. */
export interface ServiceNode {
  readonly kind: 'service';
  readonly id: 'service';
  readonly address: string;
  readonly mode: LookupMode;
}

/** An imported file, saved results, or the sample data. */
export interface StoredNode {
  readonly kind: 'stored';
  readonly id: string;
  readonly source: StoredSource;
}

/** A row of the “Sources” view. */
export type SourceNode = ServiceNode | MirrorNode | StoredNode;

/** The row of the connected service; undefined if there is none. */
export function serviceNode(address: string | undefined, mode: LookupMode): ServiceNode | undefined {
  return address === undefined ? undefined : { kind: 'service', id: 'service', address, mode };
}

const storedPrefix = 'source ';

/** Whether a row is an import or sample data, by its ID. */
export function isStoredId(id: string): boolean {
  return id.startsWith(storedPrefix);
}

/** The rows of imports and of sample data: imports first, the newest at the top. */
export function storedNodes(sources: readonly StoredSource[]): readonly StoredNode[] {
  const of = (kind: StoredSource['kind']): readonly StoredSource[] =>
    sources.filter((source) => source.kind === kind).toSorted((a, b) => b.asOf - a.asOf || b.id - a.id);
  return [...of('import'), ...of('sample')].map((source) => ({
    kind: 'stored',
    id: `${storedPrefix}${source.id}`,
    source,
  }));
}

/** The number of entries of a source: its indicators, or the ranges of a list of locations. */
export function getEntries({ indicators, details }: StoredSource): number {
  return indicators > 0 ? indicators : (details.kinds?.location ?? 0);
}

/** The number of entries in words. */
export function entriesText(source: StoredSource): string {
  const count = getEntries(source);
  return source.indicators === 0 && count > 0 ? sourceStrings.ranges(count) : strings.indicators(count);
}

/** The number of lines or objects that the last import skipped. */
export function skippedCount({ details: { skipped = [] } }: StoredSource): number {
  return countSkipped(skipped);
}

/** Whether the type of the list can be chosen: not if all entries have a risk or describe themselves. */
export function hasMeaning({ risk, details }: StoredSource): boolean {
  const { asked, describes, unrated = 0, kinds } = details;
  return (
    asked === true || risk !== undefined || typeof describes === 'string' || unrated > 0 || (kinds?.blocklist ?? 0) > 0
  );
}
