import type { QueryNode, TextRange } from './ast';
import type { Token } from './scanner';

/** An operand with its range in the text, including its parentheses. */
export interface Operand {
  readonly node: QueryNode;
  readonly range: TextRange;
}

/** The query, or a pair of parentheses, that is being read. */
export interface Group {
  readonly open: TextRange | undefined;
  /** The finished operands of `or`. */
  readonly alternatives: Operand[];
  /** The operands of the `and` that is being read. */
  conjunction: Operand[];
  /** Ranges of the `not`s before the next operand. */
  nots: TextRange[];
  /** The last `and` or `or`, until an operand follows. */
  dangling: Token | undefined;
  /** True where an operand needs no keyword before it. */
  expectsOperand: boolean;
  /** True after an unreadable operand, to avoid a second error there. */
  hole: boolean;
}

/** A `name=value` term from its three tokens. */
export function term(field: Token, operator: Token, value: Token): QueryNode {
  return {
    kind: 'term',
    field: field.text,
    operator: operator.text === '!=' ? '!=' : '=',
    value: value.text,
    quoted: value.kind === 'quoted',
    range: span(field.range, value.range),
    fieldRange: field.range,
    valueRange: value.range,
  };
}

/** A group without operands; `open` is its parenthesis, undefined for the query itself. */
export function newGroup(open: TextRange | undefined): Group {
  return {
    open,
    alternatives: [],
    conjunction: [],
    nots: [],
    dangling: undefined,
    expectsOperand: true,
    hole: false,
  };
}

/** Ends the operands of `and`, at an `or` or at the end of the group. */
export function closeConjunction(group: Group): void {
  const operand = combine('and', group.conjunction);
  if (operand !== undefined) group.alternatives.push(operand);
  group.conjunction = [];
}

/** One node for several operands; operands of the same kind are merged, so that a chain stays flat. */
export function combine(kind: 'and' | 'or', operands: readonly Operand[]): Operand | undefined {
  const [first] = operands;
  const last = operands.at(-1);
  if (first === undefined || last === undefined || operands.length === 1) return first;
  const range = span(first.range, last.range);
  const nodes = operands.flatMap(({ node }) => (node.kind === kind ? node.operands : [node]));
  return { node: { kind, operands: nodes, range }, range };
}

/** The text from one range to another. */
export function span(from: TextRange, to: TextRange): TextRange {
  return { start: from.start, end: to.end };
}
