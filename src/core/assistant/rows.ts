import { defang } from '../indicators';
import { parseRisk } from '../records/risk';
import { standingWords, type Triaged } from '../triage/assess';
import { triageObject } from '../triage/triageExport';
import { foreignFile, foreignIndicator, foreignText, foreignValue } from './foreign';

const maxReasons = 4;
const maxNames = 4;
const maxReasonLength = 120;
const maxFileLength = 200;
const rowLimits = { items: 8, length: 160 };

const formatters = { defang, defangText: foreignText, fileOf: () => '' };

/** What the rows of a file refer to: the names of the files of an archive, by index. */
export type RowFiles = readonly (string | undefined)[];

/** An assessed indicator as one result, with its location in a file. Everything that others wrote is under `untrusted`. */
export function rowEntry(row: Triaged, files?: RowFiles): object {
  const { type, standing, risk, retired, occurrences, first, reasons, seen, ...more } = triageObject(row, formatters);
  const member = files?.[row.locations.at(0)?.file ?? 0];
  const names = (texts: readonly string[]): object =>
    texts.slice(0, maxNames).map((text) => foreignText(text, maxReasonLength));
  return {
    risk,
    type,
    status: standingWords[standing],
    retired: retired || undefined,
    listedByMistake: row.isNoise === true ? true : undefined,
    sampleData: more.sample === true ? true : undefined,
    seen: seen === null ? undefined : seen,
    ...(files === undefined || first === null ? {} : { occurrences, line: first.line, column: first.column }),
    untrusted: {
      indicator: foreignIndicator(more.value),
      file: member === undefined ? undefined : foreignFile(member, maxFileLength),
      riskOfHost: more.riskOf === undefined ? undefined : foreignIndicator(more.riskOf),
      reasons: reasons.length === 0 ? undefined : names(reasons.slice(0, maxReasons).map((each) => each.description)),
      about: more.about === undefined ? undefined : foreignText(more.about, maxReasonLength),
      sources: more.sources.length === 0 ? undefined : names(more.sources),
      threats: more.threats.length === 0 ? undefined : names(more.threats),
      context:
        more.context === undefined
          ? undefined
          : names(more.context.map(({ category, label }) => `${category}: ${label}`)),
      place:
        more.place === undefined
          ? undefined
          : foreignValue({ ...more.place, sources: undefined }, rowLimits, () => undefined),
    },
  };
}

/** A row of a query as one result. */
export function queryEntry(row: unknown): object {
  const { risk, ...rest } = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>) : {};
  let leftOut = 0;
  const untrusted = foreignValue(rest, rowLimits, (count) => (leftOut += count));
  return { risk: parseRisk(risk), valuesLeftOut: leftOut === 0 ? undefined : leftOut, untrusted };
}
