import type { Indicator } from '../indicators/identity/types';

/** A threat by name, by its ID, or both. */
export interface ThreatSubject {
  readonly kind: 'threat';
  /** The source of the ID: the address of a service, `local:` for the local service, empty for the connected service. */
  readonly source: string;
  readonly tid?: number | undefined;
  readonly name?: string | undefined;
}

/** A feed by name (and the organization that runs it), by its ID, or both. */
interface FeedSubject {
  readonly kind: 'feed';
  /** See {@link ThreatSubject}. */
  readonly source: string;
  readonly fid?: number | undefined;
  readonly name?: string | undefined;
  readonly organization?: string | undefined;
}

export type GroupSubject = ThreatSubject | FeedSubject;

/** The subject of a record panel: an indicator, a threat or a feed. IDs are only valid at their source, names everywhere. */
export type Subject = ({ readonly kind: 'indicator' } & Indicator) | GroupSubject;

/** The ID of a threat or feed at its source. */
export function groupId(subject: GroupSubject): number | undefined {
  return subject.kind === 'threat' ? subject.tid : subject.fid;
}

/** A key that is equal for equal subjects. For a threat or feed, it contains the name, or the ID if it has no name. */
export function subjectKey(subject: Subject, lookupKey: (indicator: Indicator) => string): string {
  if (subject.kind === 'indicator') return `indicator ${lookupKey(subject)}`;
  const { kind, name, source } = subject;
  return name === undefined ? `${kind} #${groupId(subject) ?? ''} ${source}` : `${kind} ${name.trim().toLowerCase()}`;
}
