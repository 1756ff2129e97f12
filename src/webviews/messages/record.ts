import * as z from 'zod/mini';
import type { BreakdownRow } from '../../core/records/counts';
import type { FeedRecord } from '../../core/records/feed';
import type { PropertyChange } from '../../core/records/history';
import type { Known, Source } from '../../core/records/knowledge';
import type { LinkedIndicator, LinkSummary } from '../../core/records/linked';
import type { IndicatorRecord, UtcMillis } from '../../core/records/record';
import type { SourceId } from '../../core/records/sourceId';
import type { ThreatRecord } from '../../core/records/threat';
import { indicator, subject, type IndicatorView, type LinkedTextView, type RiskIconName, type RiskView } from './parts';

/**
 * The messages of a record panel. The host sends records as data within the limits of a page, and what only the host
 * knows: texts with indicators, possible requests, and notices. The page formats them.
 */

/** The panel state across reloads: its subject and history (nearest first). */
export const recordPanelState = z.object({
  subject,
  back: z.array(subject).check(z.maxLength(50)),
  forward: z.array(subject).check(z.maxLength(50)),
});

/** The action of a button; the host knows the subject of the panel. */
const action = z.enum([
  'lookUp',
  'lookUpWholeUrl',
  'scan',
  'editNote',
  'editTags',
  /** Shows the triaged files with the indicator. */
  'showSeenBefore',
  'openHost',
  /** Opens the record of the parent domain that sources rate. */
  'openParent',
  'setKey',
  'connect',
  'showDetails',
  'changeMode',
  'editIgnoreList',
  'loadSample',
  'import',
  'openBeside',
  'export',
  /** Opens a query for the indicators of a threat or feed. */
  'explore',
  /** Cancels the request that the panel waits for. */
  'cancel',
]);

export type PanelAction = z.infer<typeof action>;
export type RecordPanelState = z.infer<typeof recordPanelState>;

export interface ButtonView {
  readonly label: string;
  readonly action: PanelAction;
}

export interface NoticeView {
  readonly tone: 'info' | 'warning';
  readonly icon?: RiskIconName;
  readonly text: string;
  readonly actions: readonly ButtonView[];
}

/** A pending request: a message (“Waiting for intel.example…”), and its start. */
export interface WaitingView {
  readonly message: string;
  readonly since: UtcMillis;
}

export interface PanelView {
  readonly state: RecordPanelState;
  /** Identifies the page in its panel, also when back or forward return to it. */
  readonly visit: number;
  /** The indicator defanged, or the name of the threat or feed. */
  readonly value: string;
  /** “Domain”, “IP address”, “URL”, “Threat”, “Feed”. */
  readonly type: string;
  /** The titles of the previous and next page, if any. */
  readonly back?: string;
  readonly forward?: string;
  /** Next to the copy buttons, in this order. */
  readonly buttons: readonly ButtonView[];
  readonly loading?: WaitingView;
  readonly notices: readonly NoticeView[];
  /** One per source, the leading one first. */
  readonly records: readonly RecordView[];
  readonly marked: readonly MarkedText[];
}

/** A text of a record that contains indicators, as it is in the record, and with its indicators marked and defanged. */
export type MarkedText = readonly [text: string, linked: LinkedTextView];

/** All data of one source about the panel's subject. */
export type RecordView = RecordBasis &
  (
    | { readonly kind: 'indicator'; readonly record: IndicatorRecord; readonly detail: Known['detail'] }
    | ({ readonly kind: 'threat'; readonly threat: ThreatRecord } & SummaryView)
    | ({ readonly kind: 'feed'; readonly feed: FeedRecord } & SummaryView)
  );

/** The indicators of a threat or feed, counted. */
interface SummaryView {
  /** Without its breakdowns. */
  readonly summary?: LinkSummary;
  readonly breakdowns: readonly BreakdownView[];
}

/** Indicators by the values of an attribute (in the group `attributes`) or a property. */
export interface BreakdownView {
  readonly group: string;
  readonly key: string;
  /** The first of `total`. */
  readonly rows: readonly BreakdownRow[];
  readonly total: number;
}

/** The lists of a record that may be shortened. */
export type ShortenedList =
  'reasons' | 'threats' | 'feeds' | 'redirectsFrom' | 'redirectsTo' | 'comments' | 'otherNames' | 'references' | 'news';

interface RecordBasis {
  /** Identifies this version of the record in messages. */
  readonly id: string;
  /** Identifies the source in every version of the record. */
  readonly sourceKey: string;
  /** The origins of the data; several mirrors and imports may report a threat or feed of the local store. */
  readonly sources: readonly Source[];
  readonly asOf: UtcMillis;
  /** The source that the IDs of its threats and feeds belong to. */
  readonly from: SourceId;
  /** Properties, attributes, and data that the specification does not name; the record itself has none of them. */
  readonly tables: readonly TableView[];
  /** Lists that are sent with only their first entries. */
  readonly shortened: readonly { readonly list: ShortenedList; readonly shown: number; readonly total: number }[];
  /** Some texts are cut, because there is too much text. */
  readonly isTextCut: boolean;
  readonly links?: LinksView;
  readonly compare?: { readonly host?: string };
  /** An image that loads only on a click. */
  readonly screenshot?: { readonly host: string; readonly address: string; readonly isOwn: boolean };
  /** The host of the web page that the source names. */
  readonly pageHost?: string;
  /** Why counts of linked indicators are missing. */
  readonly summaryError?: NoticeView;
}

