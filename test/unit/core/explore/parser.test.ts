import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatQuery, maxDepth, parseQuery, type QueryNode } from '../../../../src/core/explore';
import { bareTree, queryTree, slicesOf } from './trees';
import { t } from '../../../../src/l10n';

/** The tree in one line: `(and a=b (not c!=d))`. */
function shape(node: QueryNode | undefined): string {
  if (node === undefined) return 'nothing';
  if (node.kind === 'term') return `${node.field}${node.operator}${node.value}`;
  const operands = node.kind === 'not' ? [node.operand] : node.operands;
  return `(${[node.kind, ...operands.map(shape)].join(' ')})`;
}

function messages(text: string): readonly string[] {
  return parseQuery(text).errors.map(({ message, range }) => `${range.start}-${range.end} ${message}`);
}

describe('parseQuery', () => {
  const readings: readonly (readonly [text: string, shape: string])[] = [
    ['ioc=example.com', 'ioc=example.com'],
    ['risk != none', 'risk!=none'],
    ['a=1 or b=2 and not c=3', '(or a=1 (and b=2 (not c=3)))'],
    ['(a=1 or b=2) and c=3', '(and (or a=1 b=2) c=3)'],
    ['a=1 AND b=2 Or nOt c=3', '(or (and a=1 b=2) (not c=3))'],
    ['not not a=1', '(not (not a=1))'],
    ['not (a=1 and b=2)', '(not (and a=1 b=2))'],
    ['(a=1 and b=2) and (c=3 and (d=4))', '(and a=1 b=2 c=3 d=4)'],
    ['registrar="Example Registrar, Inc."', 'registrar=Example Registrar, Inc.'],
    ['"name server"=ns1.example', 'name server=ns1.example'],
    ['++registrar=*example*', '++registrar=*example*'],
    ['ioc=http://a.example/?x=1&y=2#top', 'ioc=http://a.example/?x=1&y=2#top'],
    ['ioc=2001:db8::1', 'ioc=2001:db8::1'],
    ['threat="say \\"hi\\" \\\\ C:\\dir"', 'threat=say "hi" \\ C:\\dir'],
    ['threat=and', 'threat=and'],
    ['"not"=x', 'not=x'],
    ['registrar=""', 'registrar='],
    ['# a comment\nrisk=high # another\n  and\n type=ip', '(and risk=high type=ip)'],
  ];
  for (const [text, expected] of readings) {
    it(`reads ${JSON.stringify(text)}`, () => {
      const { node, errors } = parseQuery(text);
      assert.deepEqual(errors, []);
      assert.equal(shape(node), expected);
    });
  }

  it('finds neither a query nor an error in spaces and comments', () => {
    for (const text of ['', ' \n\t', '# only a comment'])
      assert.deepEqual(parseQuery(text), { node: undefined, errors: [], deep: undefined });
  });

  it('records the range of every part', () => {
    const text = '  not ( risk != "very low" or type=ip )';
    const { node } = parseQuery(text);
    assert.deepEqual(slicesOf(text, node), [
      'not ( risk != "very low" or type=ip )',
      'risk != "very low" or type=ip',
      'risk != "very low"',
      'risk',
      '"very low"',
      'type=ip',
      'type',
      'ip',
    ]);
  });
});

