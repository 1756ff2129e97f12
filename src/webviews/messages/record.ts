import * as z from 'zod/mini';
import { action, button, notice, waiting } from './notices';
import { indicator, pieces, risk, subject } from './parts';
import { comparison, linkRow, exactTerm, record, row } from './recordParts';

/** The panel state across reloads: its subject and history (nearest first). */
export const recordPanelState = z.object({
  subject,
  back: z.array(subject).check(z.maxLength(50)),
  forward: z.array(subject).check(z.maxLength(50)),
});

const panel = z.object({
  state: recordPanelState,
  /** Identifies the page in its panel, also when back or forward return to it. */
  visit: z.number(),
  /** The indicator defanged, or the name of the threat or feed. */
  value: z.string(),
  /** “Domain”, “IP address”, “URL”, “Threat”, “Feed”. */
  type: z.string(),
  /** The titles of the previous and next page, if any. */
  back: z.optional(z.string()),
  forward: z.optional(z.string()),
  /** Next to the copy buttons, in this order. */
  buttons: z.array(button),
  loading: z.optional(waiting),
  notices: z.array(notice),
  /** One per source, the leading one first. */
  records: z.array(record),
});

/** The start of the record's JSON export, whether there is more, and whether invisible characters are named. */
const raw = z.object({ text: z.string(), isTruncated: z.boolean(), isSpelled: z.boolean() });

const recordId = z.string().check(z.maxLength(500));
const listId = z.string().check(z.maxLength(500));
const from = z.number().check(z.int(), z.gte(0));

/** Host to panel. */
export const toRecordPanel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('show'), panel }),
  /** Rows of a section, starting at `from`; the panel requests more until it has `total`. */
  z.object({ kind: z.literal('rows'), record: recordId, section: listId, from, rows: z.array(row) }),
  /** One page of linked indicators, appended to the list; `status`: “15,000 of 40,211 loaded.” */
  z.object({
    kind: z.literal('links'),
    record: recordId,
    list: listId,
    page: from,
    rows: z.array(linkRow),
    status: z.string(),
    more: z.optional(z.object({ page: from, label: z.string() })),
    error: z.optional(notice),
  }),
  z.object({
    kind: z.literal('compared'),
    record: recordId,
    comparison: z.optional(comparison),
    error: z.optional(notice),
  }),
  z.object({ kind: z.literal('raw'), record: recordId, raw }),
  /** The image itself, never an address: the page may not load anything. */
  z.object({
    kind: z.literal('screenshot'),
    record: recordId,
    image: z.optional(z.object({ source: z.string().check(z.regex(/^data:image\/(png|jpeg|webp|gif);base64,/)) })),
    error: z.optional(notice),
  }),
  /** What is known locally about the indicator under the pointer. */
  z.object({
    kind: z.literal('described'),
    indicator,
    risk: z.optional(risk),
    lines: z.array(pieces),
  }),
]);

/** Panel to host. */
export const fromRecordPanel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('act'), action }),
  z.object({ kind: z.literal('go'), where: z.enum(['back', 'forward']) }),
  z.object({ kind: z.literal('open'), subject, beside: z.boolean() }),
  /** Copies the subject: the indicator in one of its forms, or the name. */
  z.object({ kind: z.literal('copy'), what: z.enum(['value', 'defanged']) }),
  z.object({ kind: z.literal('raw'), record: recordId }),
  z.object({ kind: z.literal('copyRaw'), record: recordId }),
  /** Text that the panel composed; `what` is its name: “3 rows”, “Registration”. */
  z.object({
    kind: z.literal('copyText'),
    text: z.string().check(z.maxLength(50_000_000)),
    what: z.string().check(z.maxLength(200)),
  }),
  z.object({ kind: z.literal('rows'), record: recordId, section: listId, from }),
  /** `reload`: discards the loaded links and requests them again. */
  z.object({ kind: z.literal('links'), record: recordId, list: listId, page: from, reload: z.optional(z.boolean()) }),
  z.object({ kind: z.literal('compare'), record: recordId }),
  z.object({ kind: z.literal('loadScreenshot'), record: recordId }),
  /** Opens the web page that the source names in the browser, after a question. */
  z.object({ kind: z.literal('openPage'), record: recordId }),
  /** Cancels such a request. */
  z.object({ kind: z.literal('cancel'), record: recordId, part: z.enum(['links', 'compare', 'loadScreenshot']) }),
  z.object({ kind: z.literal('describe'), indicator }),
  /** Opens a query with this term; sends nothing. */
  z.object({ kind: z.literal('findOthers'), term: exactTerm }),
]);

export type PanelView = z.infer<typeof panel>;
export type { ButtonView, NoticeView, PanelAction, WaitingView } from './notices';
export type RecordPanelState = z.infer<typeof recordPanelState>;
export type RawView = z.infer<typeof raw>;
export type ToRecordPanel = z.infer<typeof toRecordPanel>;
export type FromRecordPanel = z.infer<typeof fromRecordPanel>;
export type Answer<K extends ToRecordPanel['kind']> = Extract<ToRecordPanel, { kind: K }>;
