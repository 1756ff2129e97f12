import type { RiskCounts } from '../../records/counts';
import type { FeedRecord } from '../../records/feed';
import type { SourceKind, SourceReport } from '../../records/knowledge';
import type { LinkedIndicator, LinkSummary } from '../../records/linked';
import type { ThreatRecord, Reference } from '../../records/threat';
import { linkSummary } from './linkSummary';
import { countRisks } from './riskCounts';
import { createTimeSlicer, type SliceOptions } from '../sqlite/timeSlicer';
import { type Connection, integer, text, type Row } from '../sqlite/sqlite';
import type { IndicatorType } from '../../indicators/identity/types';
import { getEffectiveStatements, type Subject } from '../statements/statements';
import { mergeStatements } from '../statements/merge';
import type { Timestamps } from '../../records/record';
import { parseTimestamp } from '../../records/timestamp';
import { delistedKey, nameKey, getRisk } from '../statements/links';
import { omit } from '../statements/omit';

const delistedReason = 'No longer on the list';

type Details = Readonly<Record<string, unknown>>;

/** Keys under which sources list other names of a threat. */
const nameKeys = ['aliases', 'othernames', 'x_mitre_aliases'];
const knownDetails = [
  ...nameKeys,
  'description',
  'external_references',
  'created',
  'modified',
  'published',
  'first_seen',
  'last_seen',
  'revoked',
  delistedKey,
  'ttps',
  'wikisummary',
  'wikireference',
  'website',
  'schedule',
] as const;

/** The ID of a threat by its name, or otherwise by another name that a source gives. */
function tidOf(connection: Connection, name: string): number | undefined {
  const key = nameKey(name);
  const main = integer(connection.get('SELECT tid FROM threat WHERE name_key = ?', key)?.tid);
  if (main !== undefined) return main;
  // SQLite only folds ASCII case; there are few names compared with indicators.
  const others = nameKeys.map(
    (each) => `SELECT a.tid, n.value FROM threat_assertion a, json_each(a.body, '$.${each}') n`,
  );
  const row = connection.all(others.join(' UNION ALL ')).find(({ value }) => nameKey(text(value)) === key);
  return integer(row?.tid);
}

/** The ID of a feed by name; with an organization, only if a source states that it runs the feed. */
function fidOf(connection: Connection, name: string, organization?: string): number | undefined {
  const fid = integer(connection.get('SELECT fid FROM feed WHERE name_key = ?', nameKey(name))?.fid);
  if (fid === undefined || organization === undefined) return fid;
  const runs = connection
    .all('SELECT organization FROM feed_assertion WHERE fid = ?', fid)
    .some((row) => nameKey(text(row.organization)) === nameKey(organization));
  return runs ? fid : undefined;
}

/** A threat, merged from all local sources; the newest source wins for single values. */
function threatRecord(connection: Connection, tid: number): ThreatRecord | undefined {
  const name = connection.get('SELECT name FROM threat WHERE tid = ?', tid)?.name;
  const statements = connection.all(
    'SELECT as_of, risk, category, body FROM threat_assertion WHERE tid = ? ORDER BY as_of DESC, source_id',
    tid,
  );
  if (name === undefined || statements.length === 0) return undefined;
  const details = statements.map(detailsOf);
  const own = nameKey(text(name));
  const others = new Map(
    details
      .flatMap((each) => nameKeys.flatMap((key) => texts(each[key])))
      .map((other) => [nameKey(other), other] as const),
  );
  others.delete(own);
  const isRevoked = (each: Details): boolean => each['revoked'] === true;
  const retired = details.every((each) => isRevoked(each) || each[delistedKey] === true);
  return {
    tid,
    name: text(name),
    risk: getRisk(Math.max(...statements.map((row) => integer(row.risk) ?? 0))),
    retired,
    retiredReason: retired ? (details.every(isRevoked) ? 'Revoked' : delistedReason) : undefined,
    ...first(
      'category',
      statements.map((row) => text(row.category)),
    ),
    ...first(
      'description',
      details.flatMap((each) => texts(each['description'])),
    ),
    ...first(
      'wikiSummary',
      details.flatMap((each) => texts(each['wikisummary'])),
    ),
    ...first(
      'wikiReference',
      details.flatMap((each) => texts(each['wikireference'])),
    ),
    otherNames: [...others.values()],
    references: referencesOf(details),
    news: [],
    ttps: [...new Set(details.flatMap((each) => texts(each['ttps'])))],
    timestamps: timestampsOf(details, statements),
    other: otherOf(details),
  };
}

