import type { Indicator } from '../indicators/types';

/** A threat by name, by its number, or both. */
export interface ThreatSubject {
  readonly kind: 'threat';
  /** Whose number it is: the address of a service, `local:` for the local one, empty for the one that is connected. */
  readonly source: string;
  readonly tid?: number | undefined;
  readonly name?: string | undefined;
}

/** A feed by name (and the organisation that runs it), by its number, or both. */
export interface FeedSubject {
  readonly kind: 'feed';
  /** See {@link ThreatSubject}. */
  readonly source: string;
  readonly fid?: number | undefined;
  readonly name?: string | undefined;
  readonly organization?: string | undefined;
}

export type GroupSubject = ThreatSubject | FeedSubject;

/** What a record panel can be about: an indicator, a threat or a feed. Numbers mean something to their source alone, a name finds it anywhere. */
export type Subject = ({ readonly kind: 'indicator' } & Indicator) | GroupSubject;

/** The number of a threat or a feed at its source. */
export function groupId(subject: GroupSubject): number | undefined {
  return subject.kind === 'threat' ? subject.tid : subject.fid;
}

/** Which subjects are the same, given how indicators are told apart: a name counts before a number. */
export function subjectKey(subject: Subject, lookupKey: (indicator: Indicator) => string): string {
  if (subject.kind === 'indicator') return `indicator ${lookupKey(subject)}`;
  const { kind, name, source } = subject;
  return name === undefined ? `${kind} #${groupId(subject) ?? ''} ${source}` : `${kind} ${name.trim().toLowerCase()}`;
}
