import * as z from 'zod/mini';

/** A moment in three forms: “3 days ago”, “1 March 2024”, “2024-03-01 09:05:26 UTC”. */
const moment = z.object({ age: z.string(), date: z.string(), utc: z.string() });

const riskColor = z.enum(['critical', 'high', 'medium', 'low', 'none', 'unknown']);

const riskIcon = z.enum(['flame', 'error', 'warning', 'info', 'pass', 'question', 'history', 'circle-slash']);

/** A risk in words, with the icon and colour that repeat them; `level` 0 (unknown) to 6 (critical) fills the bar. */
const risk = z.object({ words: z.string(), icon: riskIcon, color: riskColor, level: z.number() });

const verdict = z.extend(risk, {
  retired: z.boolean(),
  retiredReason: z.optional(z.string()),
  manual: z.optional(z.string()),
});

const row = z.object({
  /** What people call it. */
  label: z.string(),
  /** How the service spells it, shown on hover and focus. */
  key: z.string(),
  values: z.array(z.string()),
});

const section = z.object({
  id: z.string(),
  title: z.string(),
  rows: z.array(row),
  /** Rows left out since there are too many; they are in the raw JSON. */
  more: z.number(),
});

/** Everything that one source says. All text is made visible already; it is shown as text and nothing else. */
const record = z.object({
  source: z.string(),
  asOf: moment,
  verdict,
  summaryOnly: z.boolean(),
  reasons: z.array(z.object({ text: z.string(), risk })),
  stamps: z.array(z.object({ label: z.string(), moment: z.optional(moment) })),
  threats: z.array(z.object({ name: z.string(), category: z.optional(z.string()), risk, linked: z.optional(moment) })),
  feeds: z.array(z.object({ name: z.string(), detail: z.string(), linked: z.optional(moment) })),
  redirects: z.object({ from: z.array(z.string()), to: z.array(z.string()) }),
  sections: z.array(section),
  comments: z.array(z.object({ title: z.string(), by: z.string(), text: z.string(), added: z.optional(moment) })),
  raw: z.string(),
  rawCut: z.boolean(),
});

/** What a button of the panel asks the host to do; the host knows the indicator. */
const action = z.enum([
  'lookUp',
  'lookUpWholeUrl',
  'scan',
  'openHost',
  'setKey',
  'connect',
  'showDetails',
  'changeMode',
  'editIgnoreList',
  'loadSample',
]);

const notice = z.object({
  tone: z.enum(['info', 'warning']),
  icon: z.optional(riskIcon),
  text: z.string(),
  actions: z.array(z.object({ label: z.string(), action })),
});

/** What the panel keeps across reloads: which indicator it shows. */
export const recordPanelState = z.object({ type: z.enum(['domain', 'ip', 'url']), value: z.string() });

const panel = z.object({
  indicator: recordPanelState,
  /** Defanged. */
  value: z.string(),
  /** “Domain”, “IP address”, “URL”. */
  type: z.string(),
  /** Whether “Look Up Again” would ask somebody. */
  canAsk: z.boolean(),
  /** Who is being asked right now, in words. */
  loading: z.optional(z.string()),
  notices: z.array(notice),
  records: z.array(record),
});

/** Host to panel. */
export const toRecordPanel = z.discriminatedUnion('kind', [z.object({ kind: z.literal('show'), panel })]);

/** Panel to host. */
export const fromRecordPanel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('act'), action }),
  z.object({ kind: z.literal('copy'), what: z.enum(['value', 'defanged']) }),
  z.object({ kind: z.literal('copyRaw'), record: z.number() }),
]);

export type RiskView = z.infer<typeof risk>;
export type VerdictView = z.infer<typeof verdict>;
export type MomentView = z.infer<typeof moment>;
export type SectionView = z.infer<typeof section>;
export type RowView = z.infer<typeof row>;
export type RecordView = z.infer<typeof record>;
export type NoticeView = z.infer<typeof notice>;
export type PanelView = z.infer<typeof panel>;
export type PanelAction = z.infer<typeof action>;
export type ToRecordPanel = z.infer<typeof toRecordPanel>;
export type FromRecordPanel = z.infer<typeof fromRecordPanel>;
