import { isKnown, byPrecedence, type Knowledge, type Known } from '../../records/knowledge';
import type { UnreadStore } from '../unreadStore';

/** What is known about one key, one entry per source. */
export interface View {
  /** By precedence. */
  readonly known: readonly Known[];
  /** Newest first. */
  readonly notKnown: readonly Extract<Knowledge, { kind: 'notKnown' }>[];
  /** Why the store couldn't be read. */
  readonly unread?: UnreadStore;
}

/** What is known about keys at one moment (see `lookupKey`). */
export type Views = (key: string) => View;

/** Merges the data of memory and store: the newest entry of each source counts. */
export function viewOf(all: readonly Knowledge[]): View {
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
    notKnown: sources.filter((knowledge) => knowledge.kind === 'notKnown').sort((a, b) => b.asOf - a.asOf),
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
