import assert from 'node:assert/strict';
import { addressTable } from '../../../../../../src/core/indicators/detect/rules/addresses/addressRules';
import { BareName } from '../../../../../../src/core/indicators/detect/rules/names/bareName';
import { nameTable } from '../../../../../../src/core/indicators/detect/rules/names/nameRules';
import { Quad } from '../../../../../../src/core/indicators/detect/rules/addresses/quad';
import {
  isFor,
  type Candidate,
  type Example,
  type RuleTable,
} from '../../../../../../src/core/indicators/detect/rules/rule';
import { getFamily, getSyntax } from '../../../../../../src/core/indicators/detect/syntax/language';
import { SyntaxRegions } from '../../../../../../src/core/indicators/detect/syntax/syntaxRegions';
import { ipv4Number } from '../../../../../../src/core/indicators/identity/addresses';
import { findRaws } from '../findHelpers';

function nameIn([text, part]: Example): BareName {
  const quoted = text.indexOf(`"${part}"`);
  const start = quoted === -1 ? text.lastIndexOf(part) : quoted + 1;
  assert.ok(start >= 0, `${part} isn't in ${text}`);
  return new BareName(text, start, start + part.length, part.replaceAll('\\', '').toLowerCase(), part.includes('\\'));
}

function quadIn([text, part, languageId = 'log']: Example): Quad {
  const start = text.lastIndexOf(part);
  assert.ok(start >= 0, `${part} isn't in ${text}`);
  const syntax = getSyntax(languageId);
  const region = syntax === undefined ? 'string' : new SyntaxRegions(text, syntax).at(start);
  return new Quad(text, start, start + part.length, part, ipv4Number(part) ?? 0, part.startsWith('10.'), {
    regionAt: () => region,
  });
}

function testTable<T extends Candidate>(
  title: string,
  table: RuleTable<T>,
  candidateIn: (example: Example) => T,
): void {
  describe(title, () => {
    for (const { id, strength, example, counterexample } of table.rules) {
      it(`decide their examples: ${id}`, () => {
        const family = getFamily(example[2] ?? 'log');
        const candidate = candidateIn(example);
        const ids = table.explain(candidate, family).map((rule) => rule.id);
        assert.ok(ids.includes(id), `it doesn't apply to ${example[0]}, but ${ids.join(', ')}`);
        assert.equal(table.decide(candidate, family), isFor(strength), `${example[0]}: ${ids.join(', ')}`);
        assert.notEqual(
          table.without(id).decide(candidate, family),
          isFor(strength),
          `it isn't needed for ${example[0]}: ${ids.join(', ')}`,
        );
        assert.equal(findRaws(example[0], example[2] ?? 'log').includes(example[1]), isFor(strength), example[0]);
        const others = table
          .explain(candidateIn(counterexample), getFamily(counterexample[2] ?? 'log'))
          .map((rule) => rule.id);
        assert.ok(!others.includes(id), `it applies to ${counterexample[0]}`);
      });
    }

    it('have unique IDs', () => {
      const ids = table.rules.map(({ id }) => id);
      assert.deepEqual(ids, [...new Set(ids)]);
    });
  });
}

testTable('Rules of names', nameTable, nameIn);
testTable('Rules of addresses', addressTable, quadIn);
