import { span } from '../../../core/export/markdownParts';
import type { UtcMillis } from '../../../core/records/record';
import { guardFormula } from '../../../core/export/csvCell';
import type { Subject } from '../../../core/records/subject';
import { formatUtc } from '../../../l10n';
import type {
  ResultColumn,
  ResultRow,
  ResultsButton,
  ResultsNotice,
  ResultsView,
} from '../../../webviews/messages/results';
import { visibleText } from '../../../core/text/visibleText';
import { uiText } from '../ui/text';

const maxSubjectLength = 4_000;

/** One row of a report. All texts are visible and defanged, except `plain`. */
export interface ReportRow {
  /** Identifies the row when the report is updated. */
  readonly key: string;
  readonly name: string;
  /** The original spelling, for “Copy”; default: the name. */
  readonly plain?: string;
  /** The record that the row opens. */
  readonly open?: Subject;
  /** The parts of the name that it is listed for, as offsets. */
  readonly marks?: ResultRow['marks'];
  /** Text by column. */
  readonly cells: Readonly<Record<string, string>>;
  /** Tooltips of cells with more details than their text, by column. */
  readonly hovers?: Readonly<Record<string, string>> | undefined;
  /** Times by column. */
  readonly timestamps?: Readonly<Record<string, UtcMillis>>;
}

/** A labeled text or time above the rows. */
export interface ReportDetail {
  readonly label: string;
  readonly text?: string;
  readonly at?: UtcMillis;
}

/** A table that isn't the result of a query: the request log, local data, or the result of an import or a sync. */
export interface Report {
  /** Another ID resets filter and selection. */
  readonly id: string;
  readonly title: string;
  /** States the number of entries, or that there are none. */
  readonly summary: string;
  /** The task that is running, in a word, and its duration so far in milliseconds. */
  readonly running?: { readonly work: string; readonly millis: number } | undefined;
  /** A hint on where the rows are stored, or how to use them. */
  readonly note?: string;
  readonly at?: UtcMillis;
  readonly details?: readonly ReportDetail[];
  readonly notices?: readonly ResultsNotice[];
  readonly buttons?: readonly ResultsButton[];
  /** Whether its texts come from other sources, so that they can also be copied defanged; default: true. */
  readonly isForeign?: boolean;
  readonly columns: readonly ResultColumn[];
  /** The order until the user sorts; default: that of the rows. */
  readonly order?: ResultsView['order'];
  readonly rows: readonly ReportRow[];
}

/** A notice above the rows, with its icon. */
export function reportNotice(
  tone: ResultsNotice['tone'],
  text: string,
  ...actions: readonly ResultsButton[]
): ResultsNotice {
  return { tone, icon: tone, text, actions: [...actions] };
}

/** A warning whose details are in the output channel. */
export function warningWithDetails(text: string): ResultsNotice {
  return reportNotice('warning', text, { label: uiText('Show Output'), action: 'showDetails' });
}

/** Returns the last report that could be loaded, if any, which may be out of date, with the error of the new one. */
export function failedReport(title: string, before: Report | undefined, message: string): Report {
  const { notices = [], ...report } = before ?? { id: 'failed', title, summary: '', columns: [], rows: [] };
  return { ...report, notices: [warningWithDetails(message), ...notices] };
}

/** The page's view of a report. `subject` identifies what it is about after a reload. */
export function reportView(report: Report, subject: string, version = 0): ResultsView {
  const { id, title, summary, note = '', at, details = [], notices = [], buttons = [], columns, order, rows } = report;
  const { isForeign = true, running } = report;
  return {
    // A subject too long for the state of a window isn't restored.
    file: subject.length <= maxSubjectLength ? subject : '',
    id,
    runs: [{ id, label: title }],
    title,
    query: '',
    columns: [...columns],
    risks: [],
    facts: [],
    order,
    at,
    copyForms: isForeign ? undefined : (['plain', 'markdown'] as const),
    details: details.map((detail) => ({ ...detail })),
    running: running?.millis,
    work: running?.work,
    summary,
    more: [],
    note,
    notices: [...notices],
    buttons: [...buttons],
    count: rows.length,
    version,
  };
}

/** The page's view of a row. */
export function reportRow({ name, open, marks, cells, hovers, timestamps = {} }: ReportRow): ResultRow {
  return { name, open, marks, retired: false, timestamps, cells, hovers };
}

/**
 * Rows as text for the clipboard: the columns shown as tab-separated lines below their titles, or a Markdown table of all
 * columns. Without `shown`, all columns are copied.
 */
export function reportText(
  { columns }: Pick<Report, 'columns'>,
  rows: readonly ReportRow[],
  form: 'defanged' | 'plain' | 'markdown',
  shown?: readonly string[],
): string {
  if (form !== 'markdown') {
    const copied = columns.filter(({ id }) => shown?.includes(id) ?? true);
    const lines = rows.map((row) => copied.map((column) => pastedCell(row, column, form)));
    return [copied.map(({ title }) => title), ...lines].map((cells) => cells.join('\t')).join('\n');
  }
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ title }) => title)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => markdownCell(row, column)))),
    '',
  ].join('\n');
}

/** A cell for a spreadsheet: without tabs, line breaks, hidden characters, and formulas. */
function pastedCell(
  { name, plain = name, cells, timestamps }: ReportRow,
  { id, kind }: ResultColumn,
  form: 'defanged' | 'plain',
): string {
  const at = timestamps?.[id];
  if (at !== undefined) return formatUtc(at);
  return guardFormula(visibleText(kind !== 'name' ? (cells[id] ?? '') : form === 'plain' ? plain : name));
}

function markdownCell({ name, cells, timestamps }: ReportRow, { id, kind }: ResultColumn): string {
  const at = timestamps?.[id];
  if (at !== undefined) return formatUtc(at);
  const text = kind === 'name' ? name : (cells[id] ?? '');
  return kind === 'number' ? text : span(text).replaceAll('|', '\\|');
}
