import { DatabaseSync } from 'node:sqlite';
import { type AssistantPorts, runTool } from '../../src/core/assistant';
import { Assessor } from '../../src/service/triage/assessor';
import { type Bench, formatCount, formatMillis, formatRatio, percentile, type Row, withTempFolder } from './measure';
import { createWarmStore, storeSize, valueAt } from './warmStore';

const count = 10_000;
const runs = 15;
const { signal } = new AbortController();

/** Median milliseconds of runs after three that don't count. */
async function median(run: (index: number) => unknown): Promise<number> {
  const millis: number[] = [];
  for (let at = -3; at < runs; at++) {
    const startedAt = performance.now();
    await run(at + 3);
    if (at >= 0) millis.push(performance.now() - startedAt);
  }
  return percentile(millis, 50);
}

async function measure(folder: string): Promise<readonly Row[]> {
  const file = await createWarmStore(folder);
  const assessor = new Assessor(file);
  const ports: AssistantPorts = {
    assess: (...given) => assessor.assessAll(...given),
    triageFile: () => Promise.reject(new Error('No file is read here.')),
    query: () => Promise.reject(new Error('No query is run here.')),
    now: Date.now,
  };
  const lists = Array.from({ length: runs + 3 }, (_, run) => ({
    known: Array.from({ length: count }, (_, at) => valueAt(at * 7 + run)),
    unknown: Array.from({ length: count }, (_, at) => `unknown-${at}-${run}.lookups-bench-${at % 977}.net`),
  }));
  const lookUp = async (indicators: readonly string[] = []): Promise<void> => {
    const { text } = await runTool('lookup', { indicators }, ports, signal);
    if (!text.includes(`"total":${count}`)) throw new Error(text.slice(0, 200));
  };
  const known = await median((run) => lookUp(lists[run]?.known));
  const unknown = await median((run) => lookUp(lists[run]?.unknown));
  const db = new DatabaseSync(file, { readOnly: true });
  const select = db.prepare(
    'SELECT i.iid, i.value, a.body FROM indicator i LEFT JOIN assertion a ON a.iid = i.iid WHERE i.key = ?',
  );
  const read = (keys: readonly string[] = []): void => {
    for (const key of keys) select.all(key);
  };
  const knownRows = await median((run) => read(lists[run]?.known));
  const unknownRows = await median((run) => read(lists[run]?.unknown));
  db.close();
  assessor.close();
  const row = (what: string, own: number, peer: number): Row => ({
    what: `lookup of ${formatCount(count)} ${what} indicators`,
    figure: formatMillis(own),
    peer: `SELECT of each row by key: ${formatMillis(peer)}; goal: under 1 s`,
    ratio: formatRatio(own, peer),
  });
  return [row('known', known, knownRows), row('unknown', unknown, unknownRows)];
}

export const bench: Bench = {
  title: 'Tools for AI assistants',
  how: `The tool \`lookup\` from its input to its answer, with a store of ${formatCount(storeSize)} indicators: parsing, reading, assessing, sorting, and writing as many results as an answer of 2,000 tokens may contain. Medians of ${runs} calls, each about other indicators. The peer reads the rows of the same indicators and what sources state about them with a prepared \`node:sqlite\` statement.`,
  run: () => withTempFolder(measure),
};
