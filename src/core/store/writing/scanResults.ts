import { lookupKey, parseIndicator } from '../../indicators';
import type { Indicator } from '../../indicators/identity/types';
import {
  type Attributes,
  emptyRecord,
  type IndicatorRecord,
  type Properties,
  type UtcMillis,
} from '../../records/record';
import type { ScanFacts } from '../../records/scan';
import { remerge, writeAssertion } from './assertions';
import { recordFoundValues } from '../statements/foundValues';
import { getStatements, type Subject, subjectByKey } from '../statements/statements';
import { localRecord } from '../statements/records';
import { evidenceFor, saveLearnedFacts, getLearnedFacts, scored } from './rescore';
import type { QueuedScan } from '../activity/scanQueue';
import { openSource } from './sources';
import type { Connection } from '../sqlite/sqlite';

/** The results of a scan. */
export interface ScanResult {
  readonly properties: Properties;
  readonly attributes: Attributes;
  readonly redirects: readonly string[];
  readonly facts: ScanFacts;
  /** External sources were queried. */
  readonly looked: boolean;
  /** The host itself was contacted. */
  readonly probed: boolean;
}

/** The result of a scan that queried nothing. */
export const emptyScanResult: ScanResult = {
  properties: {},
  attributes: {},
  redirects: [],
  facts: {},
  looked: false,
  probed: false,
};

const scanSource = { kind: 'scan', name: 'Local scans' } as const;

/** The scan's assertion from now on: new groups replace older ones, others stay. */
function refreshed(earlier: IndicatorRecord, scan: QueuedScan, found: ScanResult, now: UtcMillis): IndicatorRecord {
  return {
    ...earlier,
    properties: { ...earlier.properties, ...found.properties },
    attributes: { ...earlier.attributes, ...found.attributes },
    redirects: {
      from: earlier.redirects.from,
      to: found.probed ? found.redirects.map((value) => ({ value })) : earlier.redirects.to,
    },
    timestamps: {
      ...earlier.timestamps,
      updated: now,
      ...(scan.store ? { seen: now } : {}),
      ...(found.probed ? { probed: now } : {}),
    },
    ...(scan.store ? { submissions: (earlier.submissions ?? 0) + 1 } : {}),
  };
}

function earlierOf(connection: Connection, subject: Subject | undefined, { value, type }: Indicator): IndicatorRecord {
  const statements = subject === undefined ? [] : getStatements(connection, subject, false);
  return statements.find(({ source }) => source.kind === 'scan')?.record ?? emptyRecord(value, type);
}

/**
 * Redirect targets become records of their own if the scan may store them; existing ones get the origin of the
 * redirect.
 */
function writeTargets(connection: Connection, scan: QueuedScan, found: ScanResult, now: UtcMillis): void {
  for (const value of found.redirects) {
    const target = parseIndicator(value);
    if (target === undefined || lookupKey(target) === lookupKey(scan.indicator)) continue;
    const present = subjectByKey(connection, lookupKey(target));
    if (present === undefined && !scan.store) continue;
    const earlier = earlierOf(connection, present, present ?? target);
    const from = { value: scan.indicator.value };
    if (earlier.redirects.from.some((end) => end.value === from.value)) continue;
    const record = { ...earlier, redirects: { ...earlier.redirects, from: [...earlier.redirects.from, from] } };
    const learned = present === undefined ? undefined : getLearnedFacts(connection, present.iid);
    writeScanned(connection, record, {
      asOf: learned?.asOf ?? now,
      looked: learned?.looked ?? false,
      facts: learned?.facts ?? {},
      stored: scan.store || learned?.stored === true,
    });
  }
}

/** Writes the scan's assertion with the learned facts, and scores it. */
function writeScanned(
  connection: Connection,
  record: IndicatorRecord,
  learned: Parameters<typeof saveLearnedFacts>[2],
): Subject {
  const key = lookupKey(record);
  writeAssertion(connection, openSource(connection, scanSource), { record });
  const subject = subjectByKey(connection, key);
  if (subject === undefined) throw new Error(`An indicator was lost while it was written: ${key}`);
  saveLearnedFacts(connection, subject.iid, learned);
  remerge(connection, subject);
  return subject;
}

/**
 * Writes the results of a scan. Returns the stored record if the indicator is in the store or is submitted (`submit` 1,
 * which increments `submissions`); otherwise a record that isn't stored. Call it inside a transaction.
 */
export function writeScanResult(
  connection: Connection,
  scan: QueuedScan,
  found: ScanResult,
  now: UtcMillis,
): IndicatorRecord {
  const present = subjectByKey(connection, lookupKey(scan.indicator));
  const record = refreshed(earlierOf(connection, present, present ?? scan.indicator), scan, found, now);
  const { qid } = scan;
  if (present === undefined && !scan.store) {
    const learned = { asOf: now, looked: found.looked, facts: found.facts };
    return { ...scored(record, evidenceFor(connection, record, [], learned)), qid };
  }
  const earlier = present === undefined ? undefined : getLearnedFacts(connection, present.iid);
  writeTargets(connection, scan, found, now);
  const subject = writeScanned(connection, record, {
    asOf: now,
    looked: found.looked || earlier?.looked === true,
    stored: scan.store || earlier?.stored === true,
    facts: { ...earlier?.facts, ...found.facts },
  });
  recordFoundValues(connection, subject.iid, found.properties, now);
  return { ...(localRecord(connection, subject) ?? record), qid };
}
