import { TriageTable } from '../../src/core/triage/triageTable';
import { OccurrenceCounter } from '../../src/core/triage/counting/occurrenceCounter';
import { allRows } from '../../src/core/rows/rowQuery';
import { readInto } from '../../src/service/triage';
import { type Bench, formatMillis, formatRatio, percentile, type Row } from './measure';

const names = 500_000;
const runs = 5;

/** A third each are hosts, addresses, and URLs; every line has a time and one of 50,000 clients. */
function log(): string {
  const lines = Array.from({ length: names }, (_, at) => {
    const time = new Date(Date.UTC(2025, 2, 4) + at * 200).toISOString();
    const address = `${45 + (at % 150)}.${(at >> 16) % 250}.${(at >> 8) % 250}.${at % 250}`;
    const host = `n${at}.lookups-test-${at % 977}.com`;
    const name =
      [`dst=${address}`, `hostname="${host}"`, `url=https://lookups-test-${at % 977}.com/p/${at}`][at % 3] ?? '';
    return `${time} srcip=10.0.${at % 200}.${at % 250} ${name}\n`;
  });
  return lines.join('');
}

async function table(): Promise<TriageTable> {
  const counter = new OccurrenceCounter();
  const failure = await readInto(counter, { text: log(), name: 'proxy.log' }, { blockBytes: 2 ** 16 });
  if (failure !== undefined) throw new Error(`The log was not read: ${JSON.stringify(failure)}`);
  const made = new TriageTable({ files: ['proxy.log'], hasOneFile: true, isFolding: false, entries: new Map() });
  made.indicators.addText(0, counter);
  made.indicators.advance(0);
  for (let row = 0; row < made.indicators.size; row++) made.assess(row, { status: 'notLookedUp', known: [] });
  made.changed();
  while (!made.prepareTimeline(1_000));
  while (!made.prepareSearch(1_000));
  return made;
}

function medianOf(run: () => unknown): number {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return percentile(times, 50);
}

const filters = [
  ['a part of many names', 'lookups-test-12'],
  ['a part of one name', 'n123457.'],
  ['a name that is nowhere', 'not-in-this-log'],
  ['the scheme as it is shown', 'hxxp'],
  ['the scheme', 'http'],
  ['a URL as it is shown', 'hxxps://lookups-test-12[.]com'],
  ['the start of a defanged dot', 'lookups-test-12['],
  ['a bracket', '['],
  ['a digit', '7'],
  ['a number', '1234'],
  ['a part of addresses and clients', '10.0.7'],
  ['a time of day', '12:30'],
  ['a date and a time', '2025-03-04 12:30'],
] as const;

async function run(): Promise<readonly Row[]> {
  const made = await table();
  const texts = made.rows.map((row) => made.indicators.indicatorOf(row).value);
  return filters.map(([what, filter]) => {
    let found = 0;
    const own = medianOf(() => (found = made.query({ ...allRows, filter }).rows.length));
    const peer = medianOf(() => texts.filter((text) => text.includes(filter)).length);
    return {
      what: `${what} (“${filter}”), ${found.toLocaleString('en')} rows`,
      figure: formatMillis(own),
      peer: `names with \`String.includes\`: ${formatMillis(peer)}`,
      ratio: formatRatio(own, peer),
    };
  });
}

export const bench: Bench = {
  title: 'Filter of a triage',
  how: `A filter over a triage of ${names.toLocaleString('en')} indicators, until the numbers of the rows are known, in the thread that has them; median of ${runs}. Goal: 200 ms.`,
  run,
};
