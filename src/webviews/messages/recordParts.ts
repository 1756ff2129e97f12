import * as z from 'zod/mini';
import { notice } from './notices';
import { pieces, ref, risk, subject, time } from './parts';

const verdict = z.extend(risk, {
  retired: z.boolean(),
  retiredReason: z.optional(z.string()),
  /** “set by an analyst (scored: medium)” */
  manual: z.optional(z.string()),
});

/** One date of the timeline; without `at` it never happened (“Last active scan: never”). */
const timestamp = z.object({
  kind: z.enum(['added', 'seen', 'probed', 'updated', 'retired', 'other']),
  label: z.string(),
  /** How the service calls it, and what it is where the label is too short for that; shown on hover. */
  about: z.string(),
  at: z.optional(time),
});

/** The number of indicators of one risk. */
const count = z.object({ risk, count: z.number() });

/** Counts by risk, worst first; `counts` is empty if only the total is known. */
const counts = z.object({ total: z.number(), counts: z.array(count) });

/** The Explore term that finds everything with the same value, “Find Others with This Value”; at most as long as the host makes it. */
export const exactTerm = z.string().check(z.minLength(1), z.maxLength(3_000));

const threat = z.object({
  name: z.string(),
  others: z.optional(exactTerm),
  open: z.optional(subject),
  category: z.optional(z.string()),
  risk,
  linked: z.optional(time),
  counts: z.optional(counts),
});

const feed = z.object({
  name: z.string(),
  others: z.optional(exactTerm),
  open: z.optional(subject),
  /** Organisation, category, price. */
  detail: z.string(),
  linked: z.optional(time),
  counts: z.optional(counts),
});

export const row = z.object({
  /** What people call it. */
  label: z.string(),
  /** How the service spells it, shown on hover and focus. */
  key: z.string(),
  values: z.array(pieces),
  /** For each of the values its term; null where no query can mean it. */
  others: z.optional(z.array(z.nullable(exactTerm))),
  /** People copy it so often (a fingerprint) that the button for it shows at once. */
  copied: z.optional(z.boolean()),
});

/** From when until when something is valid; `passed` is the share of that time which is over, 0 to 1. */
const validity = z.object({
  from: time,
  until: time,
  passed: z.number(),
  tone: z.enum(['fine', 'soon', 'over']),
  /** “Valid for another 43 days” */
  label: z.string(),
});

const section = z.object({
  id: z.string(),
  title: z.string(),
  /** The first rows; the panel asks for further ones as it needs them, see `rows` of the messages. */
  rows: z.array(row),
  /** How many rows there are in all. */
  total: z.number(),
  validity: z.optional(validity),
});

/** One breakdown of a threat's or feed's indicators: by risk, technology, host type, protocol or port. */
const breakdown = z.object({
  id: z.string(),
  title: z.string(),
  rows: z.array(z.extend(counts, { label: pieces, key: z.string(), others: z.optional(exactTerm) })),
  /** Rows left out since there are too many. */
  more: z.number(),
});

const newsItem = z.object({ title: pieces, by: z.string(), link: z.optional(pieces), at: z.optional(time) });

const comment = z.object({
  title: z.string(),
  by: z.string(),
  text: pieces,
  added: z.optional(time),
  /** When it was changed after that. */
  changed: z.optional(time),
});

/** A list of linked indicators, loaded page by page; only the first page that needs no request may load by itself. */
const linkList = z.object({
  id: z.string(),
  title: z.string(),
  /** What is known of their number, in words. */
  status: z.optional(z.string()),
  /** Label of the button that loads the first page; it names who would be asked. */
  load: z.string(),
  /** What is said while a page is on its way: “Asking intel.example…”. */
  pendingLabel: z.string(),
  /** True where the first page costs no request. */
  free: z.boolean(),
  /** Pages that the host has already: they cost nothing and load by themselves. */
  held: z.number(),
  /** Label of the button that loads all anew, where what is here was loaded before the record was looked up again. */
  reload: z.optional(z.string()),
});

export const linkRow = z.object({
  indicator: ref,
  type: z.string(),
  risk,
  retired: z.optional(z.boolean()),
  linked: z.optional(time),
  /** Place, organisation and the like. */
  detail: z.optional(pieces),
});

/** A picture that loads on a click alone; `label` names the host: “Load from intel.example”. */
const screenshot = z.object({
  label: z.string(),
  pendingLabel: z.string(),
  note: z.optional(z.string()),
  address: pieces,
});

/** Everything that one source says of the panel's subject. */
export const record = z.object({
  /** Names this record in messages; another one when its content changed. */
  id: z.string(),
  source: z.string(),
  asOf: time,
  /** Absent for what has no risk of its own: a feed. */
  verdict: z.optional(verdict),
  /** Short words beside the type: “Phishing”, “1,204 indicators”. */
  facts: z.array(z.string()),
  summaryOnly: z.boolean(),
  /** What is not shown or was not kept since there is so much of it, a sentence each. */
  skipped: z.array(z.string()),
  description: z.optional(pieces),
  reasons: z.array(z.object({ text: pieces, risk })),
  timestamps: z.array(timestamp),
  /** The end of the timeline. */
  now: time,
  threats: z.array(threat),
  feeds: z.array(feed),
  redirects: z.object({ from: z.array(pieces), to: z.array(pieces) }),
  breakdowns: z.array(breakdown),
  /** Why there are no breakdowns and counts. */
  summaryError: z.optional(notice),
  links: z.array(linkList),
  sections: z.array(section),
  screenshot: z.optional(screenshot),
  /** The web page that the source names: “Open Page on intel.example…”. */
  page: z.optional(z.object({ label: z.string() })),
  news: z.array(newsItem),
  comments: z.array(comment),
  /** The button that compares with previous scans, and whether that sends a request; absent if no source can be asked. */
  compare: z.optional(z.object({ label: z.string(), pendingLabel: z.string(), sendsRequest: z.boolean() })),
});

const comparedValue = z.object({ text: pieces, seen: z.optional(time), others: z.optional(exactTerm) });

/** What one property was in earlier scans and is now. */
const compared = z.object({
  label: z.string(),
  key: z.string(),
  change: z.enum(['added', 'gone', 'changed', 'same']),
  before: z.array(comparedValue),
  now: z.array(comparedValue),
});

export const comparison = z.object({
  /** “7 properties changed since 3 March 2025.” */
  status: z.string(),
  groups: z.array(z.object({ id: z.string(), title: z.string(), rows: z.array(compared) })),
});

export type VerdictView = z.infer<typeof verdict>;
export type TimestampView = z.infer<typeof timestamp>;
export type CountsView = z.infer<typeof counts>;
export type ThreatView = z.infer<typeof threat>;
export type FeedView = z.infer<typeof feed>;
export type RowView = z.infer<typeof row>;
export type ValidityView = z.infer<typeof validity>;
export type SectionView = z.infer<typeof section>;
export type BreakdownView = z.infer<typeof breakdown>;
export type NewsView = z.infer<typeof newsItem>;
export type CommentView = z.infer<typeof comment>;
export type LinkListView = z.infer<typeof linkList>;
export type LinkRowView = z.infer<typeof linkRow>;
export type ScreenshotView = z.infer<typeof screenshot>;
export type RecordView = z.infer<typeof record>;
export type ComparedView = z.infer<typeof compared>;
export type ComparisonView = z.infer<typeof comparison>;
