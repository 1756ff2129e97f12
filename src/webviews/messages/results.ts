import * as z from 'zod/mini';
import { maxNamed } from './maxNamed';
import { risk, riskIcon, subject, time } from './parts';

/** The action of a button for the query that is shown. */
export const resultsAction = z.enum([
  'cancel',
  'runAgain',
  'runLocally',
  'runOnService',
  /** Runs although the service has reported that the quota is used up. */
  'runAnyway',
  /** Runs with the limit in the message. */
  'runWithLimit',
  'promptForLimit',
  'showQuery',
  /** Opens the query's page in the web interface of the service, in the browser. */
  'openQueryPage',
  'broadenQuery',
  'export',
  /** Copies rows for a ticket. */
  'copyTicket',
  /** Asks which field of a file has the client of its lines. */
  'clientField',
  /** Also counts the lists among the files of a triage. */
  'countLists',
  /** Dismisses the indicators that became risky since a triage. */
  'dismiss',
  'save',
  'changeMode',
  'connect',
  'setKey',
  'editIgnoreList',
  'showDetails',
  'showSent',
  'loadSample',
  /** Looks up all indicators without local data on the service, after a confirmation. */
  'lookUpRows',
  /** Deletes the data that the panel shows, after a confirmation. */
  'clear',
  'sources',
  'columns',
  'import',
  /** Shows the indicators of the source that the report is about. */
  'indicators',
  /** Shows the rows as lines of a document. */
  'showLines',
]);

const limit = z.optional(z.number().check(z.int(), z.gte(1)));
/** As it is, so that no click opens it, or as a Markdown table. */
const copyForm = z.enum(['defanged', 'plain', 'markdown']);
const button = z.object({
  label: z.string(),
  action: resultsAction,
  limit,
  /** Other ways to copy rows, in a menu of the button. */
  copyForms: z.optional(z.readonly(z.array(copyForm))),
});
const notice = z.object({
  tone: z.enum(['info', 'warning']),
  icon: riskIcon,
  text: z.string(),
  actions: z.array(button),
  /** Shown with the details, since it needs no action. */
  isDetail: z.optional(z.boolean()),
});

/** A row. `risk` is an index of the view's `risks`; the host makes invisible characters visible and defangs texts. */
export const resultRow = z.object({
  name: z.string(),
  /** The record that the row opens. */
  open: z.optional(subject),
  risk: z.optional(z.number()),
  retired: z.boolean(),
  /** Times by column. */
  timestamps: z.record(z.string(), time),
  /** Text by column. */
  cells: z.record(z.string(), z.string()),
  /** Hovers of cells by column; default: the text of the cell. */
  hovers: z.optional(z.record(z.string(), z.string())),
  /** The most frequent client of its lines, and the filter that shows everything of it. */
  client: z.optional(z.object({ name: z.string(), filter: z.string() })),
  /** Columns whose values the service redacted. */
  redacted: z.optional(z.array(z.string())),
  /** True if its source names a web page for it. */
  page: z.optional(z.boolean()),
  /** The parts of the name that it is listed for, as offsets from and to. */
  marks: z.optional(z.readonly(z.array(z.readonly(z.tuple([z.number(), z.number()]))))),
  /** Its occurrences: index of a bin of the view's timeline, count, index, count …. */
  bins: z.optional(z.array(z.number())),
});

const resultColumn = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(['risk', 'name', 'timestamp', 'utc', 'text', 'number', 'location', 'client', 'timeline']),
  width: z.optional(z.number()),
  /** The width that it can shrink to, so that more columns fit; default: it doesn't shrink. */
  minWidth: z.optional(z.number()),
  /** Shown by default. */
  shown: z.boolean(),
  /** Rows can be grouped by it, whether it is shown or not. */
  isGroup: z.optional(z.boolean()),
});

/** A filter by tag that also counts rows. Rows must match any of the chosen chips in each group. */
const chip = z.object({
  id: z.string(),
  /** The label of its group. */
  group: z.string(),
  label: z.string(),
  title: z.string(),
});

/** The bins of the timeline of all rows, by their starts; the last label is the end of the last bin. */
const timeline = z.object({ title: z.string(), labels: z.array(z.string()).check(z.maxLength(200)) });

const order = z.object({ column: z.string(), descending: z.boolean() });

