import type { ServiceClient } from '../../api/client';
import { saysNothing } from '../../records/judgment';
import { emptyRecord } from '../../records/record';
import { withJudgment } from '../../records/withJudgment';
import type { JudgedKey } from '../options';
import { isKnown, byPrecedence, type Knowledge, type Known } from '../../records/knowledge';
import type { UnreadStore } from '../unreadStore';

/** The knowledge about one key, one entry per source. */
export interface View {
  /** By precedence. */
  readonly known: readonly Known[];
  /** Newest first. */
  readonly notFound: readonly Extract<Knowledge, { kind: 'notFound' }>[];
  /** Why the store couldn't be read. */
  readonly unread?: UnreadStore;
}

/** Returns the knowledge about a key at one moment (see `lookupKey`). */
export type Views = (key: string) => View;

/** Merges the data of memory and store: the newest entry of each source counts. */
export function getView(all: readonly Knowledge[]): View {
  const newest = new Map<string, Knowledge>();
  for (const knowledge of all) {
    const { kind, address, name, range = '', parent } = knowledge.source;
    const source = `${kind} ${address ?? name} ${range} ${parent?.name ?? ''}`;
    const other = newest.get(source);
    if (other === undefined || isNewer(knowledge, other)) newest.set(source, knowledge);
  }
  const sources = [...newest.values()];
  return {
    known: sources.filter(isKnown).sort(byPrecedence),
    notFound: sources.filter((knowledge) => knowledge.kind === 'notFound').sort((a, b) => b.asOf - a.asOf),
  };
}

/** At the same time, a full record outranks a summary. */
function isNewer(a: Knowledge, b: Knowledge): boolean {
  if (a.asOf !== b.asOf) return a.asOf > b.asOf;
  return a.kind === 'known' && a.detail === 'full' && !(b.kind === 'known' && b.detail === 'full');
}

/**
 * Whether data of this machine settles a lookup without a service: if it states a risk. A mirror always does, since
 * it replaces a service.
 */
export function isLocalKnowledge({ source, record }: Known): boolean {
  // Its URLs or a name above it are listed, not the host itself.
  if (source.urls !== undefined || source.parent !== undefined) return false;
  if (source.kind === 'mirror' && source.range === undefined) return true;
  return source.kind !== 'service' && source.kind !== 'user' && record.risk !== 'unknown';
}

/**
 * A view with the judgment of a service's team as its newest statement. It isn't an answer to a lookup: requests are
 * planned without it.
 */
export function judgedView(
  view: View,
  { address, host }: Pick<ServiceClient, 'address' | 'host'>,
  { indicator, judgment }: JudgedKey,
): View {
  const isOfTeam = ({ source: { kind, address: from, range, parent } }: Knowledge): boolean =>
    kind === 'service' && from === address && range === undefined && parent === undefined;
  const answer = view.known.find(isOfTeam);
  if (answer === undefined && saysNothing(judgment)) return view;
  const base: Known = answer ?? {
    kind: 'known',
    source: { kind: 'service', name: host, address },
    asOf: judgment.at,
    record: emptyRecord(indicator.value, indicator.type),
    detail: 'summary',
  };
  const judged: Known = { ...base, record: withJudgment(base.record, judgment) };
  const others = view.known.filter((known) => known !== answer);
  const notFound = view.notFound.filter((each) => !isOfTeam(each));
  return { ...view, known: [judged, ...others].sort(byPrecedence), notFound };
}
