import { defang } from '../indicators';
import { parseRisk } from '../records/risk';
import { standingWords, type Triaged } from '../triage/assess';
import { triageObject } from '../triage/triageExport';
import { foreignFile, foreignIndicator, foreignText, foreignValue } from './foreign';

const maxTexts = 4;
const maxReasonLength = 120;
const maxFileLength = 200;
const rowLimits = { items: 8, length: 160 };

const formatters = { defang, defangText: foreignText, fileOf: () => '' };

/** What the rows of a file refer to: the names of the files of an archive, by index. */
export type RowFiles = readonly (string | undefined)[];

/** An assessed indicator as one result, with its location in a file. Everything that others wrote is under `untrusted`. */
export function rowEntry(row: Triaged, files?: RowFiles): object {
  const { type, standing, risk, retired, lines, first, reasons, seen, ...more } = triageObject(row, formatters);
  const { context: contexts = [], place } = more;
  const member = files === undefined ? undefined : fileOf(row, files);
  return {
    risk,
    type,
    status: standingWords[standing],
    retired: retired || undefined,
    listedByMistake: row.isNoise === true ? true : undefined,
    sampleData: more.sample,
    seen: seen ?? undefined,
    ...(files === undefined || first === null ? {} : { lines, line: first.line, column: first.column }),
    untrusted: {
      indicator: foreignIndicator(more.value),
      file: member === undefined ? undefined : foreignFile(member, maxFileLength),
      riskOfHost: indicatorIn(more.riskOf),
      parent: indicatorIn(more.parent),
      reasons: texts(reasons.map(({ description }) => description)),
      about: more.about === undefined ? undefined : foreignText(more.about, maxReasonLength),
      sources: texts(more.sources),
      threats: texts(more.threats),
      context: texts(contexts.map(({ category, label }) => `${category}: ${label}`)),
      place: place && foreignValue({ ...place, sources: undefined }, rowLimits, () => undefined),
    },
  };
}

function indicatorIn(value: string | undefined) {
  return value === undefined ? undefined : foreignIndicator(value);
}

function fileOf({ locations }: Triaged, files: RowFiles): string | undefined {
  return files[locations.at(0)?.file ?? 0];
}

/** The first of some foreign texts; undefined without any. */
function texts(all: readonly string[]): readonly string[] | undefined {
  return all.length === 0 ? undefined : all.slice(0, maxTexts).map((text) => foreignText(text, maxReasonLength));
}

/** A row of a query as one result. */
export function queryEntry(row: unknown): object {
  const { risk, ...rest } = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>) : {};
  let leftOut = 0;
  const untrusted = foreignValue(rest, rowLimits, (count) => (leftOut += count));
  return { risk: parseRisk(risk), valuesLeftOut: leftOut === 0 ? undefined : leftOut, untrusted };
}
