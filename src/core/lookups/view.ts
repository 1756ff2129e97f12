import { isKnown, byPrecedence, type Knowledge, type Known } from '../records/knowledge';

/** What is known of one key, one word a source. */
export interface View {
  /** The leading one first. */
  readonly known: readonly Known[];
  /** Newest first. */
  readonly notKnown: readonly Extract<Knowledge, { kind: 'notKnown' }>[];
}

/** Unites what memory and store hold: of every source the newest word counts. */
export function viewOf(all: readonly Knowledge[]): View {
  const newest = new Map<string, Knowledge>();
  for (const knowledge of all) {
    const { kind, address, name, range = '' } = knowledge.source;
    const source = `${kind} ${address ?? name} ${range}`;
    const other = newest.get(source);
    if (other === undefined || isNewer(knowledge, other)) newest.set(source, knowledge);
  }
  const sources = [...newest.values()];
  return {
    known: sources.filter(isKnown).sort(byPrecedence),
    notKnown: sources.filter((knowledge) => knowledge.kind === 'notKnown').sort((a, b) => b.asOf - a.asOf),
  };
}

/** At the same moment the full record is worth more than a summary. */
function isNewer(a: Knowledge, b: Knowledge): boolean {
  if (a.asOf !== b.asOf) return a.asOf > b.asOf;
  return a.kind === 'known' && a.detail === 'full' && !(b.kind === 'known' && b.detail === 'full');
}

/**
 * What is known here without a service: it settles a lookup as long as it says anything of the risk. A mirror settles it
 * whatever it says of the very indicator: it is kept in order to be asked in place of a service.
 */
export function isLocalKnowledge({ source, record }: Known): boolean {
  if (source.kind === 'mirror' && source.range === undefined) return true;
  return source.kind !== 'service' && source.kind !== 'user' && record.risk !== 'unknown';
}
