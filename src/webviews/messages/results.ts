import * as z from 'zod/mini';
import { maxNamed } from './maxNamed';
import { risk, riskIcon, subject, time } from './parts';

/** What a button of the panel asks the host to do with the query that is shown. */
export const resultsAction = z.enum([
  'cancel',
  'runAgain',
  'runLocally',
  'runOnService',
  /** Although the service has said that nothing is left. */
  'runAnyway',
  /** With the limit in the message. */
  'runWithLimit',
  'promptForLimit',
  'showQuery',
  /** Its page in the web interface of the service, in the browser. */
  'openQueryPage',
  'broadenQuery',
  'export',
  /** Copies rows for a ticket. */
  'copyTicket',
  /** Asks which field of a file has the client of its lines. */
  'clientField',
  /** Also counts the lists among the files of a triage. */
  'countLists',
  /** Closes what became risky since a triage. */
  'dismiss',
  'save',
  'changeMode',
  'connect',
  'setKey',
  'editIgnoreList',
  'showDetails',
  'showSent',
  'loadSample',
  /** Asks the service about all that nobody here knows, after a question. */
  'lookUpRows',
  /** Deletes what the panel shows, after a question. */
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
  /** Shown with the details, since it says nothing that needs an action. */
  isDetail: z.optional(z.boolean()),
});

/** One thing found. `risk` is the place of its level in the view's `risks`; texts are made visible and defanged by the host. */
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
  /** What the hover of a cell says, by column; default: its text. */
  hovers: z.optional(z.record(z.string(), z.string())),
  /** The most frequent client of its lines, and the filter that shows everything of it. */
  client: z.optional(z.object({ name: z.string(), filter: z.string() })),
  /** Columns whose values the service redacted. */
  redacted: z.optional(z.array(z.string())),
  /** True where its source names a web page for it. */
  page: z.optional(z.boolean()),
  /** What its name is listed for: offsets of the name, from and to. */
  marks: z.optional(z.readonly(z.array(z.readonly(z.tuple([z.number(), z.number()]))))),
  /** When it occurs: index of a bin of the view's timeline, count, index, count …. */
  bins: z.optional(z.array(z.number())),
});

const resultColumn = z.object({
  id: z.string(),
  title: z.string(),
  /** What a cell contains. */
  kind: z.enum(['risk', 'name', 'timestamp', 'utc', 'text', 'number', 'place', 'client', 'timeline']),
  width: z.optional(z.number()),
  /** What it can shrink to so that more columns fit; default: it doesn't shrink. */
  minWidth: z.optional(z.number()),
  /** Shown until the user says otherwise. */
  shown: z.boolean(),
  /** Rows can be grouped by it, whether it is shown or not. */
  isGroup: z.optional(z.boolean()),
});

/** What counts rows beside their risk, and narrows them to those that have its tag; of a group of chips any, of each group one. */
const chip = z.object({
  id: z.string(),
  /** The label of its group. */
  group: z.string(),
  label: z.string(),
  title: z.string(),
});

/** The bins of the timeline of all rows, each by where it begins; the last label is where the last bin ends. */
const timeline = z.object({ title: z.string(), labels: z.array(z.string()).check(z.maxLength(200)) });

const order = z.object({ column: z.string(), descending: z.boolean() });

const view = z.object({
  /** Whose queries they are. */
  file: z.string(),
  /** Of the run that is shown. */
  id: z.string(),
  /** All runs of the panel; more than one where several queries were run at once. */
  runs: z.array(z.object({ id: z.string(), label: z.string() })),
  /** What the query is called, or how it begins. */
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
  /** What the filter can ask for everything of, such as `client`, each with some names. */
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
  /** What is under way, in a word; absent: a query runs. */
  work: z.optional(z.string()),
  /** How many, and whether that is all. */
  summary: z.string(),
  /** The same in parts, of which those with the tag of a chip filter by it. */
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
  /** Where it is, such as “a.log, line 12”; and as a number, to go there. */
  place: z.string(),
  file: z.number(),
  line: z.number(),
  column: z.number(),
  /** When it was written, or where it is if its log has no times. */
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
  /** What went to the clipboard, in words. */
  z.object({ kind: z.literal('copied'), text: z.string() }),
  /** Which rows the query with this number shows, see `ShownRows`. */
  z.object({
    kind: z.literal('shown'),
    id: z.string(),
    asked: z.number(),
    rows: z.readonly(z.array(z.number())),
    /** What identifies them when others are added above; default: their numbers. */
    keys: z.optional(z.array(z.string())),
    groups: z.optional(z.readonly(z.array(z.number()))),
    /** What identifies each group, and the lines of its rows together. */
    groupTexts: z.optional(z.readonly(z.array(z.string()))),
    groupLines: z.optional(z.readonly(z.array(z.number()))),
    /** Whether these are at most as many, by group. */
    areLinesRough: z.optional(z.readonly(z.array(z.boolean()))),
    /** How many different rows there are, whatever the number of groups that they are in. */
    count: z.number(),
    /** The columns by which rows can be grouped because some have a text there; absent as long as that isn't known. */
    groupable: z.optional(z.readonly(z.array(z.string()))),
    /** The columns that have no text in any row shown. */
    empty: z.readonly(z.array(z.string())),
    folded: z.number(),
    /** Whether filters leave rows out. */
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
  /** What commands of the palette and of menus are about from now on; `shown`: all rows that are shown. */
  z.object({ kind: z.literal('select'), rows: z.union([indexes, z.literal('shown')]) }),
  /** The row that has the focus: what commands are about where none is selected. */
  z.object({ kind: z.literal('focus'), row: index }),
  /** To the place that a row names. */
  z.object({ kind: z.literal('goTo'), row: index }),
  /** The first lines of a row. */
  z.object({ kind: z.literal('lines'), id, row: index }),
  /** To one of these lines. */
  z.object({ kind: z.literal('goToLine'), row: index, file: index, line: index, column: index }),
  /** All lines of a row, in “Find in Log”. */
  z.object({ kind: z.literal('findLines'), row: index }),
]);

/** What the panel keeps across reloads. */
export const resultsPanelState = z.object({
  /** Whose queries they are. */
  file: z.optional(z.string().check(z.maxLength(4_000))),
  runs: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(200)),
  current: z.string().check(z.maxLength(200)),
});

/** The user's view of the rows: what a panel keeps for itself while it is hidden, and across reloads. */
export interface SavedView {
  /** Of the run that it is about; columns are for all. */
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
