import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { emptyRecord } from '../../../../src/core/records/record';
import type { Statement } from '../../../../src/core/records/statement';
import { BothStores } from './bothStores';
import { withPostgres } from '../team/withPostgres';

const day = 86_400_000;
const id = (type: string, number: number): string =>
  `${type}--00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const dated = (number: number): object => ({
  spec_version: '2.1',
  created: '2026-01-01T00:00:00.000Z',
  modified: new Date(Date.UTC(2026, 0, number)).toISOString(),
});

/** A version of an indicator, modified on a day of January. */
const indicator = (number: number, value: string, modified = 1, more: object = {}): object => ({
  type: 'indicator',
  id: id('indicator', number),
  ...dated(modified),
  valid_from: '2026-01-01T00:00:00.000Z',
  pattern: `[domain-name:value = '${value}']`,
  pattern_type: 'stix',
  ...more,
});
const malware = (number: number, name: string, modified = 1, more: object = {}): object => ({
  type: 'malware',
  id: id('malware', number),
  ...dated(modified),
  name,
  is_family: true,
  ...more,
});
const relation = (number: number, from: string, to: string): object => ({
  type: 'relationship',
  id: id('relationship', number),
  ...dated(1),
  relationship_type: 'indicates',
  source_ref: from,
  target_ref: to,
});
const bundle = (...objects: readonly object[]): string =>
  JSON.stringify({ type: 'bundle', id: id('bundle', 1), objects });

withPostgres('Both stores, with STIX', () => {
  const both = BothStores.use();

  it('say the same about relations, in any order, and ends that are missing', async () => {
    const related = [
      relation(1, id('indicator', 1), id('malware', 1)),
      malware(1, 'Kettle', 1, { aliases: ['Pot'], description: 'Boils' }),
      indicator(1, 'one.example'),
      indicator(2, 'two.example', 1, { indicator_types: ['malicious-activity'] }),
      relation(2, id('indicator', 2), id('malware', 1)),
      relation(3, id('indicator', 2), id('malware', 9)),
      malware(2, 'Ladle'),
      relation(4, id('indicator', 2), id('malware', 2)),
    ];
    await both.import(bundle(...related), { name: 'a.json' });
    both.now += day;
    await both.import(bundle(...related), { name: 'a.json' });
    both.now += day;
    await both.import(bundle(malware(9, 'Pan'), ...related.slice(2)), { name: 'a.json' });
    await both.import(bundle(indicator(1, 'one.example', 3, { confidence: 90 }), malware(1, 'kettle', 4)), {
      name: 'b.json',
    });
  });

  it('say the same about versions, in one file, and in several', async () => {
    const revoked = indicator(1, 'one.example', 20, { revoked: true });
    await both.import(bundle(revoked, indicator(1, 'one.example', 10)), { name: 'a.json' });
    await both.import(bundle(indicator(1, 'one.example', 15), indicator(1, 'other.example', 16)), { name: 'b.json' });
    both.now += day;
    await both.import(bundle(indicator(1, 'one.example', 25), indicator(2, 'one.example', 5)), { name: 'a.json' });
    await both.import(bundle(indicator(1, 'one.example', 5)), { name: 'c.json' });
  });

  it('say the same about markings and their definitions', async () => {
    const marking = {
      type: 'marking-definition',
      id: id('marking-definition', 1),
      ...dated(1),
      definition_type: 'statement',
      definition: { statement: 'Only for us' },
      name: 'Ours',
    };
    const marked = indicator(1, 'one.example', 1, { object_marking_refs: [id('marking-definition', 1)] });
    await both.import(bundle(marked), { name: 'a.json' });
    both.now += day;
    await both.import(bundle(marking, indicator(2, 'one.example', 2)), { name: 'a.json' });
  });

  it('say the same about public bundles', async function () {
    this.timeout(900_000);
    const folder = resolve('../shared/data/stix');
    if (!existsSync(folder)) {
      console.warn(`      SKIPPED: ${folder} is not here`);
      this.skip();
    }
    const files = readdirSync(folder).filter((name) => name.endsWith('.stix2'));
    for (const name of files.slice(0, 3)) {
      await both.import(readFileSync(join(folder, name), 'utf8'), { name });
      await both.import(readFileSync(join(folder, name), 'utf8'), { name });
    }
  });
});

withPostgres('Both stores, with statements of sources', () => {
  const both = BothStores.use();
  const domain = (value: string, more: object = {}) =>
    ({ kind: 'indicator', record: { ...emptyRecord(value, 'domain'), ...more } }) as const satisfies Statement;

  it('say the same about threats and feeds, their links, and names that a list drops', async () => {
    const threat = (name: string, risk: 'low' | 'high') => ({ name, risk, category: 'malware' }) as const;
    const feed = { name: 'Feed', organization: 'Us', linked: both.now - day };
    await both.take('a', [
      {
        kind: 'threat',
        foreignId: 't1',
        name: 'Kettle',
        risk: 'high',
        details: { aliases: ['Pot'], description: 'x' },
      },
      {
        kind: 'feed',
        foreignId: 'f1',
        name: 'Feed',
        category: 'abuse',
        pricing: 'free',
        details: { website: 'https://x.example' },
      },
      domain('one.example', { threats: [threat('Kettle', 'high'), threat('Pan', 'low')], feeds: [feed] }),
      domain('two.example', { threats: [threat('Pan', 'low')] }),
    ]);
    both.now += day;
    await both.take('a', [domain('one.example', { threats: [threat('kettle', 'low')] })], [domain('three.example')]);
    await both.take('b', [domain('two.example', { threats: [threat('PAN', 'high')], risk: 'medium' })]);
    both.now += day;
    await both.take('a', [domain('two.example')]);
  });

  it('say the same about relations to indicators by the IDs of the source', async () => {
    await both.take('a', [
      { ...domain('one.example'), foreignId: '17' },
      { kind: 'threat', foreignId: '5', name: 'Kettle', risk: 'high' },
      { kind: 'feed', foreignId: '6', name: 'Feed' },
      { kind: 'relation', from: '17', to: '5', timestamp: both.now - day },
      { kind: 'relation', from: '17', to: '6' },
      { kind: 'relation', from: '18', to: '5' },
    ]);
  });

  it('say the same about what scans found, comments, and redirects', async () => {
    const found = (at: number, a: string): Statement => ({
      kind: 'earlier',
      indicator: { type: 'domain', value: 'one.example' },
      at,
      properties: { dns: { a: [a, '198.51.100.1'] } },
    });
    const comments = [{ username: 'ana', title: 'Seen', text: 'twice', added: both.now }];
    const redirects = { from: [], to: [{ value: 'http://two.example/x' }, { value: 'nowhere.example' }] };
    const url = { kind: 'indicator', record: emptyRecord('http://two.example/x', 'url') } as const;
    await both.take('a', [
      url,
      domain('one.example', { comments, redirects, properties: { geo: { country: ['Exampleland'] } }, submissions: 2 }),
      found(both.now - day, '198.51.100.7'),
      found(both.now, '198.51.100.8'),
    ]);
    both.now += day;
    await both.take('a', [found(both.now, '198.51.100.7')]);
  });

  it('say the same about texts that no database has to like', async () => {
    const odd = ['a\u0000b', '\ud800', '\u202e', '\\u0000', "'; DROP TABLE indicator; --", '{1,2}', 'x'.repeat(9_000)];
    for (const text of odd.slice(1))
      await both.take(`of ${text.slice(0, 20)}`, [
        domain('one.example', { riskFactors: [{ description: text, risk: 'low' }], other: { [text]: text } }),
        domain('two.example', { comments: [{ text, username: text }], properties: { [text]: { [text]: [text] } } }),
        domain('three.example', { threats: [{ name: text, risk: 'high' }], feeds: [{ name: text }] }),
      ]);
  });

  it('skip only what the database refuses', async () => {
    const run = await both.teamStore.imports().beginImport({ kind: 'import', name: 'a' });
    const skipped = await run.take([
      domain('one.example'),
      domain('two.example', { threats: [{ name: 'a\u0000b', risk: 'high' }] }),
      domain('three.example'),
    ]);
    const { counts } = await run.finish();
    if (skipped.length !== 1 || counts.added !== 2) throw new Error(JSON.stringify({ skipped, counts }));
  });
});