const view = z.object({
  /** The file with the queries, or the subject of a report. */
  file: z.string(),
  /** The ID of the run that is shown. */
  id: z.string(),
  /** All runs of the panel; more than one where several queries were run at once. */
  runs: z.array(z.object({ id: z.string(), label: z.string() })),
  /** The name of the query, or its beginning. */
  title: z.string(),
  /** Empty if there is none. */
  query: z.string(),
  columns: z.array(resultColumn),
  chips: z.optional(z.array(chip)),
  timeline: z.optional(timeline),
  /** The order of rows until the user sorts them; default: that of the table. */
  order: z.optional(order),
  /** The order that the table has as it is, if it is by a column. */
  natural: z.optional(order),
  /** Rows unfold into their lines. */
  hasLines: z.optional(z.boolean()),
  /** The terms of the filter, such as `client`, each with some of its names. */
  terms: z.optional(z.record(z.string(), z.readonly(z.array(z.string())))),
  /** How rows can be copied; default: in every form. */
  copyForms: z.optional(z.readonly(z.array(copyForm))),
  /** By level, from “unknown” to “critical”. */
  risks: z.array(risk),
  /** Where, when, how long; parts of the top line in their order. */
  facts: z.array(z.string()),
  /** Below the top line, each with its label: a text or a time. */
  details: z.optional(z.array(z.object({ label: z.string(), text: z.optional(z.string()), at: z.optional(time) }))),
  at: z.optional(time),
  /** Milliseconds that it has run so far; absent once it has ended. */
  running: z.optional(z.number()),
  /** The running task in a word; absent: a query runs. */
  work: z.optional(z.string()),
  /** The number of rows, and whether these are all. */
  summary: z.string(),
  /** The summary in parts; those with the tag of a chip filter by it. */
  summaryParts: z.optional(z.array(z.object({ text: z.string(), tag: z.optional(z.string()) }))),
  more: z.array(button),
  /** The requests sent, or where the rows are stored. */
  note: z.string(),
  notices: z.array(notice),
  buttons: z.array(button),
  /** The number of all rows, which the page asks for as it needs them. */
  count: z.number(),
  /** Changes whenever rows do, which the page then asks for again. */
  version: z.number(),
});

const level = z.number().check(z.int(), z.gte(-1), z.lte(20));
const id = z.string().check(z.maxLength(200));

/** Which rows to show, and in what order, see `RowQuery`. */
const query = z.object({
  filter: z.string().check(z.maxLength(10_000)),
  levels: z.readonly(z.array(level).check(z.maxLength(50))),
  tags: z.readonly(z.array(id).check(z.maxLength(500))),
  range: z.optional(z.object({ from: z.number(), to: z.number() })),
  order: z.optional(z.object({ column: id, descending: z.boolean() })),
  group: z.optional(id),
  unfolded: z.boolean(),
});

const counts = z.object({
  rows: z.number(),
  levels: z.readonly(z.array(z.readonly(z.tuple([z.number(), z.number()])))),
  tags: z.readonly(z.array(z.readonly(z.tuple([z.string(), z.number()])))),
  bins: z.readonly(z.array(z.number())),
});

/** A line that a row is about. */
const rowLine = z.object({
  /** Its location, such as “a.log, line 12”; the numbers below open it. */
  location: z.string(),
  file: z.number(),
  line: z.number(),
  column: z.number(),
  /** Its time, or its position if the log has no times. */
  label: z.string(),
  /** The name of its file, shortened; empty if all lines of the row are in one. */
  fileName: z.string(),
  client: z.string(),
  /** A part of it: before the indicator, the indicator, and after it. */
  before: z.string(),
  marked: z.string(),
  after: z.string(),
});

/** Rows by their numbers. */
const numberedRows = z.array(z.tuple([z.number(), resultRow]));

/** Host to panel. */
export const toResultsPanel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('show'), view }),
  /** How much of the answer has come, in words. */
  z.object({ kind: z.literal('read'), id: z.string(), text: z.string() }),
  /** Describes the copied content. */
  z.object({ kind: z.literal('copied'), text: z.string() }),
  /** Which rows the query with this number shows, see `ShownRows`. */
  z.object({
    kind: z.literal('shown'),
    id: z.string(),
    asked: z.number(),
    rows: z.readonly(z.array(z.number())),
    /** The keys that identify them when others are added above; default: their numbers. */
    keys: z.optional(z.array(z.string())),
    groups: z.optional(z.readonly(z.array(z.number()))),
    /** The texts that identify the groups, and the total lines of each group. */
    groupTexts: z.optional(z.readonly(z.array(z.string()))),
    groupLines: z.optional(z.readonly(z.array(z.number()))),
    /** Whether these are only maximums, by group. */
    areLinesRough: z.optional(z.readonly(z.array(z.boolean()))),
    /** The number of different rows, even if some are in several groups. */
    count: z.number(),
    /** The columns by which rows can be grouped because some have a text there; absent until that is known. */
    groupable: z.optional(z.readonly(z.array(z.string()))),
    /** The columns that have no text in any row shown. */
    empty: z.readonly(z.array(z.string())),
    folded: z.number(),
    /** Whether filters hide rows. */
    isNarrowed: z.boolean(),
    all: counts,
    matching: counts,
    bins: z.readonly(z.array(z.number())),
    /** The first of the rows. */
    first: numberedRows,
  }),
  z.object({ kind: z.literal('rows'), id: z.string(), rows: numberedRows }),
  /** The first lines of a row, and, in words, what isn't among them. */
  z.object({
    kind: z.literal('lines'),
    id: z.string(),
    row: z.number(),
    lines: z.array(rowLine),
    more: z.string(),
    /** Whether “Find in Log” shows the others. */
    canFind: z.boolean(),
  }),
]);

