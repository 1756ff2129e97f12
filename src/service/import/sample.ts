import { readFile, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import { parseIndicator } from '../../core/indicators';
import { emptyRecord, type IndicatorRecord, type Properties, type Timestamps } from '../../core/records/record';
import { riskLevels } from '../../core/records/risk';
import type { Statement } from '../../core/records/statement';
import type { ImportResult } from '../../core/store/protocol/protocol';
import type { Store } from '../../core/store/store';
import { ImportCounter, noCounts } from './importCounter';
import { type ImportStore, toImportStore } from './importStore';
import type { ImportOptions } from './index';

/** The source name of sample data. */
const sampleName = 'Sample data';

const dayMillis = 86_400_000;
const batchSize = 100;

/** Ages in days before loading, so that sample data never looks old. */
const age = z.number().check(z.nonnegative());
const risk = z.enum(riskLevels);
const ages = z.object({
  added: z.optional(age),
  updated: z.optional(age),
  seen: z.optional(age),
  probed: z.optional(age),
  retired: z.optional(age),
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
  /** Reasons and other texts are referenced by index, see `media/sample-data.json`. */
  reasons: z.array(z.object({ description: z.string(), risk })),
  indicators: z.array(
    z.object({
      value: z.string(),
      risk,
      recommended: z.optional(risk),
      manual: z.optional(z.boolean()),
      retired: z.optional(z.string()),
      ages,
      submissions: z.optional(z.number()),
      toplist: z.optional(z.object({ rank: z.number(), domain: z.string() })),
      reasons: z._default(z.array(z.number()), []),
      from: z._default(z.array(z.string()), []),
      to: z._default(z.array(z.string()), []),
      threats: z._default(z.array(z.tuple([z.number(), age])), []),
      feeds: z._default(z.array(z.tuple([z.number(), age])), []),
      comments: z._default(
        z.array(z.object({ username: z.string(), title: z.string(), text: z.string(), added: age })),
        [],
      ),
      attributes: z._default(z.record(z.string(), z.array(z.array(z.string()))), {}),
      properties: z._default(z.record(z.string(), z.record(z.string(), z.array(z.string()))), {}),
      /** Results of earlier scans with their age in days, the oldest first. */
      earlier: z._default(z.array(z.tuple([age, z.record(z.string(), z.record(z.string(), z.array(z.string())))])), []),
    }),
  ),
});

type SampleFile = z.infer<typeof sampleFile>;
type SampleIndicator = SampleFile['indicators'][number];

function timestampsAt(given: z.infer<typeof ages>, now: number): Timestamps {
  return Object.fromEntries(
    Object.entries(given).map(([name, days]) => [name, Math.round((now - days * dayMillis) / 1_000) * 1_000]),
  );
}

/** `{12d}` is the date 12 days ago, `{-12d}` the date in 12 days. */
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

function recordOf(file: SampleFile, entry: SampleIndicator, now: number): IndicatorRecord | undefined {
  const indicator = parseIndicator(entry.value);
  if (indicator === undefined) return undefined;
  const at = (days: number): number => timestampsAt({ seen: days }, now).seen ?? now;
  return {
    ...emptyRecord(indicator.value, indicator.type),
    risk: entry.risk,
    riskRecommended: entry.recommended ?? entry.risk,
    manualRisk: entry.manual === true,
    retired: entry.retired !== undefined,
    ...(entry.retired === undefined || entry.retired === '' ? {} : { retiredReason: entry.retired }),
    timestamps: timestampsAt(entry.ages, now),
    ...(entry.submissions === undefined ? {} : { submissions: entry.submissions }),
    ...(entry.toplist === undefined ? {} : { toplist: entry.toplist }),
    riskFactors: entry.reasons.flatMap((n) => file.reasons[n] ?? []),
    redirects: { from: entry.from.map((value) => ({ value })), to: entry.to.map((value) => ({ value })) },
    threats: entry.threats.flatMap(([n, days]) => {
      const threat = file.threats[n];
      return threat === undefined
        ? []
        : [{ name: threat.name, category: threat.category, risk: threat.risk, linked: at(days) }];
    }),
    feeds: entry.feeds.flatMap(([n, days]) => {
      const feed = file.feeds[n];
      if (feed === undefined) return [];
      const { name, category, organization, pricing } = feed;
      return [{ name, category, organization, pricing, linked: at(days) }];
    }),
    comments: entry.comments.map(({ added, ...comment }) => ({ ...comment, added: at(added) })),
    attributes: entry.attributes,
    properties: datedProperties(entry.properties, now),
  };
}

/** The record, and the results of its scans over time; the last scan found the current values. */
function statementsOf({ earlier }: SampleIndicator, record: IndicatorRecord, now: number): readonly Statement[] {
  const { type, value, properties } = record;
  const scans = earlier.map(([days, found]): Statement => {
    const at = timestampsAt({ probed: days }, now).probed ?? now;
    return { kind: 'earlier', indicator: { type, value }, at, properties: datedProperties(found, now) };
  });
  const last: readonly Statement[] =
    scans.length === 0
      ? []
      : [{ kind: 'earlier', indicator: { type, value }, at: record.timestamps.probed ?? now, properties }];
  return [{ kind: 'indicator', record }, ...scans, ...last];
}

/** Larger files aren't sample data. */
const maxSampleBytes = 4 * 1024 * 1024;

/** Whether a file has the format of `media/sample-data.json`. Never rejects. */
export async function isSample(path: string): Promise<boolean> {
  try {
    const status = await stat(path);
    // Reading a pipe would consume its content.
    if (!status.isFile() || status.size > maxSampleBytes) return false;
    return sampleFile.safeParse(JSON.parse(await readFile(path, 'utf8'))).success;
  } catch {
    return false;
  }
}

/**
 * Loads the fictitious indicators of `media/sample-data.json` as a source of their own, with ages relative to now.
 * Loading again updates them. Rejects with a StoreError; the result reports an invalid file.
 */
export async function loadSample(
  store: Store | ImportStore,
  path: string,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { signal, now = Date.now } = options;
  const counter = new ImportCounter();
  let file: SampleFile;
  try {
    file = sampleFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const failure = { kind: 'invalidSample', detail: error instanceof Error ? error.message : String(error) } as const;
    return counter.result(sampleName, 'list', noCounts, failure, false);
  }
  const run = await toImportStore(store, signal).beginImport({ kind: 'sample', name: sampleName });
  await run.take([
    ...file.threats.map((threat): Statement => ({ kind: 'threat', ...threat })),
    ...file.feeds.map((feed): Statement => ({ kind: 'feed', ...feed })),
  ]);
  const all = file.indicators;
  for (let at = 0; at < all.length && signal?.aborted !== true; at += batchSize) {
    const batch = all.slice(at, at + batchSize).map((entry) => ({ entry, record: recordOf(file, entry, now()) }));
    await run.take(
      batch.flatMap(({ entry, record }) => (record === undefined ? [] : statementsOf(entry, record, now()))),
    );
    const none = batch.filter(({ record }) => record === undefined);
    counter.skip(none.map(({ entry }) => ({ reason: { kind: 'noIndicator' }, example: entry.value })));
    counter.objects += batch.length;
    options.onProgress?.({ bytes: counter.objects, totalBytes: all.length, taken: counter.objects });
    await setImmediate();
  }
  const { counts } = await run.finish();
  return counter.result(sampleName, 'list', counts, undefined, signal?.aborted !== true);
}
