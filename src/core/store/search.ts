import { lookupKey } from '../indicators';
import { type QueryNode, type TermNode } from '../explore/ast';
import { riskLevels, riskRank } from '../records/risk';
import { nameKey } from './links';
import { type Value } from './sqlite';

/** A query that this store can't answer: an unknown field or value, or nesting beyond bounds. */
export class QueryRefused extends Error {
  constructor(
    message: string,
    readonly field?: string,
  ) {
    super(message);
    this.name = 'QueryRefused';
  }
}

export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** SQLite's expression depth is 1,000; a level of the query takes some. */
const maxDepth = 60;
/** Equal terms of one field are one value, so that only wildcards and exclusions come near. */
const maxValues = 2_000;

function likePattern(value: string): string {
  return value.replace(/[\\%_]/g, '\\$&').replace(/\*+/g, '%');
}

/** Any number of values as one bound parameter. */
function isOneOf(column: string, values: readonly string[]): Condition {
  if (values.length === 1) return { sql: `${column} = ?`, values };
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
}

/** Joins as a balanced tree: SQLite counts `a OR b OR c …` as that many levels. */
function joined(conditions: readonly Condition[], word: 'AND' | 'OR'): Condition {
  const [first, second] = conditions;
  if (first === undefined) return { sql: word === 'AND' ? '1' : '0', values: [] };
  if (second === undefined) return first;
  const half = Math.ceil(conditions.length / 2);
  const left = joined(conditions.slice(0, half), word);
  const right = joined(conditions.slice(half), word);
  return { sql: `(${left.sql} ${word} ${right.sql})`, values: [...left.values, ...right.values] };
}

function splitByWildcard(values: readonly string[]): { readonly fixed: string[]; readonly open: string[] } {
  const trimmed = values.map((value) => value.trim());
  return {
    fixed: trimmed.filter((value) => !value.includes('*')),
    open: trimmed.filter((value) => value.includes('*')),
  };
}

/** Values of one column; `*` stands for any run of characters, letter case does not count where it stands. */
function matches(column: string, open: readonly string[], fixed: Condition | undefined): Condition {
  const wild = open.map((value) => ({ sql: `${column} LIKE ? ESCAPE '\\'`, values: [likePattern(value)] }));
  return joined(fixed === undefined ? wild : [fixed, ...wild], 'OR');
}

function ioc(values: readonly string[]): Condition {
  const { fixed, open } = splitByWildcard(values);
  const keys = fixed.map((value) => lookupKey(value));
  return matches('value', open, keys.length === 0 ? undefined : isOneOf('key', keys));
}

function type(values: readonly string[]): Condition {
  const { fixed, open } = splitByWildcard(values.map((value) => value.toLowerCase()));
  return matches('type', open, fixed.length === 0 ? undefined : isOneOf('type', fixed));
}

function risk(values: readonly string[]): Condition {
  const conditions = values.map((value): Condition => {
    const word = value.trim().toLowerCase().replace(/[_-]/g, ' ');
    if (word === 'retired') return { sql: 'retired = 1', values: [] };
    const level = riskLevels.find((known) => known === word);
    if (level === undefined) throw new QueryRefused(`Unknown risk: ${value}`, 'risk');
    return { sql: 'risk = ?', values: [riskRank(level)] };
  });
  return joined(conditions, 'OR');
}

function retired(values: readonly string[]): Condition {
  const flags = values.map((value) => {
    const word = value.trim().toLowerCase();
    if (word === '1' || word === 'true' || word === 'yes') return 1;
    if (word === '0' || word === 'false' || word === 'no') return 0;
    throw new QueryRefused(`Not a value of retired: ${value}`, 'retired');
  });
  return joined(
    flags.map((flag) => ({ sql: 'retired = ?', values: [flag] })),
    'OR',
  );
}

/** Names of threats or feeds that an indicator is linked to; letter case and runs of blanks do not count. */
function linkedTo(kind: 'threat' | 'feed', id: 'tid' | 'fid'): (values: readonly string[]) => Condition {
  return (values) => {
    const { fixed, open } = splitByWildcard(values.map(nameKey));
    const named = matches('name_key', open, fixed.length === 0 ? undefined : isOneOf('name_key', fixed));
    const linked = `SELECT iid FROM ${kind}_link JOIN ${kind} USING (${id}) WHERE ${named.sql}`;
    return { sql: `iid IN (${linked})`, values: named.values };
  };
}

const fields: Readonly<Record<string, (values: readonly string[]) => Condition>> = {
  ioc,
  type,
  risk,
  retired,
  threat: linkedTo('threat', 'tid'),
  feed: linkedTo('feed', 'fid'),
};

function compileValues(field: string, values: readonly string[]): Condition {
  const name = field.toLowerCase();
  const compile = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (compile === undefined) throw new QueryRefused(`Unknown field: ${field}`, field);
  // A thousand equal answers of one field are one condition.
  return compile([...new Set(values)]);
}

function compileTerm(term: TermNode): Condition {
  const condition = compileValues(term.field, [term.value]);
  return term.operator === '=' ? condition : { ...condition, sql: `NOT ${condition.sql}` };
}

function isPlain(node: QueryNode): node is TermNode {
  return node.kind === 'term' && node.operator === '=';
}

/** `or` over one field becomes one condition, whatever stands between. */
function compileOr(operands: readonly QueryNode[], depth: number): Condition {
  const byField = new Map<string, string[]>();
  for (const { field, value } of operands.filter(isPlain)) {
    const values = byField.get(field.toLowerCase()) ?? [];
    values.push(value);
    byField.set(field.toLowerCase(), values);
  }
  const plain = [...byField].map(([field, values]) => compileValues(field, values));
  const others = operands.filter((operand) => !isPlain(operand)).map((operand) => compile(operand, depth + 1));
  return joined([...plain, ...others], 'OR');
}

function compile(node: QueryNode, depth: number): Condition {
  if (depth > maxDepth) throw new QueryRefused(`Nested deeper than ${maxDepth} levels.`);
  switch (node.kind) {
    case 'term':
      return compileTerm(node);
    case 'not': {
      const { sql, values } = compile(node.operand, depth + 1);
      return { sql: `NOT (${sql})`, values };
    }
    case 'or':
      return compileOr(node.operands, depth);
    case 'and':
      return joined(
        node.operands.map((operand) => compile(operand, depth + 1)),
        'AND',
      );
  }
}

/**
 * The condition on table `indicator` that a query means; every value is bound, none stands in the text.
 * Fields: ioc, type, risk, retired, threat, feed. Throws {@link QueryRefused} for everything else.
 */
export function compileQuery(node: QueryNode): Condition {
  const condition = compile(node, 0);
  if (condition.values.length > maxValues) throw new QueryRefused(`More than ${maxValues} wildcards and exclusions.`);
  return condition;
}