/** A feed, merged from all local sources, see {@link threatRecord}. */
function feedRecord(connection: Connection, fid: number): FeedRecord | undefined {
  const name = connection.get('SELECT name FROM feed WHERE fid = ?', fid)?.name;
  const statements = connection.all(
    `SELECT as_of, category, organization, pricing, body FROM feed_assertion WHERE fid = ?
     ORDER BY as_of DESC, source_id`,
    fid,
  );
  if (name === undefined || statements.length === 0) return undefined;
  const details = statements.map(detailsOf);
  const websites = details.flatMap((each) => [
    ...texts(each['website']),
    ...texts(each['contact_information']).filter(isUrl),
  ]);
  return {
    fid,
    name: text(name),
    ...first(
      'organization',
      statements.map((row) => text(row.organization)),
    ),
    ...first(
      'category',
      statements.map((row) => text(row.category)),
    ),
    ...first(
      'pricing',
      statements.map((row) => text(row.pricing)),
    ),
    ...first(
      'description',
      details.flatMap((each) => texts(each['description'])),
    ),
    ...first('website', websites),
    ...first(
      'schedule',
      details.flatMap((each) => texts(each['schedule'])),
    ),
    references: referencesOf(details),
    timestamps: timestampsOf(details, statements),
    other: otherOf(details),
  };
}

function detailsOf(row: Row): Details {
  return JSON.parse(text(row.body)) as Details;
}

function isUrl(value: string): boolean {
  return /^https?:\/\//i.test(value);
}

/** The trimmed strings of a list or of a single string; anything else is ignored. */
function texts(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((each) => (typeof each === 'string' && each.trim() !== '' ? [each.trim()] : []));
}

function first<const K extends string>(key: K, values: readonly string[]): Partial<Record<K, string>> {
  const value = values.find((each) => each !== '');
  return value === undefined ? {} : ({ [key]: value } as Record<K, string>);
}

function referencesOf(details: readonly Details[]): readonly Reference[] {
  const found = new Map<string, Reference>();
  for (const raw of details.flatMap((each) => {
    const list = each['external_references'];
    return Array.isArray(list) ? (list as readonly unknown[]) : [];
  })) {
    if (typeof raw !== 'object' || raw === null) continue;
    const fields = new Map<string, unknown>(Object.entries(raw));
    const reference: Reference = {
      ...first('name', texts(fields.get('source_name'))),
      ...first('id', texts(fields.get('external_id'))),
      ...first('url', texts(fields.get('url'))),
      ...first('description', texts(fields.get('description'))),
    };
    if (Object.keys(reference).length > 0) found.set(JSON.stringify(reference), reference);
  }
  return [...found.values()];
}

/** Timestamps of the sources, or otherwise the time when the store last received data. */
function timestampsOf(details: readonly Details[], statements: readonly Row[]): Timestamps {
  const at = (...keys: readonly string[]): readonly number[] =>
    details.flatMap((each) => keys.flatMap((key) => texts(each[key]).flatMap((value) => parseTimestamp(value) ?? [])));
  const added = at('published', 'created', 'first_seen');
  const updated = [
    ...at('modified'),
    ...(at('modified').length > 0 ? [] : statements.map((row) => integer(row.as_of) ?? 0)),
  ];
  const seen = at('last_seen');
  return {
    added: added.length === 0 ? undefined : Math.min(...added),
    updated: Math.max(...updated),
    seen: seen.length === 0 ? undefined : Math.max(...seen),
  };
}

/** Other details from all sources; for the same key, the newest source wins. */
function otherOf(details: readonly Details[]): Details {
  return omit(Object.assign({}, ...details.toReversed()) as Details, ...knownDetails);
}

export type GroupKind = 'threat' | 'feed';

