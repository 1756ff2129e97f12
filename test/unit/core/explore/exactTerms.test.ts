import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diagnoseFile, exploreField, exploreFields, parseQuery, parseQueryFile } from '../../../../src/core/explore';
import { exactTerm, type ExactField } from '../../../../src/core/explore/queries/exactTerms';

const technology: ExactField = { of: 'attribute', key: 'technology' };
const registrar: ExactField = { of: 'property', key: '++registrar' };

describe('exactTerm', () => {
  it('uses the documented field', () => {
    assert.equal(exactTerm(technology, 'nginx'), 'technology=nginx');
    assert.equal(exactTerm({ of: 'attribute', key: 'port' }, '8443'), 'port=8443');
    assert.equal(exactTerm({ of: 'threat' }, 'Example Kit'), 'threat="Example Kit"');
    assert.equal(exactTerm({ of: 'feed' }, 'Example Feed'), 'feed="Example Feed"');
    assert.equal(exactTerm(registrar, 'Example Registrar, Inc.'), '++registrar="Example Registrar, Inc."');
    assert.equal(exactTerm({ of: 'property', key: 'name server' }, 'ns1.example'), '"name server"=ns1.example');
    assert.equal(exactTerm({ of: 'property', key: '++email' }, 'a@mail.example'), '++email=a@mail.example');
  });

  it('quotes values that could be read as an operator, a keyword, or the syntax of another tool', () => {
    assert.equal(exactTerm(technology, 'a" or risk=high or x="'), 'technology="a\\" or risk=high or x=\\""');
    assert.equal(exactTerm(technology, 'C:\\nginx'), 'technology="C:\\\\nginx"');
    for (const value of ['and', 'OR', '(x)', '#x', '=x', '!x', 'a||b', 'a&&b', '>7', 'a,b', '/x/', "'x'", '// x'])
      assert.match(exactTerm(technology, value) ?? '', /^technology="/);
  });

  it('returns nothing for values that no query can express', () => {
    for (const value of [
      '',
      '  ',
      '*',
      'Example*',
      'a\nb',
      'a\r\n### b',
      'a\0b',
      'a\u2028b',
      '\ud800',
      'a\u202eb',
      'x'.repeat(501),
    ])
      assert.equal(exactTerm(registrar, value), undefined);
    for (const key of ['', 'a*', 'a\n###', 'x'.repeat(101)])
      assert.equal(exactTerm({ of: 'property', key }, 'a'), undefined);
  });

  it('returns nothing for keys that Explore would read as another field', () => {
    for (const key of [...exploreFields.map(({ name }) => name), 'Type', ' risk '])
      assert.equal(exactTerm({ of: 'property', key }, '1'), undefined);
    assert.equal(exactTerm({ of: 'attribute', key: 'risk' }, 'high'), undefined);
    assert.equal(exactTerm({ of: 'property', key: '++updated' }, '2025'), '++updated=2025');
  });

  const fragments = [
    '"',
    '\\',
    '*',
    '\n',
    '=',
    '!=',
    ' or ',
    'not ',
    '(',
    ')',
    '#',
    '###',
    '&&',
    '||',
    ':',
    '<',
    '~',
    "'",
    ',',
    'a',
    ' ',
  ];
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((parts) => parts.join('')),
  );
  const fields: fc.Arbitrary<ExactField> = fc.oneof(
    fc.constantFrom<ExactField>({ of: 'threat' }, { of: 'feed' }, technology, registrar),
    fc.record({ of: fc.constantFrom('attribute' as const, 'property' as const), key: hostile }),
  );

  it('makes one term with exactly that field and value', () => {
    fc.assert(
      fc.property(fields, hostile, (field, value) => {
        const query = exactTerm(field, value);
        if (query === undefined) return;
        const { node, errors } = parseQuery(query);
        assert.deepEqual(errors, []);
        assert.ok(node?.kind === 'term');
        const { field: name, operator, value: read } = node;
        assert.deepEqual(
          { name, operator, read },
          { name: 'key' in field ? field.key : field.of, operator: '=', read: value },
        );
        // In a file, nothing ends the query early, and nothing is a directive.
        const { queries } = parseQueryFile(query);
        assert.deepEqual([queries.length, queries[0]?.text, queries[0]?.directives], [1, query, []]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('accepts every value without wildcards and control characters', () => {
    const usual = fc.stringMatching(/^[\w .,;:'"()&/\\+=<>!#-]{1,60}$/).filter((text) => text.trim() !== '');
    fc.assert(fc.property(usual, (value) => exactTerm(registrar, value) !== undefined));
  });

  it('never uses a documented field for a property', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        const query = exactTerm({ of: 'property', key }, 'a');
        assert.ok(query === undefined || exploreField(key) === undefined);
      }),
    );
  });

  it("gets an editor hint for a key that the local service doesn't know", () => {
    const query = exactTerm({ of: 'property', key: 'favicon_hash' }, '1234') ?? '';
    assert.deepEqual(
      diagnoseFile(parseQueryFile(query), 0).map(({ code }) => code),
      ['unknownField'],
    );
  });
});
