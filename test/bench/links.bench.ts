import { join } from 'node:path';
import { emptyRecord } from '../../src/core/records/record';
import type { Statement } from '../../src/core/records/statement';
import { openStore, type Store } from '../../src/core/store/store';
import { createService } from '../../src/service';
import { servedFrom } from '../../src/service/servedRecords';
import { type Bench, formatCount, type Row, withTempFolder } from './measure';

const others = 100_000;
const links = 40_000;
const rounds = 5;
const kit = 'threat=Large%20Kit';
const risks = ['none', 'low', 'medium', 'high', 'critical'] as const;

function statements(index: number, isLinked: boolean): Statement {
  const record = {
    ...emptyRecord(`${isLinked ? 'linked' : 'other'}-${index}.lookups-bench-${index % 977}.com`, 'domain' as const),
    risk: risks[index % risks.length] ?? 'none',
    timestamps: { seen: 1_700_000_000_000 + index, updated: 1_700_000_000_000 + index },
    threats: isLinked ? [{ name: 'Large Kit', risk: 'high' as const, linked: 1_700_000_000_000 + index }] : [],
    feeds: [{ name: 'Feed of all' }, { name: `Feed ${index % 12}`, linked: 1_700_000_000_000 }],
    attributes: {
      port: [['443', 'HTTPS'], [String(8000 + (index % 40))]],
      technology: [[`Server ${index % 60}`]],
      protocol: [['HTTPS']],
    },
    properties: {
      geo: { countrycode: [['US', 'DE', 'NL'][index % 3] ?? ''], org: [`Network ${index % 300}`] },
      whois: {
        '++registrar': [`Registrar ${index % 90}`],
        '++privacy': ['0'],
        'name server': ['ns1.example', 'ns2.example'],
      },
      dns: { a: ['192.0.2.1'], txt: ['v=spf1 -all'] },
      http: { '++code': ['200'], 'Content-Type': ['text/html; charset=utf-8'] },
    },
  };
  return { kind: 'indicator', record };
}

function fill(store: Store): void {
  const run = store.beginImport({ kind: 'import', name: 'bench' });
  for (let at = 0; at < others; at += 1_000)
    run.take(Array.from({ length: 1_000 }, (_, i) => statements(at + i, false)));
  for (let at = 0; at < links; at += 1_000) run.take(Array.from({ length: 1_000 }, (_, i) => statements(at + i, true)));
  run.finish();
}

async function run(): Promise<readonly Row[]> {
  return withTempFolder(async (folder) => {
    const store = openStore(join(folder, 'store.sqlite'));
    fill(store);
    const service = createService({ store: servedFrom(store), tier: 'business', embedded: true });
    const time = async (path: string): Promise<{ readonly millis: number; readonly bytes: number }> => {
      const all: number[] = [];
      let bytes = 0;
      for (let round = 0; round < rounds; round++) {
        const startedAt = performance.now();
        const answer = await service(new Request(`http://localhost/api/${path}`));
        bytes = (await answer.text()).length;
        all.push(performance.now() - startedAt);
        if (answer.status !== 200) throw new Error(`${answer.status}`);
      }
      return { millis: all.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0, bytes };
    };
    const rows: Row[] = [];
    for (const [what, path] of [
      ['the threat itself', `threat.php?${kit}`],
      ['summary, by level', `threat.php?${kit}&get=links&summary=1&splitrisk=1`],
      ['first page of links', `threat.php?${kit}&get=links`],
      ['last page of links', `threat.php?${kit}&get=links&page=${links / 1_000 - 1}`],
      ['a feed of all: itself', 'feed.php?feed=Feed%20of%20all'],
      ['a feed of all: summary', 'feed.php?feed=Feed%20of%20all&get=links&summary=1'],
      ['a feed of all: first page', 'feed.php?feed=Feed%20of%20all&get=links'],
    ] as const) {
      const { millis, bytes } = await time(path);
      rows.push({ what, figure: `${millis.toFixed(1)} ms, ${formatCount(bytes)} bytes`, peer: '–', ratio: '–' });
    }
    store.close();
    return rows;
  });
}

export const bench: Bench = {
  title: 'A threat with 40,000 links',
  how: `\`threat.php\` and \`feed.php\` of the local service in process, with ${formatCount(others + links)} indicators, ${formatCount(links)} of them linked to the threat; median of ${rounds}.`,
  run,
};
