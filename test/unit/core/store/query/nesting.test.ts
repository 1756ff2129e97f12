import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diagnoseFile, parseQuery, parseQueryFile } from '../../../../../src/core/explore';
import { conditionLevels, maxStoreLevels } from '../../../../../src/core/explore/diagnostics';
import type { QueryNode } from '../../../../../src/core/explore/syntax/ast';
import type { Condition } from '../../../../../src/core/store/query/condition';
import { conditionSql } from '../../../../../src/core/store/query/sql';

/** The largest condition that a tree can become: no term is omitted or merged with another. */
function conditionOf(node: QueryNode): Condition {
  switch (node.kind) {
    case 'term':
      return { kind: 'timestampText', column: 'stamp_seen', patterns: ['2025-*'] };
    case 'not':
      return { kind: 'not', of: conditionOf(node.operand) };
    case 'and':
      return { kind: 'all', of: node.operands.map(conditionOf) };
    case 'or':
      return { kind: 'any', of: node.operands.map(conditionOf) };
  }
}

function isTaken(node: QueryNode): boolean {
  try {
    conditionSql(conditionOf(node));
    return true;
  } catch {
    return false;
  }
}

/** `levels` levels of `width` terms each, “and” and “or” in turn. */
function nested(levels: number, width: number): string {
  let query = 'seen=2025-*';
  for (let level = 0; level < levels; level++) {
    const word = level % 2 === 0 ? ' and ' : ' or ';
    query = `${'seen=2025-* '.repeat(width).trim().replaceAll(' ', word)}${word}(${query})`;
  }
  return query;
}

describe('Deeply nested queries', () => {
  it('are reported in the editor only if the local store would run them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 199 }), fc.integer({ min: 1, max: 70 }), (levels, width) => {
        const query = nested(levels, width);
        const { node } = parseQuery(query);
        assert.ok(node !== undefined);
        const reported = diagnoseFile(parseQueryFile(query), 0).some(({ code }) => code === 'tooDeep');
        assert.equal(reported, conditionLevels(node) > maxStoreLevels);
        // Never silent about one that is refused.
        if (!reported) assert.ok(isTaken(node));
      }),
      { numRuns: 60 },
    );
    assert.equal(isTaken(parseQuery(nested(199, 70)).node ?? assert.fail()), false);
  });
});