describe('parseQuery on an invalid query', () => {
  const faults: readonly (readonly [text: string, errors: readonly string[], shape: string])[] = [
    [
      'example.com',
      [`0-11 ${t('Expected name=value. Put a value that contains spaces in double quotes.')}`],
      'nothing',
    ],
    ['ioc=', [`0-4 ${t('Value expected after “{0}”.', 'ioc=')}`], 'nothing'],
    ['ioc= and risk=high', [`0-4 ${t('Value expected after “{0}”.', 'ioc=')}`], 'risk=high'],
    ['=x and risk=high', [`0-1 ${t('Field name expected before “{0}”.', '=')}`], 'risk=high'],
    ['a=1 b=2', [`4-5 ${t('“and” or “or” expected.')}`], '(and a=1 b=2)'],
    ['a=1 and', [`4-7 ${t('Term expected after “{0}”.', 'and')}`], 'a=1'],
    ['or a=1', [`0-2 ${t('Term expected before “{0}”.', 'or')}`], 'a=1'],
    ['a=1 and or b=2', [`8-10 ${t('Term expected before “{0}”.', 'or')}`], '(or a=1 b=2)'],
    ['not', [`0-3 ${t('Term expected after “{0}”.', 'not')}`], 'nothing'],
    ['(a=1', [`0-1 ${t('Missing closing parenthesis.')}`], 'a=1'],
    ['a=1)', [`3-4 ${t('Unmatched closing parenthesis.')}`], 'a=1'],
    ['() or a=1', [`0-2 ${t('Empty parentheses.')}`], 'a=1'],
    ['threat="Example Kit', [`7-19 ${t('Missing closing double quote.')}`], 'threat=Example Kit'],
    ['threat="a\nor risk=high', [`7-9 ${t('Missing closing double quote.')}`], '(or threat=a risk=high)'],
    ['""=x', [`0-2 ${t('Field name expected.')}`], 'nothing'],
  ];
  for (const [text, errors, expected] of faults) {
    it(`reports the error in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(messages(text), errors);
      assert.equal(shape(parseQuery(text).node), expected);
    });
  }

  it('reports a value with spaces that needs quotes once', () => {
    const found = messages('registrar=Example Registrar Inc and risk=high');
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', /double quotes/);
  });
});

describe('parseQuery on any text', () => {
  const fragments = [
    'ioc',
    '=',
    '!=',
    '(',
    ')',
    ' and ',
    ' or ',
    ' not ',
    '"',
    '\\',
    '#',
    '\n',
    ' ',
    '*',
    'a',
    '++b',
    '=c ',
  ];
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...fragments)).map((parts) => parts.join('')),
  );

  it('never throws, and stays within the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { node, errors } = parseQuery(text);
        const ranges = [...errors.map(({ range }) => range), ...(node === undefined ? [] : [node.range])];
        for (const { start, end } of ranges) assert.ok(0 <= start && start < end && end <= text.length, text);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads a formatted query as the same tree', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { node } = parseQuery(text);
        if (node === undefined) return;
        const again = parseQuery(formatQuery(node));
        assert.deepEqual(again.errors, []);
        assert.deepEqual(bareTree(again.node), bareTree(node));
      }),
      { numRuns: 2000 },
    );
  });

  it('reads every formatted tree', () => {
    fc.assert(
      fc.property(queryTree, (tree) => {
        const text = formatQuery(tree);
        const { node, errors } = parseQuery(text);
        assert.deepEqual(errors, [], text);
        assert.equal(formatQuery(node ?? tree), text);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads 10,000 terms as one flat list', () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `ioc=host-${index}.example`).join(' or ');
    const { node, errors } = parseQuery(text);
    assert.deepEqual(errors, []);
    assert.equal(node?.kind === 'or' && node.operands.length, 10_000);
  });

  it('reports excessive nesting without a stack overflow, and still finds the term', () => {
    for (const [before, after] of [
      ['('.repeat(100_000), ')'.repeat(100_000)],
      ['not '.repeat(100_000), ''],
    ] as const) {
      const { node, errors } = parseQuery(`${before}risk=high${after}`);
      assert.deepEqual(
        errors.map(({ message }) => message),
        [t('Nesting exceeds {0} levels.', maxDepth)],
      );
      assert.match(formatQuery(node ?? assert.fail('no tree')), /risk=high$/);
    }
  });

  // Quadratic time would exceed the timeout.
  it('takes linear time even if everything is wrong', () => {
    for (const text of [
      '('.repeat(200_000),
      ')'.repeat(200_000),
      '"'.repeat(200_001),
      'a '.repeat(200_000),
      '='.repeat(200_000),
    ]) {
      const { errors } = parseQuery(text);
      assert.ok(errors.length > 0 && errors.length <= 100);
    }
  });
});
