import type { RiskCounts } from '../../records/counts';
import { type RiskLevel, riskLevels } from '../../records/risk';
import { getRisk } from '../statements/links';
import { type Connection, integer, type Value } from '../sqlite/sqlite';

/** A table expression for the distinct indicators linked to a threat or feed, with its ID as the only parameter. */
function linkedSql(kind: 'threat' | 'feed'): string {
  const id = kind === 'threat' ? 'tid' : 'fid';
  return `(SELECT DISTINCT iid FROM ${kind}_link WHERE ${id} = ?)`;
}

/** Counts indicators by level if active, and otherwise as retired. Includes levels with a count of 0. */
export class RiskCounter {
  readonly #levels = new Map<RiskLevel, number>(riskLevels.map((level) => [level, 0]));
  #retired = 0;
  #total = 0;

  add(risk: Value | undefined, retired: Value | undefined, count = 1): void {
    this.#total += count;
    if (retired === 1) this.#retired += count;
    else {
      const level = getRisk(risk);
      this.#levels.set(level, (this.#levels.get(level) ?? 0) + count);
    }
  }

  get total(): number {
    return this.#total;
  }

  counts(): RiskCounts {
    return { total: this.#total, levels: Object.fromEntries(this.#levels), retired: this.#retired };
  }
}

/** Counts the indicators linked to a threat or feed. */
export function countRisks(connection: Connection, kind: 'threat' | 'feed', id: number): RiskCounts {
  const counter = new RiskCounter();
  const rows = connection.all(
    `SELECT i.risk, i.retired, count(*) AS n FROM ${linkedSql(kind)} l JOIN indicator i ON i.iid = l.iid
     GROUP BY i.risk, i.retired`,
    id,
  );
  for (const row of rows) counter.add(row.risk, row.retired, integer(row.n) ?? 0);
  return counter.counts();
}
