import type { QueryNode } from '../../explore/syntax/ast';
import { allOf, anyOf, type Condition, negate } from './condition';
import { compileTerm, type Compiling } from './fields';
import { QueryRejectedError } from './queryRejected';

/** The parser's limit, also for trees from elsewhere. */
const maxDepth = 200;

/** Compiles a term; by default, of a field of indicators. */
export type CompileTerm = (field: string, value: string, context: Compiling) => Condition;

/** Resolves the names in a query and merges related conditions. Throws {@link QueryRejectedError}. */
export function compileQuery(node: QueryNode, context: Compiling, termOf: CompileTerm = compileTerm): Condition {
  const known = new Map<string, Condition>();
  const term = (field: string, value: string): Condition => {
    const name = `${field}\n${value}`;
    let found = known.get(name);
    if (found === undefined) known.set(name, (found = termOf(field, value, context)));
    return found;
  };
  const walk = (each: QueryNode, depth: number): Condition => {
    if (depth > maxDepth) throw new QueryRejectedError(`Nesting exceeds ${maxDepth} levels.`);
    switch (each.kind) {
      case 'term': {
        const condition = term(each.field, each.value);
        return each.operator === '=' ? condition : negate(condition);
      }
      case 'not':
        return negate(walk(each.operand, depth + 1));
      case 'or':
        return anyOf(each.operands.map((operand) => walk(operand, depth + 1)));
      case 'and':
        return allOf(each.operands.map((operand) => walk(operand, depth + 1)));
    }
  };
  return walk(node, 0);
}
