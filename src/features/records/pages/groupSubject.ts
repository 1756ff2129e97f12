import type { FeedRef, ThreatRef } from '../../../core/lookups/opened';
import { groupId, type GroupSubject } from '../../../core/records/subject';
import { truncateText } from '../../shared/text/visibleText';
import type { GroupKnown } from '../view/sentRecord';
import { strings } from '../strings';
import { t } from '../../../l10n';

/** The requested subject at a source, with its name and ID as far as they are known there. */
export function knownSubject(requested: GroupSubject, source: string, lead: GroupKnown | undefined): GroupSubject {
  if (lead?.from !== source) return { ...requested, source };
  if (lead.kind === 'feed' && requested.kind === 'feed') {
    const { fid = requested.fid, name, organization = requested.organization } = lead.feed;
    return { kind: 'feed', source, fid, name: truncateText(name, 2_000), organization };
  }
  if (lead.kind === 'feed' || requested.kind === 'feed') return { ...requested, source };
  const { tid = requested.tid, name } = lead.threat;
  return { kind: 'threat', source, tid, name: truncateText(name, 2_000) };
}

/** The reference for a request to `from`: IDs are only valid at the subject's own source. */
export function groupRef(subject: GroupSubject, from: string): ThreatRef | FeedRef {
  const isOwn = from === subject.source;
  const { name } = subject;
  if (subject.kind === 'threat') {
    return { kind: 'threat', from, name, tid: isOwn ? subject.tid : undefined };
  }
  const { fid, organization } = subject;
  return { kind: 'feed', from, name, organization, fid: isOwn ? fid : undefined };
}

/** What a lookup would send: the name, or the ID if there is no name. */
export function sentName(subject: GroupSubject): string {
  if (subject.name === undefined) return strings.notices.id(groupId(subject) ?? 0);
  return subject.kind === 'threat' ? strings.notices.threatName(subject.name) : t('the feed name “{0}”', subject.name);
}

/** Why there is nothing to show for a local subject. */
export function notInLocalStore(subject: GroupSubject): string {
  const { threatByName, feedByName, threatById, feedById } = strings.notices.notInLocalStore;
  const id = subject.name === undefined ? groupId(subject) : undefined;
  if (subject.kind === 'threat') return id === undefined ? threatByName() : threatById(id);
  return id === undefined ? feedByName() : feedById(id);
}

/** The name of a threat or feed in its record. */
export function nameOf(known: GroupKnown): string {
  return known.kind === 'threat' ? known.threat.name : known.feed.name;
}