/** A group of properties (`more`: of all groups that have no table), all attributes, or keys of `other`. */
export interface TableView {
  readonly id: string;
  readonly kind: 'about' | 'properties' | 'more' | 'attributes' | 'other';
  /** The group of `properties`. */
  readonly group: string;
  /** The first rows; the panel requests more as needed, see the message `rows`. */
  readonly rows: readonly TableRow[];
  /** The total number of rows. */
  readonly total: number;
}

/** A key with its values; a value may have display names after it. */
export interface TableRow {
  readonly group: string;
  readonly key: string;
  readonly values: readonly (readonly string[])[];
  /** It has more values. */
  readonly hasMore?: boolean;
}

/** Linked indicators, loaded page by page. The first page loads automatically if that needs no request. */
export interface LinksView {
  /** The service that is requested; absent if nothing is sent. */
  readonly host?: string;
  /** The number of links, if known. */
  readonly total?: number;
  /** Pages that the host has already loaded; they load automatically. */
  readonly held: number;
  /** They were loaded before the last lookup, and can be loaded again. */
  readonly areEarlier: boolean;
}

export interface LinkRow extends Pick<LinkedIndicator, 'type' | 'value' | 'risk' | 'retired' | 'linked'> {
  /** Relation, location, and organization, if they are known. */
  readonly details: readonly string[];
}

/** Numbers of links. */
export interface LinksLoaded {
  readonly count: number;
  readonly total?: number;
  /** Entries that couldn't be read. */
  readonly unreadable: number;
  /** Whether there are more: `perhaps` if the source doesn't report it. */
  readonly more: 'yes' | 'no' | 'perhaps';
  /** Everything is loaded. */
  readonly isWhole: boolean;
}

/** The properties that changed since previous scans. */
export interface ComparisonView {
  /** The first of `total`. */
  readonly changes: readonly PropertyChange[];
  readonly total: number;
  /** When the oldest of the previous values was seen. */
  readonly since?: UtcMillis;
  readonly hasPreviousScans: boolean;
}

/** The start of the record's JSON export, whether there is more, and whether invisible characters are named. */
export interface RawView {
  readonly text: string;
  readonly isTruncated: boolean;
  readonly isSpelled: boolean;
}

/** Host to panel. */
export type ToRecordPanel =
  | { readonly kind: 'show'; readonly panel: PanelView }
  /** Rows of a table, starting at `from`; the panel requests more until it has `total`. */
  | {
      readonly kind: 'rows';
      readonly record: string;
      readonly table: string;
      readonly from: number;
      readonly rows: readonly TableRow[];
      readonly marked: readonly MarkedText[];
    }
  /** One page of linked indicators, appended to the list. */
  | {
      readonly kind: 'links';
      readonly record: string;
      readonly page: number;
      readonly rows: readonly LinkRow[];
      readonly marked: readonly MarkedText[];
      readonly loaded: LinksLoaded;
      /** The next page, if there may be one. */
      readonly next?: number;
      readonly error?: NoticeView;
    }
  | {
      readonly kind: 'compared';
      readonly record: string;
      readonly comparison?: ComparisonView;
      readonly marked: readonly MarkedText[];
      readonly error?: NoticeView;
    }
  | { readonly kind: 'raw'; readonly record: string; readonly raw: RawView }
  /** The image itself as a `data:` address: the page may not load anything. */
  | { readonly kind: 'screenshot'; readonly record: string; readonly image?: string; readonly error?: NoticeView }
  /** Local data about the indicator under the pointer. */
  | {
      readonly kind: 'described';
      readonly indicator: IndicatorView;
      readonly risk?: RiskView;
      readonly lines: readonly string[];
    };

const recordId = z.string().check(z.maxLength(500));
const tableId = z.string().check(z.maxLength(500));
const from = z.number().check(z.int(), z.gte(0));

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
  z.object({ kind: z.literal('rows'), record: recordId, table: tableId, from }),
  /** `reload`: discards the loaded links and requests them again. */
  z.object({ kind: z.literal('links'), record: recordId, page: from, reload: z.optional(z.boolean()) }),
  z.object({ kind: z.literal('compare'), record: recordId }),
  z.object({ kind: z.literal('loadScreenshot'), record: recordId }),
  /** Opens the web page that the source names in the browser, after a question. */
  z.object({ kind: z.literal('openPage'), record: recordId }),
  /** Cancels such a request. */
  z.object({ kind: z.literal('cancel'), record: recordId, part: z.enum(['links', 'compare', 'loadScreenshot']) }),
  z.object({ kind: z.literal('describe'), indicator }),
  /** Opens a query with this term, “Find Indicators with This Value”; sends nothing. */
  z.object({ kind: z.literal('findOthers'), term: z.string().check(z.minLength(1), z.maxLength(3_000)) }),
]);

export type FromRecordPanel = z.infer<typeof fromRecordPanel>;
export type Answer<K extends ToRecordPanel['kind']> = Extract<ToRecordPanel, { kind: K }>;
