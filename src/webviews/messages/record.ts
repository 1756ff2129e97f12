import * as z from 'zod/mini';
import { action, button, notice, waiting } from './notices';
import { indicator, pieces, risk, subject } from './parts';
import { comparison, linkRow, exactTerm, record, row } from './recordParts';

/** What the panel keeps across reloads: what it shows, and what “back” and “forward” would show (nearest first). */
export const recordPanelState = z.object({
  subject,
  back: z.array(subject).check(z.maxLength(50)),
  forward: z.array(subject).check(z.maxLength(50)),
});

const panel = z.object({
  state: recordPanelState,
  /** Names the page in its panel: the same again when back or forward lead to it. */
  visit: z.number(),
  /** The indicator defanged, or the name of the threat or feed. */
  value: z.string(),
  /** “Domain”, “IP address”, “URL”, “Threat”, “Feed”. */
  type: z.string(),
  /** Where “back” and “forward” lead; absent where there is nothing. */
  back: z.optional(z.string()),
  forward: z.optional(z.string()),
  /** Beside the copy buttons, in this order. */
  buttons: z.array(button),
  loading: z.optional(waiting),
  notices: z.array(notice),
  /** One a source, the leading one first. */
  records: z.array(record),
});

/** The record as JSON, the same that an export writes: its beginning, whether there is more, and whether unseen characters are named. */
const raw = z.object({ text: z.string(), isTruncated: z.boolean(), isSpelled: z.boolean() });

const recordId = z.string().check(z.maxLength(500));
const listId = z.string().check(z.maxLength(500));
const from = z.number().check(z.int(), z.gte(0));

/** Host to panel. */
export const toRecordPanel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('show'), panel }),
  /** Rows of a section from `from` on, as many as the host likes; the panel asks on until it has `total`. */
  z.object({ kind: z.literal('rows'), record: recordId, section: listId, from, rows: z.array(row) }),
  /** One page of linked indicators, added below those that are there; `said`: “15,000 of 40,211 loaded”. */
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
  /** The picture's bytes, never an address: the page may load nothing. */
  z.object({
    kind: z.literal('screenshot'),
    record: recordId,
    image: z.optional(z.object({ source: z.string().check(z.regex(/^data:image\/(png|jpeg|webp|gif);base64,/)) })),
    error: z.optional(notice),
  }),
  /** What is known here of an indicator that the pointer rests on; nobody is asked for it. */
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
  /** What the panel is about: the indicator in one of its forms, or the name. */
  z.object({ kind: z.literal('copy'), what: z.enum(['value', 'defanged']) }),
  z.object({ kind: z.literal('raw'), record: recordId }),
  z.object({ kind: z.literal('copyRaw'), record: recordId }),
  /** Text that the panel put together; `what` names it in a sentence: “3 rows”, “Registration”. */
  z.object({
    kind: z.literal('copyText'),
    text: z.string().check(z.maxLength(50_000_000)),
    what: z.string().check(z.maxLength(200)),
  }),
  z.object({ kind: z.literal('rows'), record: recordId, section: listId, from }),
  /** `anew`: what was loaded is forgotten and asked for again. */
  z.object({ kind: z.literal('links'), record: recordId, list: listId, page: from, reload: z.optional(z.boolean()) }),
  z.object({ kind: z.literal('compare'), record: recordId }),
  z.object({ kind: z.literal('loadScreenshot'), record: recordId }),
  /** The web page that the source names, in the browser; the user is asked first. */
  z.object({ kind: z.literal('openPage'), record: recordId }),
  /** Calls off what such a question is waiting for. */
  z.object({ kind: z.literal('cancel'), record: recordId, part: z.enum(['links', 'compare', 'loadScreenshot']) }),
  z.object({ kind: z.literal('describe'), indicator }),
  /** Opens a query with this term, which nobody is sent. */
  z.object({ kind: z.literal('findOthers'), term: exactTerm }),
]);

export type PanelView = z.infer<typeof panel>;
export type { ButtonView, NoticeView, PanelAction, WaitingView } from './notices';
export type RecordPanelState = z.infer<typeof recordPanelState>;
export type RawView = z.infer<typeof raw>;
export type ToRecordPanel = z.infer<typeof toRecordPanel>;
export type FromRecordPanel = z.infer<typeof fromRecordPanel>;
export type Answer<K extends ToRecordPanel['kind']> = Extract<ToRecordPanel, { kind: K }>;
