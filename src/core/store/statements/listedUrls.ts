import { isSharedHost } from '../../context/sharedHost';
import { canonicalAddress } from '../../indicators/identity/addresses';
import type { Indicator } from '../../indicators/identity/types';
import { nameKind } from '../../indicators/registry/suffixes';
import { creditsField, uniqueCredits } from '../../records/labels/credit';
import { byPrecedence, type Known, type SourceKind } from '../../records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../../records/record';
import { getLevel, type RiskLevel, riskLevels, riskRank, worseFirst } from '../../records/risk';
import { type Connection, integer, type Row, text, type Value } from '../sqlite/sqlite';
import { hostRanges } from './hostRanges';
import { creditIn, creditSql } from './sourceCredit';

/** URLs of a host that are counted. */
export const maxListedUrls = 500;

/** Rows of {@link urlsBySource}: each range is read in order of its index, and only as far as needed. */
const urlRows = hostRanges('')
  .map(() => 'SELECT iid, risk, retired, stamp_seen FROM indicator WHERE key >= ? AND key < ?')
  .join(' UNION ALL ');

/** Whether a date is that of reading a list without dates, rather than of an entry. */
const isDelivery = `EXISTS (
  SELECT 1 FROM assertion b JOIN source t ON t.id = b.source_id
  WHERE b.iid = u.iid AND u.stamp_seen IN (b.as_of, t.as_of))`;

/**
 * URLs by source. Lists that only describe their entries are skipped, and so is a source that lists the host itself.
 */
const urlsBySource = `
  SELECT s.kind, s.name, s.as_of, ${creditSql} AS credit, g.*
  FROM (
    SELECT a.source_id, count(*) AS urls, max(iif(${isDelivery}, NULL, u.stamp_seen)) AS newest, min(u.retired) AS retired,
      max(CASE WHEN u.retired = 0 THEN u.risk ELSE 0 END) AS active, max(u.risk) AS highest
    FROM (SELECT * FROM (${urlRows}) LIMIT ${maxListedUrls}) u CROSS JOIN assertion a ON a.iid = u.iid
    GROUP BY a.source_id
  ) g
  JOIN source s ON s.id = g.source_id
  WHERE s.kind IN ('import', 'mirror')
    AND ifnull(json_extract(s.details, '$.kind'), '') NOT IN ('informational', 'knownServices', 'location')
    AND json_extract(s.details, '$.describes') IS NULL
    AND NOT EXISTS (
      SELECT 1 FROM indicator h JOIN assertion o ON o.iid = h.iid WHERE h.key = ? AND o.source_id = g.source_id)
  ORDER BY s.id`;

/**
 * Statements of lists of URLs about a host that they don't list itself, by its `lookupKey`: one for each list, with the
 * number of its URLs there, a level lower than the highest active one. Hosts of anyone's content are skipped.
 */
function listedUrlStatements(connection: Connection, key: string): readonly Known[] {
  // A URL or a network.
  if (key.includes('/')) return [];
  const rows = connection.all(urlsBySource, ...hostRanges(key).flat(), key);
  if (rows.length === 0) return [];
  const address = canonicalAddress(key) !== undefined;
  const host: Indicator = { type: address ? 'ip' : 'domain', value: key };
  if (isSharedHost(host) || (!address && nameKind(key) === 'shared')) return [];
  const total = rows.reduce((sum, row) => Math.max(sum, integer(row['urls']) ?? 0), 0);
  return rows.map((row) => statementOf(row, host, total >= maxListedUrls));
}

function statementOf(row: Row, host: Indicator, hasMore: boolean): Known {
  const count = integer(row['urls']) ?? 0;
  const newest = integer(row['newest']);
  const asOf = integer(row['as_of']) ?? 0;
  const retired = row['retired'] === 1;
  const risk = lower(riskLevels[integer(retired ? row['highest'] : row['active']) ?? 0] ?? 'unknown');
  return {
    kind: 'known',
    source: { kind: text(row['kind']) as SourceKind, name: text(row['name']), urls: { count, hasMore } },
    asOf,
    detail: 'full',
    record: {
      ...emptyRecord(host.value, host.type),
      risk,
      retired,
      timestamps: newest === undefined ? {} : { seen: newest },
      riskFactors: [{ description: reason(count, hasMore, newest), risk }],
      ...creditIn(row['credit']),
    },
  };
}

function reason(count: number, hasMore: boolean, newest: number | undefined): string {
  const urls = count === 1 ? '1 listed URL' : `${count}${hasMore ? ' or more' : ''} listed URLs`;
  return `${urls} on this host${newest === undefined ? '' : `, newest ${new Date(newest).toISOString().slice(0, 10)}`}`;
}

/** A level lower, but never harmless, since a page of the host is risky. */
function lower(risk: RiskLevel): RiskLevel {
  const rank = riskRank(risk);
  return rank <= riskRank('none') ? 'unknown' : (riskLevels[Math.max(riskRank('very low'), rank - 1)] ?? risk);
}

/**
 * Adds the statements of lists of URLs to the record of a host; `record` is undefined if the store doesn't have the
 * host. A risk that the user set stays; any other can only become worse.
 */
export function withListedUrls(
  connection: Connection,
  key: string,
  record: IndicatorRecord | undefined,
): IndicatorRecord | undefined {
  const [lead, ...others] = [...listedUrlStatements(connection, key)].sort(byPrecedence);
  if (lead === undefined) return record;
  const added = [lead, ...others];
  const riskFactors = [...(record?.riskFactors ?? []), ...added.flatMap((each) => each.record.riskFactors)];
  const seen = Math.max(...[record, ...added.map((each) => each.record)].map((each) => each?.timestamps.seen ?? 0));
  const base = record ?? lead.record;
  const merged = {
    ...base,
    riskFactors,
    timestamps: { ...base.timestamps, ...(seen > 0 ? { seen } : {}) },
    ...creditsField(uniqueCredits([base, ...added.map((each) => each.record)])),
  };
  const isWorse = byPrecedence(lead, { ...lead, record: base }) < 0;
  if (record === undefined || !isWorse) return merged;
  const [recommended = 'unknown'] = [getLevel(record.riskRecommended ?? record.risk), lead.record.risk].sort(
    worseFirst,
  );
  if (record.manualRisk) return { ...merged, riskRecommended: recommended };
  const { risk, retired } = lead.record;
  return {
    ...merged,
    risk,
    retired,
    ...(record.riskRecommended === undefined ? {} : { riskRecommended: recommended }),
  };
}

/** Statements about fewer URLs take less time to read than to remember. */
const leastRemembered = 50;
const maxRemembered = 1_000;

/** {@link listedUrlStatements}, remembered for hosts with many URLs until anything writes to the store. */
export class ListedUrls {
  private readonly known = new Map<string, readonly Known[]>();
  private connection: Connection | undefined;
  private version: Value | undefined;

  of(connection: Connection, key: string): readonly Known[] {
    if (this.known.has(key)) this.forgetOutdated(connection);
    const cached = this.known.get(key);
    if (cached !== undefined) return cached;
    const found = listedUrlStatements(connection, key);
    if (found.some(({ source }) => (source.urls?.count ?? 0) >= leastRemembered)) {
      this.forgetOutdated(connection);
      if (this.known.size >= maxRemembered) this.known.clear();
      this.known.set(key, found);
    }
    return found;
  }

  private forgetOutdated(connection: Connection): void {
    const version = connection.get('PRAGMA data_version')?.['data_version'];
    if (connection !== this.connection || version !== this.version) this.known.clear();
    [this.connection, this.version] = [connection, version];
  }
}
