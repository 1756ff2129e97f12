import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as luceneParser from 'lucene';
import { type BlockEntry, blockFile } from '../../../../src/core/export/blocking';
import { loggedAddresses, loggedNames, loggedUrls } from '../../../../src/core/export/blocking/entry';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { anyEntry } from './blockEntries';
import { kustoErrors } from './kusto';

type QueryForm = 'kql' | 'spl' | 'esql' | 'lucene';

const created = Date.UTC(2026, 4, 1, 12);
const entry = (type: Indicator['type'], value: string): BlockEntry => ({ indicator: { type, value }, risk: 'high' });
const write = (form: QueryForm, entries: readonly BlockEntry[], comments: readonly string[] = []) =>
  blockFile(form, entries, { created, lowest: 'high', comments: () => comments });

const commentLine: Readonly<Record<QueryForm, RegExp>> = {
  kql: /^\/\/ .*$/,
  spl: /^``` [^`]* ```$/,
  esql: /^\/\/ .*$/,
  lucene: /^# .*$/,
};

/** The queries of a document without comments, which may only be lines of their own. */
function queriesOf(form: QueryForm, text: string): readonly string[] {
  return text
    .split(/\n\n/)
    .map((part) =>
      part
        .split('\n')
        .filter((line) => line !== '' && !commentLine[form].test(line))
        .join('\n'),
    )
    .filter((query) => query !== '');
}

/** Replaces strings by §, as strictly as any of the languages reads them: a backslash may only escape these two. */
function withoutStrings(query: string): { readonly rest: string; readonly strings: readonly string[] } {
  const strings: string[] = [];
  const rest = query.replace(/"((?:[^"\\\r\n]|\\["\\])*)"/g, (_, content: string) => {
    strings.push(content.replace(/\\(.)/g, '$1'));
    return '§';
  });
  return { rest, strings };
}

const list = '\\(§(?:, §)*\\)';
const grammars: Readonly<Record<Exclude<QueryForm, 'lucene'>, RegExp>> = {
  kql: (() => {
    const condition = '[A-Za-z]+ (?:in~|has_any) \\((?:addresses|names|urls)\\)';
    const table = ` {4}\\([A-Za-z]+ \\| where ${condition}(?: or ${condition})*\\)`;
    const lists = '(?:let (?:addresses|names|urls) = dynamic\\(\\[§(?:, §)*\\]\\);\\n)+';
    return new RegExp(`^${lists}union isfuzzy=true\\n${table}(?:,\\n${table})*$`);
  })(),
  spl: new RegExp(`^index=\\* \\([a-z_]+ IN ${list}(?:\\n {4}OR [a-z_]+ IN ${list})*\\)$`),
  esql: (() => {
    const condition = `[a-z.]+ (?:IN ${list}|LIKE §)`;
    return new RegExp(`^FROM logs-\\*\\n\\| WHERE ${condition}(?:\\n {4}OR ${condition})*$`);
  })(),
};

/** The terms of a query in the order of Lucene's own grammar. */
function luceneTerms(node: luceneParser.AST | luceneParser.Node): readonly { term: string; quoted: boolean }[] {
  if ('term' in node) return [{ term: node.term, quoted: node.quoted }];
  if (!('left' in node)) return [];
  const parts = [node.left, 'right' in node ? node.right : undefined];
  return parts.flatMap((part) => (part === undefined ? [] : luceneTerms(part)));
}

/** The values that the queries of a document search. */
function valuesIn(form: QueryForm, text: string): ReadonlySet<string> {
  const all = queriesOf(form, text).flatMap((query) => {
    if (form === 'lucene')
      return luceneTerms(luceneParser.parse(query)).map(({ term }) => term.replace(/\\(.)/g, '$1'));
    if (form === 'kql') assert.deepEqual(kustoErrors(query), [], query);
    const { rest, strings } = withoutStrings(query);
    assert.match(rest, grammars[form]);
    return strings;
  });
  return new Set(all.filter((value) => !value.startsWith('*.')));
}

const domain = entry('domain', 'evil-1.lookups-test-1.com');
const v4 = entry('ip', '5.6.7.8');
const url = entry('url', 'http://lookups-test-1.com:8080/a\'?c;"|\\');

describe('Queries for indicators', () => {
  it('are KQL with the tables of Defender and Sentinel', () => {
    const { text } = write('kql', [domain, v4, url], ['Created: today']);
    assert.match(text, /^\/\/ Created: today\n\/\/ Fields: DeviceNetworkEvents \(RemoteIP, RemoteUrl\), /);
    assert.ok(text.includes(', "http://lookups-test-1.com:8080/a\'?c;\\"|\\\\"]);'), text);
    assert.match(text, /\(DeviceNetworkEvents \| where RemoteIP in~ \(addresses\) or RemoteUrl has_any \(names\) or /);
    // Tables without a condition are omitted.
    assert.doesNotMatch(write('kql', [v4]).text.replace(/^\/\/.*$/gm, ''), /ASimDns|names/);
  });

  it('are not KQL where a quote is not escaped, by the grammar that the tests use', () => {
    assert.notDeepEqual(kustoErrors('let names = dynamic(["a".com"]);'), []);
  });

  it('are SPL with names below a name, and comments at the end', () => {
    const { text } = write('spl', [domain, v4], ['from `here`']);
    assert.match(text, /^index=\* \(dest_ip IN \("5\.6\.7\.8"\)\n {4}OR dest IN \("5\.6\.7\.8"\)\n/);
    assert.match(text, /query IN \("evil-1\.lookups-test-1\.com", "\*\.evil-1\.lookups-test-1\.com"\)/);
    assert.match(text, /\n``` from 'here' ```\n``` Fields: /);
  });

  it('are SPL without values that nothing escapes, which count as not expressible', () => {
    const { text, written, notExpressible } = write('spl', [
      v4,
      entry('url', 'http://a.com/*'),
      entry('url', 'http://a.com/`b`'),
    ]);
    assert.deepEqual([written, notExpressible], [2, 1]);
    assert.ok(text.includes('url IN ("http://a.com/%60b%60")'), text);
  });

  it('have URLs as they are requested, and as they are written', () => {
    const urls = {
      'http://lookups-test-1.com': 'http://lookups-test-1.com/',
      'http://lookups-test-1.com?x=1': 'http://lookups-test-1.com/?x=1',
      'http://lookups-test-1.com/pfad/ü': 'http://lookups-test-1.com/pfad/%C3%BC',
      'http://lookups-test-1.com/{cu}': 'http://lookups-test-1.com/%7Bcu%7D',
      'http://lookups-test-1.com/../up/./x': 'http://lookups-test-1.com/up/x',
      'https://lookups-test-1.com:443/x': 'https://lookups-test-1.com/x',
      'https://lookups-test-1.com:8443/x': 'https://lookups-test-1.com:8443/x',
    };
    for (const form of ['kql', 'spl', 'esql', 'lucene'] as const)
      for (const [written, requested] of Object.entries(urls)) {
        const values = valuesIn(form, write(form, [entry('url', written)]).text);
        assert.deepEqual(values, new Set([requested, written]), form);
      }
  });

  it('have mapped addresses as they are in packets, and as they are written', () => {
    for (const form of ['kql', 'spl', 'esql', 'lucene'] as const) {
      const values = valuesIn(form, write(form, [entry('ip', '::ffff:5.6.7.8'), v4]).text);
      assert.deepEqual(values, new Set(['5.6.7.8', '::ffff:5.6.7.8']), form);
    }
  });

  it('are ES|QL with names below a name', () => {
    const { text } = write('esql', [domain, v4]);
    assert.match(
      text,
      /\nFROM logs-\*\n\| WHERE destination\.ip IN \("5\.6\.7\.8"\)\n {4}OR dns\.question\.name IN \(/,
    );
    assert.match(text, /OR url\.domain LIKE "\*\.evil-1\.lookups-test-1\.com"\n$/);
  });

  it('are Lucene with wildcards outside of quotes', () => {
    const { text } = write('lucene', [domain, v4]);
    assert.match(
      text,
      /^destination\.ip:\("5\.6\.7\.8"\) OR dns\.question\.name:\("evil-1\.lookups-test-1\.com" OR \*\.evil/m,
    );
    const [query = ''] = queriesOf('lucene', text);
    const wild = luceneTerms(luceneParser.parse(query)).filter(({ quoted }) => !quoted);
    assert.equal(wild.length, 3);
  });

  for (const form of ['kql', 'spl', 'esql', 'lucene'] as const) {
    it(`contain all values, and nothing that breaks out of its quotes (${form})`, () => {
      fc.assert(
        fc.property(fc.array(anyEntry, { maxLength: 5 }), (entries) => {
          const { text, written, notExpressible } = write(form, entries);
          assert.equal(written + notExpressible, entries.length);
          const values = valuesIn(form, text);
          assert.equal(values.size > 0, written > 0);
          const given = new Set(
            entries.flatMap(({ indicator }) =>
              [loggedUrls, loggedNames, loggedAddresses].flatMap((valuesOf) => valuesOf(indicator)),
            ),
          );
          for (const value of values) assert.ok(given.has(value), value);
        }),
        { numRuns: 400 },
      );
    });

    it(`have comments that stay comments (${form})`, () => {
      fc.assert(
        fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }), (comments) => {
          const { text } = write(form, [v4], [...comments, '*/ ``` | delete " // \u2028 x']);
          assert.deepEqual([...valuesIn(form, text)], ['5.6.7.8']);
          assert.equal(queriesOf(form, text).length, 1);
        }),
      );
    });

    it(`are split where a limit is exceeded, and numbered (${form})`, () => {
      const entries = Array.from({ length: 1_500 }, (_, at) => [
        entry('domain', `a${at}.lookups-test-1.com`),
        entry('url', `http://lookups-test-1.com/${at}`),
        entry('ip', `5.6.${at >> 8}.${at & 255}`),
      ]).flat();
      const { text, written } = write(form, entries);
      assert.equal(written, entries.length);
      assert.equal(valuesIn(form, text).size, entries.length);
      const queries = queriesOf(form, text);
      assert.ok(queries.length > 1);
      assert.match(text, new RegExp(`Query ${queries.length} of ${queries.length}\\b`));
      for (const query of queries) {
        if (form === 'kql') assert.ok(query.length <= 10_000, `${query.length} characters`);
        if (form === 'spl') assert.ok(withoutStrings(query).strings.length <= 1_000);
        if (form === 'esql') assert.ok(query.split('\n').length <= 251);
        if (form === 'lucene') assert.ok(luceneTerms(luceneParser.parse(query)).length <= 1_024);
      }
    });
  }

  it('are nothing but comments where no entry can be searched', () => {
    for (const form of ['kql', 'spl', 'esql', 'lucene'] as const)
      assert.deepEqual(queriesOf(form, write(form, [entry('url', 'not a URL')]).text), []);
  });
});
