import pg from 'pg';
import { largeTables } from '../../../../src/service/team/migrations';
import { newTeamDatabase } from '../../../harness/postgres';

const large: ReadonlySet<string> = new Set(largeTables);
/** A statement that reads or changes rows of large tables. */
const aboutLarge = new RegExp(
  String.raw`^\s*(?:\(|SELECT|WITH|INSERT|UPDATE|DELETE)[^]*\b(?:${largeTables.join('|')})\b`,
);

/** The statements about large tables that the stores of this process have sent. */
export const sent = new Set<string>();

interface Queried {
  query: (this: unknown, ...given: unknown[]) => unknown;
}

const client = pg.Client.prototype as unknown as Queried;
const { query } = client;
client.query = function (...given) {
  const [statement] = given;
  // Stores send objects with a text, tests only the text.
  if (typeof statement === 'object' && statement !== null && 'text' in statement && typeof statement.text === 'string')
    if (aboutLarge.test(statement.text)) sent.add(statement.text);
  return query.apply(this, given);
};

/** A node of a plan, as the server explains it. */
type Plan = Readonly<Partial<Record<string, string>>> & {
  readonly Output?: readonly string[];
  readonly Plans?: readonly Plan[];
};

/** Properties of a plan with conditions. */
const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'Join Filter', 'Hash Cond', 'Merge Cond'];
/** Nodes whose rows are those of one part or another. */
const alternatives: ReadonlySet<string | undefined> = new Set(['Append', 'Merge Append']);

/** Yields the parts of a condition that all must be true: `(a.x = b.y)`, or several with AND. */
function* conjuncts(condition: string): Generator<string> {
  const inner = condition.startsWith('(') && condition.endsWith(')') ? condition.slice(1, -1) : condition;
  let [depth, from] = [0, 0];
  for (let at = 0; at < inner.length; at++) {
    if (inner[at] === '(') depth++;
    if (inner[at] === ')') depth--;
    if (depth !== 0 || !inner.startsWith(' AND ', at)) continue;
    yield* conjuncts(inner.slice(from, at));
    from = at + ' AND '.length;
  }
  if (from === 0) yield inner;
  else yield* conjuncts(inner.slice(from));
}

/** The large tables of a statement, and what each is joined by. */
class Joins {
  /** Leads from a column to one that it equals. */
  private readonly equal = new Map<string, string>();
  private readonly named = new Map<string, Plan>();
  private readonly tables = new Map<string, readonly string[]>();
  /** Pairs of tables that are joined by something else than their keys. */
  readonly others = new Set<string>();

  constructor(plan: Plan) {
    this.note(plan);
    this.tablesOf(plan);
  }

  private root(column: string): string {
    const next = this.equal.get(column);
    return next === undefined || next === column ? column : this.root(next);
  }

  private join(a: string, b: string): void {
    this.equal.set(this.root(a), this.root(b));
  }

  /** Notes which columns are equal. */
  private note(plan: Plan): void {
    const { Plans: parts = [] } = plan;
    this.named.set(plan['Subplan Name'] ?? '', plan);
    for (const part of parts) this.note(part);
    for (const name of conditions) this.compare(plan[name] ?? '');
    if (alternatives.has(plan['Node Type']))
      for (const part of parts.slice(1))
        for (const [index, column] of this.output(part).entries())
          this.join(column, this.output(parts[0])[index] ?? column);
    // A column of a subquery has the name that it has inside, or isn't known to be equal to anything.
    const inner = plan['CTE Name'] === undefined ? parts[0] : this.named.get(`CTE ${plan['CTE Name']}`);
    if (plan['Alias'] !== undefined)
      for (const column of this.output(inner)) this.join(column, `${plan['Alias']}.${column.split('.').at(-1) ?? ''}`);
  }

  private output(plan: Plan | undefined): readonly string[] {
    return plan?.Output ?? (plan?.Plans === undefined ? [] : this.output(plan.Plans[0]));
  }

  private compare(condition: string): void {
    for (const conjunct of conjuncts(condition)) {
      const [, a, b] = /^([\w.$]+) = ([\w.$]+)$/.exec(conjunct) ?? [];
      if (a !== undefined && b !== undefined) this.join(a, b);
    }
    for (const [, a = '', name = '', column = ''] of condition.matchAll(
      /([\w.]+) = \(hashed (SubPlan \d+)\)\.col(\d+)/g,
    ))
      this.join(a, this.output(this.named.get(name))[Number(column) - 1] ?? '');
  }

  /** The aliases of the tables that the rows of a node are from. */
  private tablesOf(plan: Plan): readonly string[] {
    const { Plans: parts = [], Alias: alias = '', 'Node Type': type } = plan;
    const of = (...relations: readonly string[]): readonly Plan[] =>
      parts.filter((part) => relations.includes(part['Parent Relationship'] ?? ''));
    for (const part of of('InitPlan')) this.tables.set(part['Subplan Name'] ?? '', this.tablesOf(part));
    const table = plan['Relation Name'] ?? '';
    const own = large.has(table) && type !== 'ModifyTable' ? [`${table} ${alias}`] : [];
    const found = [...own, ...(this.tables.get(`CTE ${plan['CTE Name'] ?? ''}`) ?? [])];
    for (const part of of('Outer', 'Inner', 'Member', 'Subquery')) {
      const read = this.tablesOf(part);
      if (!alternatives.has(type)) this.check(found, read);
      found.push(...read);
    }
    for (const part of of('SubPlan')) this.check(found, this.tablesOf(part));
    return found;
  }

  private check(these: readonly string[], those: readonly string[]): void {
    const keyOf = (table: string): string => this.root(`${table.split(' ')[1] ?? ''}.key`);
    for (const one of these)
      for (const other of those) if (keyOf(one) !== keyOf(other)) this.others.add(`${one}, ${other}`);
  }
}

/** Replaces the empty large tables of a database by those in fewer parts: plans are made faster, and are shorter. */
export async function splitInto(parts: 1 | 2, database: pg.Client): Promise<void> {
  for (const table of largeTables) {
    await database.query(`ALTER TABLE ${table} RENAME TO ${table}_before`);
    const by = parts === 1 ? '' : 'PARTITION BY HASH (key)';
    await database.query(`CREATE TABLE ${table} (LIKE ${table}_before INCLUDING ALL) ${by}`);
    for (let part = 0; part < parts && parts > 1; part++)
      await database.query(
        `CREATE TABLE ${table}_part_${part} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${parts}, REMAINDER ${part})`,
      );
  }
}

/** A database in which large tables aren't split, so that plans name each once. */
export async function openUnsplit(): Promise<pg.Client> {
  const unsplit = new pg.Client({ connectionString: await newTeamDatabase() });
  await unsplit.connect();
  // Otherwise, parts of an OR are conditions of their own.
  await unsplit.query('SET enable_bitmapscan = off');
  await splitInto(1, unsplit);
  return unsplit;
}

/** Pairs of large tables that a statement joins by something else than their keys, with their aliases. */
export async function joinsByOthers(unsplit: pg.Client, statement: string): Promise<readonly string[]> {
  const { rows } = await unsplit.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    `EXPLAIN (GENERIC_PLAN, VERBOSE, COSTS OFF, FORMAT JSON) ${statement}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error(`No plan: ${statement}`);
  return [...new Joins(plan).others];
}
