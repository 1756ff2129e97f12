import type { QueryNode } from '../../explore/syntax/ast';
import type { ThreatLink } from '../../records/record';
import { riskRank, type RiskWord } from '../../records/risk';
import { delistedKey, nameKey, getRisk } from '../statements/links';
import { type Connection, integer, type Row, text } from '../sqlite/sqlite';
import { compileQuery, type CompileTerm } from './compile';
import { allOf, anyOf, type Condition, negate, isNever, never } from './condition';
import { compileTerm, type Compiling, matchesWord } from './fields';
import type { Steps } from '../sqlite/timeSlicer';
import { manyRows, planFor } from './sources';
import { queryNamesIn } from './queryNames';
import { conditionSql } from './sql';

/** A threat with the statements of all sources. */
export interface StoredThreat {
  readonly name: string;
  /** Normalized name and aliases. */
  readonly names: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
  readonly link: ThreatLink;
}

const aliasKeys = ['aliases', 'othernames'];

function aliasesIn(body: string): readonly string[] {
  if (!aliasKeys.some((key) => body.includes(key))) return [];
  const details = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return aliasKeys.flatMap((key) => details[key]).filter((alias) => typeof alias === 'string');
}

/** Whether the details of a source mark a threat as revoked or delisted. */
const isOver = (body: string): boolean => {
  if (!body.includes('revoked') && !body.includes(delistedKey)) return false;
  const details = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return details['revoked'] === true || details[delistedKey] === true;
};

function readThreats(connection: Connection): ReadonlyMap<number, StoredThreat> {
  return storedThreats(
    connection.all(
      `SELECT t.tid, t.name, a.risk, a.category, a.body FROM threat t LEFT JOIN threat_assertion a ON a.tid = t.tid
       ORDER BY t.tid, a.risk DESC, a.as_of DESC`,
    ),
  );
}

/**
 * All threats by id, with the highest risk of those that still name it, and the category. `rows` are statements with `tid`,
 * `name`, `risk`, `category`, and `body`, of each threat the highest risk first, then the newest.
 */
export function storedThreats(rows: readonly Row[]): ReadonlyMap<number, StoredThreat> {
  const threats = new Map<number, StoredThreat>();
  for (const row of rows) {
    const tid = integer(row['tid']) ?? 0;
    const name = text(row['name']);
    const category = text(row['category']);
    const earlier = threats.get(tid);
    const risk: RiskWord = isOver(text(row['body'])) ? 'retired' : getRisk(row['risk']);
    const first = earlier?.link ?? { tid, name, risk };
    const link = first.risk === 'retired' ? { ...first, risk } : first;
    threats.set(tid, {
      name,
      names: new Set([...(earlier?.names ?? [nameKey(name)]), ...aliasesIn(text(row['body'])).map(nameKey)]),
      categories: new Set([...(earlier?.categories ?? []), ...(category === '' ? [] : [nameKey(category)])]),
      link: link.category !== undefined || category === '' ? link : { ...link, category },
    });
  }
  return threats;
}

/** Compiles terms about threats; all others apply to linked indicators. */
export function termsOver(threats: ReadonlyMap<number, StoredThreat>): CompileTerm {
  return (field, value, context) => {
    const about = field.toLowerCase();
    const word = nameKey(value);
    const tidsOf = (textsOf: (each: StoredThreat) => ReadonlySet<string>): Condition => {
      const fits = (texts: ReadonlySet<string>): boolean =>
        word.includes('*') ? [...texts].some((each) => matchesWord(word, each)) : texts.has(word);
      const tids = [...threats].filter(([, each]) => fits(textsOf(each))).map(([tid]) => tid);
      return tids.length === 0 ? never : { kind: 'threats', tids };
    };
    if (about === 'threat' || about === 'name' || about === 'alias') return tidsOf((each) => each.names);
    if (about === 'category') return tidsOf((each) => each.categories);
    return compileTerm(field, value, context);
  };
}

