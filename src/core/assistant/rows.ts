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
    ...(retired ? { retired } : {}),
    ...(row.isNoise === true ? { listedByMistake: true } : {}),
    ...(more.sample === true ? { sampleData: true } : {}),
    ...(seen === null ? {} : { seen }),
    ...(files === undefined || first === null ? {} : { occurrences, line: first.line, column: first.column }),
    untrusted: {
      indicator: foreignIndicator(more.value),
      ...(member === undefined ? {} : { file: foreignFile(member, maxFileLength) }),
      ...(more.riskOf === undefined ? {} : { riskOfHost: foreignIndicator(more.riskOf) }),
      ...(reasons.length === 0 ? {} : { reasons: names(reasons.slice(0, maxReasons).map((each) => each.description)) }),
      ...(more.about === undefined ? {} : { about: foreignText(more.about, maxReasonLength) }),
      ...(more.sources.length === 0 ? {} : { sources: names(more.sources) }),
      ...(more.threats.length === 0 ? {} : { threats: names(more.threats) }),
      ...(more.context === undefined
        ? {}
        : { context: names(more.context.map(({ category, label }) => `${category}: ${label}`)) }),
      ...(more.place === undefined
        ? {}
        : { place: foreignValue({ ...more.place, sources: undefined }, rowLimits, () => undefined) }),
    },
  };
}

/** A row of a query as one result. */
export function queryEntry(row: unknown): object {
  const { risk, ...rest } = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>) : {};
  let leftOut = 0;
  const untrusted = foreignValue(rest, rowLimits, (count) => (leftOut += count));
  return { risk: parseRisk(risk), ...(leftOut === 0 ? {} : { valuesLeftOut: leftOut }), untrusted };
}
