import { version } from '../../../../package.json';
import { defang, findIndicators } from '../../../core/indicators';
import { defangText } from '../../../core/indicators/identity/defangText';
import type { BlockForm } from '../../../core/export/blocking';
import type { Triaged } from '../../../core/triage/assess';
import {
  triageCredits,
  triageCsv,
  type TriageFormatters,
  triageMarkdown,
  triageObject,
} from '../../../core/triage/triageExport';
import { countSkippedInStix, triageStix } from '../../../core/triage/triageStix';
import type { TimelineUnit } from '../../../core/triage/timeline';
import type { CliIo } from '../command';
import type { TriageFormat } from '../manual/readingCommands';
import { annotations } from './annotations';
import { type FileLocation, fileLabel } from './findings';
import { sarifReport } from './sarif';
import { printTable, type ShownRisks } from './table';
import { printJsonDocument } from '../jsonRows';
import { creditsField } from '../../../core/records/labels/credit';

/** Files that were read, as given on the command line, and their problems. */
export interface TriageRead extends ShownRisks {
  readonly files: readonly string[];
  /** The texts that locations refer to by index. */
  readonly filesRead: readonly FileLocation[];
  readonly problems: readonly string[];
  /** See {@link TriageFormatters.timelineUnit}. */
  readonly timelineUnit: TimelineUnit | undefined;
}

/** Prints the rows of a triage in a format; reports what the format skips on standard error. */
export async function printTriage(
  rows: readonly Triaged[],
  format: Exclude<TriageFormat, BlockForm>,
  { files, filesRead, problems, timelineUnit, lowest, total }: TriageRead,
  io: CliIo,
): Promise<void> {
  const fileOf = (file: number): string => fileLabel(filesRead[file] ?? { file: '' });
  const hosts = {
    folder: process.cwd(),
    fileOf: (file: number): string => filesRead[file]?.file ?? '',
    entryOf: (file: number): string | undefined => filesRead[file]?.entry,
  };
  const formatters: TriageFormatters = {
    defang,
    defangText: (text) => defangText(text, { findIndicators, defang }),
    fileOf,
    timelineUnit,
  };
  switch (format) {
    case 'table':
      if (total === 0 && problems.length > 0)
        return io.line([{ text: 'No indicators found in what could be read', style: 'dim' }]);
      return printTable(rows, { lowest, total }, formatters, io);
    case 'jsonl':
      for (const object of objectsOf(rows, formatters)) {
        if (io.signal.aborted) return;
        await io.json(object);
      }
      return;
    case 'json':
      return printJsonDocument(
        objectsOf(rows, formatters),
        { isComplete: problems.length === 0, head: creditsField(triageCredits(rows)) },
        io,
      );
    case 'csv':
      return io.document(triageCsv(rows, formatters), 'csv');
    case 'markdown': {
      const named = files.join(', ');
      const title = lowest === undefined ? named : `${named} (at least ${lowest} risk)`;
      return io.document(triageMarkdown(title, rows, formatters, Date.now()), 'markdown');
    }
    case 'stix': {
      const { reserved, ignored } = countSkippedInStix(rows);
      if (reserved + ignored > 0)
        io.err(`Skipped in STIX: ${reserved} internal or reserved and ${ignored} ignored indicators.`);
      return io.document(triageStix(rows, Date.now(), 'stix', formatters), 'json');
    }
    case 'sarif': {
      const report = sarifReport(rows, { version, problems, timelineUnit, ...hosts });
      if (report.skippedLines > 0) io.err(`Skipped in SARIF: ${report.skippedLines} lines.`);
      return io.document(report.text, 'json');
    }
    case 'github':
      return rows.length === 0 ? undefined : io.document(annotations(rows, hosts), 'text');
  }
}

/** Rows as objects of JSON, each made when it is printed. */
function* objectsOf(rows: readonly Triaged[], formatters: TriageFormatters): Generator<object> {
  for (const row of rows) yield triageObject(row, formatters);
}
