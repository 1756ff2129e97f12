import type { FeedRef, Opened, OpenedFeed, OpenedThreat, Records, ThreatRef } from '../../../core/lookups/opened';
import type { SourceReport } from '../../../core/records/knowledge';
import { isLocalSource } from '../../../core/records/sourceId';
import type { GroupKnown } from '../view/groupView';

/** What loading a threat or feed needs. */
export interface GroupLoadParts {
  readonly records: Pick<Records, 'openThreat' | 'openFeed'>;
  /** The local sources that report a threat or feed by its local ID; none if that can't be determined. */
  readonly sourcesOf: (kind: 'threat' | 'feed', id: number) => Promise<readonly SourceReport[]>;
}

interface LoadOptions {
  readonly reason: 'record' | 'click';
  readonly signal: AbortSignal;
  /** Called with the record of a service while the summary of its links is loading. */
  readonly onPart: (opened: Opened<GroupKnown>) => void;
}

/** Loads a threat or feed from a source, and if it is local, the sources that report it. */
export async function loadGroup(
  ref: ThreatRef | FeedRef,
  { records, sourcesOf }: GroupLoadParts,
  { reason, signal, onPart }: LoadOptions,
): Promise<Opened<GroupKnown>> {
  const { from } = ref;
  const opened = await openGroup(ref, records, {
    ...{ reason, signal, again: reason === 'click' },
    onPart: (part) => {
      if (!isLocalSource(from)) onPart(part);
    },
  });
  if (!isLocalSource(from) || opened.kind !== 'found') return opened;
  const { value } = opened;
  const id = value.kind === 'threat' ? value.threat.tid : value.feed.fid;
  if (id === undefined) return opened;
  return { ...opened, value: { ...value, reportedBy: await sourcesOf(value.kind, id) } };
}

async function openGroup(
  ref: ThreatRef | FeedRef,
  records: GroupLoadParts['records'],
  { onPart, ...options }: LoadOptions & { readonly again: boolean },
): Promise<Opened<GroupKnown>> {
  const { from } = ref;
  if (ref.kind === 'threat') {
    const known = (opened: Opened<OpenedThreat>): Opened<GroupKnown> =>
      withValue(opened, (value, { source, asOf }) => ({ kind: 'threat', ...value, source, asOf, from }));
    return known(await records.openThreat(ref, { ...options, onPart: (part) => onPart(known(part)) }));
  }
  const known = (opened: Opened<OpenedFeed>): Opened<GroupKnown> =>
    withValue(opened, (value, { source, asOf }) => ({ kind: 'feed', ...value, source, asOf, from }));
  return known(await records.openFeed(ref, { ...options, onPart: (part) => onPart(known(part)) }));
}

function withValue<T, U>(
  opened: Opened<T>,
  map: (value: T, found: Extract<Opened<T>, { kind: 'found' }>) => U,
): Opened<U> {
  return opened.kind === 'found' ? { ...opened, value: map(opened.value, opened) } : opened;
}
