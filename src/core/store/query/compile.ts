import type { QueryNode } from '../../explore/syntax/ast';
import type { Steps } from '../sqlite/timeSlicer';
import { allOf, anyOf, type Condition, negate } from './condition';
import { compileTerm, type Compiling } from './fields';
import { QueryRejectedError } from './queryRejected';

/** The parser's limit, also for trees from elsewhere. */
const maxDepth = 200;

/** Compiles a term; by default, of a field of indicators. */
export type CompileTerm = (field: string, value: string, context: Compiling) => Condition;

/**
 * Resolves the names in a query and merges related conditions, in steps: each wildcard may read all names. Throws
 * {@link QueryRejectedError}.
 */
export function* compileQuery(
  node: QueryNode,
  context: Compiling,
  termOf: CompileTerm = compileTerm,
): Steps<Condition> {
  const known = new Map<string, Condition>();
  function* term(field: string, value: string): Steps<Condition> {
    const name = `${field}\n${value}`;
    let found = known.get(name);
    if (found === undefined) {
      known.set(name, (found = termOf(field, value, context)));
      // Thousands of values are looked up at once, later.
      if (found.kind !== 'keys') yield;
    }
    return found;
  }
  function* walkAll(operands: readonly QueryNode[], depth: number): Steps<readonly Condition[]> {
    const conditions: Condition[] = [];
    for (const operand of operands) conditions.push(yield* walk(operand, depth));
    return conditions;
  }
  function* walk(each: QueryNode, depth: number): Steps<Condition> {
    if (depth > maxDepth) throw new QueryRejectedError(`Nesting exceeds ${maxDepth} levels.`);
    switch (each.kind) {
      case 'term': {
        const condition = yield* term(each.field, each.value);
        return each.operator === '=' ? condition : negate(condition);
      }
      case 'not':
        return negate(yield* walk(each.operand, depth + 1));
      case 'or':
        return anyOf(yield* walkAll(each.operands, depth + 1));
      case 'and':
        return allOf(yield* walkAll(each.operands, depth + 1));
    }
  }
  return yield* walk(node, 0);
}
