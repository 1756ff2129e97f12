import type { FeedSelector, ThreatSelector } from '../../api/recordClient';
import type { FeedRecord } from '../../records/feed';
import { emptyThreatDetails, type ThreatRecord } from '../../records/threat';
import type { FeedRef, ThreatRef } from '../opened';
import type { RequestSubject } from '../types';

/** A threat or feed: its key in memory, and what the request log shows of it. */
export interface GroupName {
  readonly key: string;
  readonly what: string;
  readonly subject: RequestSubject;
}

/** Undefined if the reference has neither an ID nor a name. */
export function threatName({ tid, name }: ThreatRef): GroupName | undefined {
  if (tid === undefined && name === undefined) return undefined;
  const key = tid === undefined ? `threat ${(name ?? '').toLowerCase()}` : `threat #${tid}`;
  return { key, what: name ?? String(tid), subject: { kind: 'threat', ...(name === undefined ? { isId: true } : {}) } };
}

/** Undefined if the reference has neither an ID nor a name. */
export function feedName({ fid, name, organization = '' }: FeedRef): GroupName | undefined {
  if (fid === undefined && name === undefined) return undefined;
  const byName = `feed ${(name ?? '').toLowerCase()} of ${organization.toLowerCase()}`;
  const key = fid === undefined ? byName : `feed #${fid}`;
  return { key, what: name ?? String(fid), subject: { kind: 'feed', ...(name === undefined ? { isId: true } : {}) } };
}

/** The threat in the terms of the interface. */
export function requestedThreat({ tid, name = '' }: ThreatRef): ThreatSelector {
  return tid === undefined ? { threat: name } : { tid };
}

/** The feed in the terms of the interface. */
export function requestedFeed({ fid, name = '', organization }: FeedRef): FeedSelector {
  if (fid !== undefined) return { fid };
  return { feed: name, ...(organization === undefined ? {} : { organization }) };
}

/** What is known without an answer, for services that only have the links of a threat. */
export function bareThreat({ tid, name }: ThreatRef): ThreatRecord {
  return {
    name: name ?? `Threat ${tid ?? ''}`,
    ...(tid === undefined ? {} : { tid }),
    risk: 'unknown',
    retired: false,
    ...emptyThreatDetails,
  };
}

/** The same for a feed. */
export function bareFeed({ fid, name, organization }: FeedRef): FeedRecord {
  return {
    name: name ?? `Feed ${fid ?? ''}`,
    ...(fid === undefined ? {} : { fid }),
    ...(organization === undefined ? {} : { organization }),
    references: [],
    timestamps: {},
    other: {},
  };
}