/** Threats and feeds of the local service, merged from all sources, by local IDs. */
export interface Groups {
  /** By local ID or by a name: the main one, or otherwise another one. */
  threat(requested: { readonly tid: number } | { readonly name: string }): ThreatRecord | undefined;
  /** By local ID, or by name and, if given, the organization that runs it. */
  feed(
    requested: { readonly fid: number } | { readonly name: string; readonly organization?: string },
  ): FeedRecord | undefined;
  /**
   * The sources that mention a group and the time of their data, newest first; for a mirror, the time of its last sync.
   */
  sources(kind: GroupKind, id: number): readonly SourceReport[];
  /** The number of linked indicators. */
  counts(kind: GroupKind, id: number): RiskCounts;
  /** Statistics of all linked indicators, computed in time slices. Rejects once aborted. */
  summary(kind: GroupKind, id: number, options?: SliceOptions): Promise<LinkSummary>;
  /** Linked indicators, newest link first, then by iid; `page` counts from 0. */
  links(
    kind: GroupKind,
    id: number,
    page: { readonly page: number; readonly size: number },
  ): { readonly links: readonly LinkedIndicator[]; readonly hasMore: boolean };
}

/** The {@link Groups} of a store whose accesses go through `withConnection`. */
export function createGroups(withConnection: <T>(work: (connection: Connection) => T) => T): Groups {
  const timeSliced = createTimeSlicer(withConnection);
  return {
    threat: (requested) =>
      withConnection((c) => {
        const tid = 'tid' in requested ? requested.tid : tidOf(c, requested.name);
        return tid === undefined ? undefined : threatRecord(c, tid);
      }),
    feed: (requested) =>
      withConnection((c) => {
        const fid = 'fid' in requested ? requested.fid : fidOf(c, requested.name, requested.organization);
        return fid === undefined ? undefined : feedRecord(c, fid);
      }),
    sources: (kind, id) =>
      withConnection((c) =>
        c
          .all(
            `SELECT s.kind, s.name, CASE s.kind WHEN 'mirror' THEN s.as_of ELSE a.as_of END AS at
             FROM ${kind}_assertion a JOIN source s ON s.id = a.source_id
             WHERE a.${kind === 'threat' ? 'tid' : 'fid'} = ? ORDER BY at DESC, s.id`,
            id,
          )
          .map((row) => ({
            source: { kind: text(row['kind']) as SourceKind, name: text(row['name']) },
            asOf: integer(row['at']) ?? 0,
          })),
      ),
    counts: (kind, id) => withConnection((c) => countRisks(c, kind, id)),
    summary: (kind, id, options) => timeSliced((c) => linkSummary(c, kind, id), options),
    links: (kind, id, page) => withConnection((c) => linkedPage(c, kind, id, page)),
  };
}

/** Indicators linked to a threat or feed, newest link first, then by iid. */
function linkedPage(
  connection: Connection,
  kind: 'threat' | 'feed',
  id: number,
  { page, size }: { readonly page: number; readonly size: number },
): { readonly links: readonly LinkedIndicator[]; readonly hasMore: boolean } {
  const rows = connection.all(
    `SELECT l.iid, l.at, i.value, i.type FROM (
       SELECT iid, max(stamp_linked) AS at FROM ${kind}_link WHERE ${kind === 'threat' ? 'tid' : 'fid'} = ? GROUP BY iid
     ) l JOIN indicator i ON i.iid = l.iid ORDER BY l.at DESC, l.iid LIMIT ? OFFSET ?`,
    id,
    size + 1,
    page * size,
  );
  const links = rows.slice(0, size).flatMap((row) => {
    const subject = { iid: integer(row.iid) ?? 0, value: text(row.value), type: text(row.type) as IndicatorType };
    return linkedIndicator(connection, subject, integer(row.at)) ?? [];
  });
  return { links, hasMore: rows.length > size };
}

/** An indicator as a link of a threat or feed; undefined if no source has it. */
export function linkedIndicator(
  connection: Connection,
  subject: Subject,
  linked: number | undefined,
): LinkedIndicator | undefined {
  const [first, ...rest] = getEffectiveStatements(connection, subject, true);
  if (first === undefined) return undefined;
  const { risk, retired, properties, attributes } = mergeStatements([first, ...rest]);
  return { ...subject, risk, retired, properties, attributes, linked, other: {} };
}