/** Rows that a page asks for at once. */
const maxWindow = 1_000;

const index = z.number().check(z.int(), z.gte(0));
const indexes = z.array(index).check(z.maxLength(maxNamed));

/** Panel to host. Rows are identified by their numbers. */
export const fromResultsPanel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('act'), action: resultsAction, limit }),
  z.object({ kind: z.literal('choose'), id }),
  z.object({ kind: z.literal('open'), subject, beside: z.boolean() }),
  z.object({ kind: z.literal('query'), id, asked: index, query }),
  /** Rows that come into view. */
  z.object({ kind: z.literal('rows'), id, rows: z.array(index).check(z.maxLength(maxWindow)) }),
  /** Rows in the order shown, default: all that are shown; and the ids of the columns shown. */
  z.object({
    kind: z.literal('copy'),
    form: copyForm,
    rows: z.optional(indexes),
    columns: z.optional(z.array(id).check(z.maxLength(200))),
  }),
  /** The new target of commands of the Command Palette and of menus; `shown`: all rows that are shown. */
  z.object({ kind: z.literal('select'), rows: z.union([indexes, z.literal('shown')]) }),
  /** The row that has the focus: the target of commands if none is selected. */
  z.object({ kind: z.literal('focus'), row: index }),
  /** Opens the location that a row names. */
  z.object({ kind: z.literal('goTo'), row: index }),
  /** Requests the first lines of a row. */
  z.object({ kind: z.literal('lines'), id, row: index }),
  /** Opens one of these lines. */
  z.object({ kind: z.literal('goToLine'), row: index, file: index, line: index, column: index }),
  /** Shows all lines of a row in “Find in Log”. */
  z.object({ kind: z.literal('findLines'), row: index }),
]);

/** State that the panel keeps across reloads. */
export const resultsPanelState = z.object({
  /** The file with the queries, or the subject of a report. */
  file: z.optional(z.string().check(z.maxLength(4_000))),
  runs: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(200)),
  current: z.string().check(z.maxLength(200)),
});

/** The user's view of the rows, which a panel keeps while it is hidden, and across reloads. */
export interface SavedView {
  /** The ID of its run; columns are for all runs. */
  readonly current: string;
  readonly filter: string;
  readonly levels: readonly number[];
  readonly tags?: readonly string[] | undefined;
  /** Rows are shown that are folded by default. */
  readonly unfolded?: boolean | undefined;
  /** The part of the timeline that rows must occur in. */
  readonly range?: BinRange | undefined;
  /** The bar with filters is open. */
  readonly filtersOpen?: boolean | undefined;
  readonly order?: z.infer<typeof order> | undefined;
  /** The column that rows are grouped by. */
  readonly group?: string | undefined;
  /** The groups of it that are folded. */
  readonly foldedGroups?: readonly string[] | undefined;
  readonly switched: Readonly<Record<string, boolean>>;
  readonly widths: Readonly<Record<string, number>>;
  readonly selected: readonly string[];
  /** How far the rows are scrolled, in pixels. */
  readonly top: number;
  /** The row with the focus. */
  readonly focused?: string | undefined;
}

export type CopyForm = z.infer<typeof copyForm>;
export type ResultsAction = z.infer<typeof resultsAction>;
export type ResultsButton = z.infer<typeof button>;
export type ResultsNotice = z.infer<typeof notice>;
export type RowQueryMessage = z.infer<typeof query>;
export type RowCountsMessage = z.infer<typeof counts>;
/** A range of bins, both included. */
export interface BinRange {
  readonly from: number;
  readonly to: number;
}

export type TimelineView = z.infer<typeof timeline>;
export type ResultChip = z.infer<typeof chip>;
export type RowLine = z.infer<typeof rowLine>;
export type ResultRow = z.infer<typeof resultRow>;
export type ResultColumn = z.infer<typeof resultColumn>;
export type ResultsView = z.infer<typeof view>;
export type ToResultsPanel = z.infer<typeof toResultsPanel>;
export type FromResultsPanel = z.infer<typeof fromResultsPanel>;
export type ResultsPanelState = z.infer<typeof resultsPanelState>;
