import { defang } from '../indicators';
import { parseRisk, worseFirst } from '../records/risk';
import { actualRisk, type Triaged } from '../triage/assess';
import type { ClientRows } from '../triage/byClient';
import { isoSeconds } from '../triage/observed';
import type { TimelineUnit } from '../triage/timeline';
import { triageObject } from '../triage/triageExport';
import { untrustedFile, untrustedIndicator, untrustedText, untrustedValue } from './untrusted';

const maxTexts = 4;
const maxReasonLength = 120;
const maxFileLength = 200;
const rowLimits = { items: 8, length: 160 };

const formatters = { defang, defangText: untrustedText, fileOf: () => '' };

const maxIndicators = 10;

/** Properties of a file that its rows refer to. */
export interface RowFile {
  /** The names of the files of an archive, by index. */
  readonly fileNames: readonly (string | undefined)[];
  readonly timelineUnit?: TimelineUnit | undefined;
}

/** An assessed indicator as one result, with its location in a file. Everything that others wrote is under `untrusted`. */
export function rowEntry(row: Triaged, file?: RowFile): object {
  const { type, status, risk, retired, lines, reasons, seen, ...more } = triageObject(row, {
    ...formatters,
    timelineUnit: file?.timelineUnit,
  });
  const { context: contexts = [], place } = more;
  const fileName = file === undefined ? undefined : fileOf(row, file.fileNames);
  return {
    risk,
    type,
    status,
    retired: retired || undefined,
    listedByMistake: row.isFalsePositive === true ? true : undefined,
    sampleData: more.sample,
    seen: seen ?? undefined,
    ...(file === undefined ? {} : observed(lines, more)),
    untrusted: {
      indicator: untrustedIndicator(more.value),
      file: fileName === undefined ? undefined : untrustedFile(fileName, maxFileLength),
      clients: texts(more.clientNames.map((client) => `${client.name} (${client.lines})`)),
      riskOfHost: indicatorIn(more.riskOf),
      parent: indicatorIn(more.parent),
      reasons: texts(reasons.map(({ description }) => description)),
      description: more.description === undefined ? undefined : untrustedText(more.description, maxReasonLength),
      sources: texts([...new Set(more.sources.map(({ name }) => name))]),
      threats: texts(more.threats),
      context: texts(contexts.map(({ category, label }) => `${category}: ${label}`)),
      place: place && untrustedValue({ ...place, sources: undefined }, rowLimits, () => undefined),
    },
  };
}

function indicatorIn(value: string | undefined) {
  return value === undefined ? undefined : untrustedIndicator(value);
}

type Observed = Pick<ReturnType<typeof triageObject>, 'first' | 'firstSeen' | 'lastSeen' | 'clients' | 'moreClients'>;

/** The first location in a file, the number of lines, their times, and the number of clients. */
function observed(
  lines: number,
  { first, firstSeen, lastSeen, clients, moreClients }: Omit<Observed, 'lines'>,
): object {
  return {
    ...(first === null ? {} : { lines, line: first.line, column: first.column }),
    firstSeen: firstSeen ?? undefined,
    lastSeen: lastSeen ?? undefined,
    clients: clients === 0 ? undefined : clients,
    moreClients,
  };
}

function fileOf({ locations }: Triaged, files: RowFile['fileNames']): string | undefined {
  return files[locations.at(0)?.file ?? 0];
}

/** A client of a file with its indicators as one result. */
export function clientEntry({ name, rows, first, last }: ClientRows): object {
  const risks = rows.flatMap(({ row }) => actualRisk(row) ?? []);
  return {
    risk: risks.toSorted(worseFirst)[0],
    indicators: rows.length,
    firstSeen: isoSeconds(first) ?? undefined,
    lastSeen: isoSeconds(last) ?? undefined,
    noClient: name === undefined ? true : undefined,
    untrusted: {
      client: name === undefined ? undefined : untrustedText(name, maxReasonLength),
      indicators: rows.slice(0, maxIndicators).map(({ row, lines }) => ({
        indicator: untrustedIndicator(row.indicator.value),
        risk: actualRisk(row),
        lines,
      })),
    },
  };
}

/** Whether a client has a name that an assistant got or typed, defanged or not. */
export function isClientNamed(given: string): (name: string) => boolean {
  const wanted = given.trim().toLowerCase();
  return (name) => name.toLowerCase() === wanted || untrustedText(name, maxReasonLength).toLowerCase() === wanted;
}

/** The first of some untrusted texts; undefined without any. */
function texts(all: readonly string[]): readonly string[] | undefined {
  return all.length === 0 ? undefined : all.slice(0, maxTexts).map((text) => untrustedText(text, maxReasonLength));
}

/** A row of a query as one result. */
export function queryEntry(row: unknown): object {
  const { risk, ...rest } = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>) : {};
  let skippedValues = 0;
  const untrusted = untrustedValue(rest, rowLimits, (count) => (skippedValues += count));
  return { risk: parseRisk(risk), skippedValues: skippedValues === 0 ? undefined : skippedValues, untrusted };
}
