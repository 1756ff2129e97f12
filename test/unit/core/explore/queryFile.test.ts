import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fileOffset, parseQuery, parseQueryFile, queryAtOffset } from '../../../../src/core/explore';
import { fileText } from './fileTexts';
import { bareTree } from './trees';

const file = [
  '# What the team looks for',
  '### Fresh phishing',
  '# @name fresh-phishing',
  '# @limit 100',
  'risk=high # in a feed',
  '  and   type=domain',
  '',
  '### ',
  '#@Type threats',
  'feed=example*',
  '###',
  '# nothing here',
].join('\n');

describe('parseQueryFile', () => {
  const { queries } = parseQueryFile(file);
  const slice = (range: { start: number; end: number } | undefined): string =>
    range === undefined ? '' : file.slice(range.start, range.end);

  it('finds the queries between ### lines, with their titles', () => {
    assert.deepEqual(
      queries.map(({ title, text }) => [title, text]),
      [
        [undefined, ''],
        ['Fresh phishing', 'risk=high and   type=domain'],
        [undefined, 'feed=example*'],
        [undefined, ''],
      ],
    );
    assert.equal(slice(queries[1]?.range), 'risk=high # in a feed\n  and   type=domain');
    assert.equal(slice(queries[1]?.separator), '### Fresh phishing');
    assert.equal(queries.map(({ section }) => slice(section)).join(''), file);
  });

  it('reads the settings of each query from its directives', () => {
    assert.deepEqual(
      queries.map(({ settings }) => settings),
      [{}, { name: 'fresh-phishing', limit: 100 }, { type: 'threats' }, {}],
    );
    assert.deepEqual(
      queries[1]?.directives.map(({ nameRange, valueRange }) => [slice(nameRange), slice(valueRange)]),
      [
        ['@name', 'fresh-phishing'],
        ['@limit', '100'],
      ],
    );
  });

  it('uses the last valid directive, and ignores directives after part of the query', () => {
    const settings = (text: string) => parseQueryFile(text).queries[0]?.settings;
    assert.deepEqual(settings('# @limit 5\n# @limit 7\n# @limit many\nrisk=high'), { limit: 7 });
    assert.deepEqual(settings('risk=high # @limit 5'), {});
    assert.deepEqual(settings('# @limit 0\n# @limit -1\n# @limit 1.5\n# @format xml\n# @name ../a\nrisk=low'), {});
  });

  it('keeps quoted text and URLs unchanged', () => {
    const sent = (text: string) => parseQueryFile(text).queries[0]?.text;
    assert.equal(
      sent('threat="a # b  \\" c"\r\n\tor ioc=http://a.example/?x=1#top # why\r\n'),
      'threat="a # b  \\" c" or ioc=http://a.example/?x=1#top',
    );
  });

  it('maps file offsets to queries, and query offsets to the file', () => {
    const parsed = parseQueryFile(file);
    const at = (text: string): number | undefined => queryAtOffset(parsed, file.indexOf(text))?.index;
    assert.deepEqual(['# What', '### Fresh', 'type=domain', '#@Type', '# nothing'].map(at), [0, 1, 1, 2, 3]);
    const query = parsed.queries[1] ?? assert.fail();
    assert.equal(fileOffset(query, query.text.indexOf('type')), file.indexOf('type=domain'));
    assert.equal(fileOffset(query, query.text.length), query.range?.end);
  });

  it('records the range of every term in the file', () => {
    for (const { parsed } of queries)
      if (parsed.node?.kind === 'and')
        assert.deepEqual(
          parsed.node.operands.map(({ range }) => slice(range)),
          ['risk=high', 'type=domain'],
        );
  });
});

describe('parseQueryFile on any text', () => {
  it('never throws, stays within the text, and keeps the meaning of the query', () => {
    fc.assert(
      fc.property(fileText, (text) => {
        const { queries } = parseQueryFile(text);
        let end = 0;
        for (const query of queries) {
          assert.equal(query.section.start, end);
          end = query.section.end;
          const ranges = [
            ...query.lineRanges,
            ...query.comments,
            ...query.directives.flatMap((each) => [each.range, each.nameRange, each.valueRange]),
            ...query.parsed.errors.map(({ range }) => range),
          ];
          for (const range of ranges)
            assert.ok(query.section.start <= range.start && range.start <= range.end && range.end <= end, text);
          assert.equal(query.text, query.lineRanges.map((line) => text.slice(line.start, line.end)).join(' '));
          // Where there is a fault, joining the lines may hide it: an open quote ends with its line.
          if (query.parsed.errors.length > 0) continue;
          const sent = parseQuery(query.text);
          assert.deepEqual(sent.errors, []);
          assert.deepEqual(bareTree(sent.node), bareTree(query.parsed.node));
        }
        assert.equal(end, text.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds the same when it reuses an earlier result', () => {
    fc.assert(
      fc.property(fileText, fileText, fc.nat(), fc.nat(), (text, typed, from, length) => {
        const start = from % (text.length + 1);
        const edited = text.slice(0, start) + typed + text.slice(start + (length % 20));
        assert.deepEqual(parseQueryFile(edited, parseQueryFile(text)), parseQueryFile(edited));
      }),
      { numRuns: 1000 },
    );
  });
});
