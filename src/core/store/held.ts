import { type IndicatorType } from '../indicators/types';
import { type SourceKind } from '../records/knowledge';
import { unpackRecord } from './body';
import { feedLink, feedLinksSql, threatLink, threatLinksSql } from './links';
import { type Held } from './merge';
import { type Connection, integer, text } from './sqlite';

/** A row of `indicator` as far as its assertions need it. */
export interface Subject {
  readonly iid: number;
  readonly value: string;
  readonly type: IndicatorType;
}

/** A retirement that lies over what the sources say. */
interface Retirement {
  readonly at: number;
  readonly reason: string;
}

function retirementOf(connection: Connection, iid: number): Retirement | undefined {
  const row = connection.get('SELECT at, reason FROM retirement WHERE iid = ?', iid);
  return row === undefined ? undefined : { at: integer(row.at) ?? 0, reason: text(row.reason) };
}

function asRetired(held: Held, { at, reason }: Retirement): Held {
  if (held.record.retired) return held;
  const { record } = held;
  return {
    ...held,
    record: { ...record, retired: true, retiredReason: reason, stamps: { ...record.stamps, retired: at } },
  };
}

/** What every local source says of an indicator, retired where the indicator is; see {@link saidOf} for `own`. */
export function heldOf(connection: Connection, subject: Subject, own: boolean): readonly Held[] {
  const retirement = retirementOf(connection, subject.iid);
  const said = saidOf(connection, subject, own);
  return retirement === undefined ? said : said.map((held) => asRetired(held, retirement));
}

/**
 * What every local source says of an indicator. `own` gives the threats and feeds the ids of the local service; without
 * it they have none, since a number of ours means nothing to anybody else.
 */
export function saidOf(connection: Connection, { iid, value, type }: Subject, own: boolean): readonly Held[] {
  const rows = connection.all(
    `SELECT a.source_id, a.created, a.changed, a.as_of, a.body, s.kind, s.name
     FROM assertion a JOIN source s ON s.id = a.source_id WHERE a.iid = ?`,
    iid,
  );
  if (rows.length === 0) return [];
  const threats = connection.all(threatLinksSql, iid);
  const feeds = connection.all(feedLinksSql, iid);
  return rows.map((row) => {
    const mine = (link: { readonly source_id?: unknown }): boolean => link.source_id === row.source_id;
    return {
      kind: 'known',
      source: { kind: text(row.kind) as SourceKind, name: text(row.name) },
      asOf: integer(row.as_of) ?? 0,
      created: integer(row.created) ?? 0,
      changed: integer(row.changed) ?? 0,
      detail: 'full',
      record: unpackRecord(text(row.body), value, type, {
        threats: threats.filter(mine).map((link) => threatLink(link, own)),
        feeds: feeds.filter(mine).map((link) => feedLink(link, own)),
      }),
    };
  });
}

/** The row of an indicator by `lookupKey`. */
export function subjectByKey(connection: Connection, key: string): Subject | undefined {
  const row = connection.get('SELECT iid, value, type FROM indicator WHERE key = ?', key);
  const iid = integer(row?.iid);
  return iid === undefined ? undefined : { iid, value: text(row?.value), type: text(row?.type) as IndicatorType };
}

/** The row of an indicator by own id. */
export function subjectByIid(connection: Connection, iid: number): Subject | undefined {
  const row = connection.get('SELECT value, type FROM indicator WHERE iid = ?', iid);
  return row === undefined ? undefined : { iid, value: text(row.value), type: text(row.type) as IndicatorType };
}