/** The condition for a threat without indicators, of which no term about indicators is true. */
export function withoutIndicators(condition: Condition, negated = false): Condition {
  switch (condition.kind) {
    case 'threats':
      return negated ? negate(condition) : condition;
    case 'all':
    case 'any': {
      const parts = condition.of.map((each) => withoutIndicators(each, negated));
      return (condition.kind === 'all') === negated ? anyOf(parts) : allOf(parts);
    }
    case 'not':
      return withoutIndicators(condition.of, !negated);
    default:
      return never;
  }
}

/** Whether a condition depends on the indicators of a threat. */
export function usesIndicators(condition: Condition): boolean {
  switch (condition.kind) {
    case 'threats':
      return false;
    case 'all':
    case 'any':
      return condition.of.some(usesIndicators);
    case 'not':
      return usesIndicators(condition.of);
    default:
      return !isNever(condition);
  }
}

/** Ids that include all results; undefined if there are many. */
function* candidates(connection: Connection, condition: Condition): Steps<readonly number[] | undefined> {
  const parts = condition.kind === 'all' ? condition.of : [condition];
  const named = parts.find((part) => part.kind === 'threats');
  if (named !== undefined) return named.tids;
  if (!isNever(withoutIndicators(condition))) return undefined;
  const plan = yield* planFor(connection, condition);
  if (plan === undefined || plan.rows > manyRows) return undefined;
  const tids = plan.sources.flatMap(({ from, where }) =>
    connection
      .all(
        `SELECT DISTINCT k.tid FROM threat_link k WHERE k.iid IN (SELECT i.iid FROM ${from} WHERE ${where.sql})`,
        ...where.values,
      )
      .map((row) => integer(row['tid']) ?? 0),
  );
  return [...new Set(tids)];
}

function threatSql(condition: Condition) {
  if (!usesIndicators(condition)) return conditionSql(condition);
  const linked = conditionSql(condition);
  const alone = conditionSql(withoutIndicators(condition));
  return {
    sql: `(EXISTS (SELECT 1 FROM threat_link k JOIN indicator i ON i.iid = k.iid WHERE k.tid = t.tid AND ${linked.sql})
      OR (NOT EXISTS (SELECT 1 FROM threat_link k WHERE k.tid = t.tid) AND ${alone.sql}))`,
    values: [...linked.values, ...alone.values],
  };
}

/**
 * Threats that match a query (lookup API: “Explore search”, `type=threats`), most severe first, then by name. `threat`,
 * `name`, and `alias` match names and aliases, `category` the category; a linked indicator must match all other terms.
 * Throws QueryRejectedError.
 */
export function* findThreats(
  connection: Connection,
  query: QueryNode,
  { limit, ...context }: { readonly limit: number } & Omit<Compiling, 'names'>,
): Steps<readonly ThreatLink[]> {
  const threats = readThreats(connection);
  yield;
  const condition = yield* compileQuery(query, { names: queryNamesIn(connection), ...context }, termsOver(threats));
  const { sql, values } = threatSql(condition);
  const few = yield* candidates(connection, condition);
  const among = few === undefined ? '1' : 't.tid IN (SELECT value FROM json_each(?))';
  const rows = connection.rows(
    `SELECT t.tid AS tid, ${sql} AS hit FROM threat t WHERE ${among}`,
    ...values,
    ...(few === undefined ? [] : [JSON.stringify(few)]),
  );
  const found: StoredThreat[] = [];
  try {
    for (const row of rows) {
      const threat = row['hit'] === 1 ? threats.get(integer(row['tid']) ?? 0) : undefined;
      if (threat !== undefined) found.push(threat);
      yield;
    }
  } finally {
    rows.return?.();
  }
  return worstThreats(found, limit);
}

/** Threats in the order of results: most severe first, then by name. */
export function worstThreats(found: readonly StoredThreat[], limit: number): readonly ThreatLink[] {
  return found
    .map(({ link }) => link)
    .sort((a, b) => riskRank(b.risk) - riskRank(a.risk) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .slice(0, limit);
}
