import { readFile, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { parseIndicator } from '../../core/indicators';
import { emptyRecord, type IndicatorRecord, type Properties, type Timestamps } from '../../core/records/record';
import { riskLevels } from '../../core/records/risk';
import { type Said } from '../../core/records/said';
import { type ImportResult } from '../../core/store/protocol';
import { type Store } from '../../core/store/store';
import { ImportTally, noCounts } from './importTally';
import { type ImportOptions } from './index';

/** What the user sees as the source of sample data. */
export const sampleName = 'Sample data';

const dayMillis = 86_400_000;
const batchSize = 100;

/** Ages are in days before the moment of loading, so that sample data never look old. */
const age = z.number().nonnegative();
const risk = z.enum(riskLevels);
const ages = z.object({
  added: age.optional(),
  updated: age.optional(),
  seen: age.optional(),
  probed: age.optional(),
  retired: age.optional(),
});
const sampleFile = z.object({
  threats: z.array(
    z.object({ name: z.string(), category: z.string(), risk, details: z.record(z.string(), z.unknown()) }),
  ),
  feeds: z.array(
    z.object({
      name: z.string(),
      category: z.string(),
      organization: z.string(),
      pricing: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Reasons and further texts are told by number, see `media/sample-data.json`. */
  reasons: z.array(z.object({ description: z.string(), risk })),
  indicators: z.array(
    z.object({
      value: z.string(),
      risk,
      recommended: risk.optional(),
      manual: z.boolean().optional(),
      retired: z.string().optional(),
      ages,
      submissions: z.number().optional(),
      toplist: z.object({ rank: z.number(), domain: z.string() }).optional(),
      reasons: z.array(z.number()).default([]),
      from: z.array(z.string()).default([]),
      to: z.array(z.string()).default([]),
      threats: z.array(z.tuple([z.number(), age])).default([]),
      feeds: z.array(z.tuple([z.number(), age])).default([]),
      comments: z
        .array(z.object({ username: z.string(), title: z.string(), text: z.string(), added: age }))
        .default([]),
      attributes: z.record(z.string(), z.array(z.array(z.string()))).default({}),
      properties: z.record(z.string(), z.record(z.string(), z.array(z.string()))).default({}),
      /** What earlier scans found, each so many days ago, the oldest first. */
      earlier: z.array(z.tuple([age, z.record(z.string(), z.record(z.string(), z.array(z.string())))])).default([]),
    }),
  ),
});

type SampleFile = z.infer<typeof sampleFile>;
type SampleIndicator = SampleFile['indicators'][number];

function timestampsAt(given: z.infer<typeof ages>, now: number): Timestamps {
  return Object.fromEntries(
    Object.entries(given).map(([name, days]) => [name, Math.round((now - (days ?? 0) * dayMillis) / 1_000) * 1_000]),
  );
}

/** `{12d}` is the date 12 days before now, `{-12d}` the one 12 days after. */
function datedProperties(properties: Properties, now: number): Properties {
  const dated = (text: string): string =>
    text.replace(/\{(-?\d+)d\}/g, (_, days: string) => {
      const at = new Date(now - Number(days) * dayMillis);
      return at.toISOString().slice(0, 19).replace('T', ' ');
    });
  return Object.fromEntries(
    Object.entries(properties).map(([group, keys]) => [
      group,
      Object.fromEntries(Object.entries(keys).map(([key, values]) => [key, values.map(dated)])),
    ]),
  );
}

function recordOf(file: SampleFile, said: SampleIndicator, now: number): IndicatorRecord | undefined {
  const indicator = parseIndicator(said.value);
  if (indicator === undefined) return undefined;
  const at = (days: number): number => timestampsAt({ seen: days }, now).seen ?? now;
  return {
    ...emptyRecord(indicator.value, indicator.type),
    risk: said.risk,
    riskRecommended: said.recommended ?? said.risk,
    manualRisk: said.manual === true,
    retired: said.retired !== undefined,
    ...(said.retired === undefined || said.retired === '' ? {} : { retiredReason: said.retired }),
    timestamps: timestampsAt(said.ages, now),
    ...(said.submissions === undefined ? {} : { submissions: said.submissions }),
    ...(said.toplist === undefined ? {} : { toplist: said.toplist }),
    riskFactors: said.reasons.flatMap((n) => file.reasons[n] ?? []),
    redirects: { from: said.from.map((value) => ({ value })), to: said.to.map((value) => ({ value })) },
    threats: said.threats.flatMap(([n, days]) => {
      const threat = file.threats[n];
      return threat === undefined
        ? []
        : [{ name: threat.name, category: threat.category, risk: threat.risk, linked: at(days) }];
    }),
    feeds: said.feeds.flatMap(([n, days]) => {
      const feed = file.feeds[n];
      if (feed === undefined) return [];
      const { name, category, organization, pricing } = feed;
      return [{ name, category, organization, pricing, linked: at(days) }];
    }),
    comments: said.comments.map(({ added, ...comment }) => ({ ...comment, added: at(added) })),
    attributes: said.attributes,
    properties: datedProperties(said.properties, now),
  };
}

/** The record as it is, and what scans found in the course of time; the last of them found what it holds now. */
function saidOf({ earlier }: SampleIndicator, record: IndicatorRecord, now: number): readonly Said[] {
  const { type, value, properties } = record;
  const scans = earlier.map(([days, found]): Said => {
    const at = timestampsAt({ probed: days }, now).probed ?? now;
    return { kind: 'earlier', indicator: { type, value }, at, properties: datedProperties(found, now) };
  });
  const last: readonly Said[] =
    scans.length === 0
      ? []
      : [{ kind: 'earlier', indicator: { type, value }, at: record.timestamps.probed ?? now, properties }];
  return [{ kind: 'indicator', record }, ...scans, ...last];
}

/** Larger files are something else. */
const maxSampleBytes = 4 * 1024 * 1024;

/** Whether a file is made up as `media/sample-data.json` is. Never rejects: what can't be read is none. */
export async function isSample(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).size > maxSampleBytes) return false;
    return sampleFile.safeParse(JSON.parse(await readFile(path, 'utf8'))).success;
  } catch {
    return false;
  }
}

/**
 * Loads the made-up indicators of `media/sample-data.json` as a source of their own; ages become stamps before now.
 * Loading again renews them. Rejects with a StoreFault; a file that is not the sample is told in the account.
 */
export async function loadSample(store: Store, path: string, options: ImportOptions = {}): Promise<ImportResult> {
  const { signal, now = Date.now } = options;
  const tally = new ImportTally();
  let file: SampleFile;
  try {
    file = sampleFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const broke = `the sample data can't be read: ${error instanceof Error ? error.message : String(error)}`;
    return tally.result(sampleName, 'list', noCounts, broke, false);
  }
  const run = store.beginImport({ kind: 'sample', name: sampleName });
  run.take([
    ...file.threats.map((threat): Said => ({ kind: 'threat', ...threat })),
    ...file.feeds.map((feed): Said => ({ kind: 'feed', ...feed })),
  ]);
  const all = file.indicators;
  for (let at = 0; at < all.length && signal?.aborted !== true; at += batchSize) {
    const batch = all.slice(at, at + batchSize).map((said) => ({ said, record: recordOf(file, said, now()) }));
    run.take(batch.flatMap(({ said, record }) => (record === undefined ? [] : saidOf(said, record, now()))));
    const none = batch.filter(({ record }) => record === undefined);
    tally.skip(none.map(({ said }) => ({ reason: 'No domain, address or URL', example: said.value })));
    tally.objects += batch.length;
    options.onProgress?.({ bytes: tally.objects, totalBytes: all.length, taken: tally.objects });
    await setImmediate();
  }
  const { counts } = run.finish();
  return tally.result(sampleName, 'list', counts, undefined, signal?.aborted !== true);
}
