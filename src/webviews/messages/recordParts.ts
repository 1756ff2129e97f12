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
  /** The name of the date in the API, or a longer description; shown on hover. */
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
  /** Organization, category, pricing. */
  detail: z.string(),
  linked: z.optional(time),
  counts: z.optional(counts),
});

export const row = z.object({
  /** The display name. */
  label: z.string(),
  /** The original key, shown on hover. */
  key: z.string(),
  values: z.array(pieces),
  /** The query term of each value; null if no query can express it. */
  others: z.optional(z.array(z.nullable(exactTerm))),
  /** Often copied (such as a fingerprint), so that its copy button is always visible. */
  copied: z.optional(z.boolean()),
});

/** A validity period; `passed` is its elapsed share, 0 to 1. */
const validity = z.object({
  from: time,
  until: time,
  passed: z.number(),
  tone: z.enum(['fine', 'soon', 'over']),
  /** “Expires in 43 days” */
  label: z.string(),
});

const section = z.object({
  id: z.string(),
  title: z.string(),
  /** The first rows; the panel requests more as needed, see the message `rows`. */
  rows: z.array(row),
  /** The total number of rows. */
  total: z.number(),
  validity: z.optional(validity),
});

/** One breakdown of the indicators of a threat or feed: by risk, technology, host type, protocol or port. */
const breakdown = z.object({
  id: z.string(),
  title: z.string(),
  rows: z.array(z.extend(counts, { label: pieces, key: z.string(), others: z.optional(exactTerm) })),
  /** The number of rows that are not shown. */
  more: z.number(),
});

const newsItem = z.object({ title: pieces, by: z.string(), link: z.optional(pieces), at: z.optional(time) });

const comment = z.object({
  title: z.string(),
  by: z.string(),
  text: pieces,
  added: z.optional(time),
  /** When it was edited. */
  changed: z.optional(time),
});

/** A list of linked indicators, loaded page by page; only a first page that needs no request loads automatically. */
const linkList = z.object({
  id: z.string(),
  title: z.string(),
  /** The number of links, if known: “40,211 in total”. */
  status: z.optional(z.string()),
  /** The label of the button that loads the first page; it names the host. */
  load: z.string(),
  /** What is shown while a page is loading: “Loading from intel.example…”. */
  pendingLabel: z.string(),
  /** True if the first page needs no request. */
  free: z.boolean(),
  /** Pages that the host has already loaded; they load automatically. */
  held: z.number(),
  /** The label of the button that reloads the list, if it was loaded before the last lookup. */
  reload: z.optional(z.string()),
});

export const linkRow = z.object({
  indicator: ref,
  type: z.string(),
  risk,
  retired: z.optional(z.boolean()),
  linked: z.optional(time),
  /** Location, organization and the like. */
  detail: z.optional(pieces),
});

/** An image that loads only on a click; `label` names the host: “Load from intel.example”. */
const screenshot = z.object({
  label: z.string(),
  pendingLabel: z.string(),
  note: z.optional(z.string()),
  address: pieces,
});

/** Everything that one source says about the panel's subject. */
export const record = z.object({
  /** Identifies this version of the record in messages. */
  id: z.string(),
  /** Identifies the source in every version of the record. */
  sourceKey: z.string(),
  /** The name of the source, as shown. */
  source: z.string(),
  /** The credit line that its license asks for: “Credit: …”. */
  credit: z.optional(z.string()),
  asOf: time,
  /** Absent for feeds, which have no risk. */
  verdict: z.optional(verdict),
  /** Short facts next to the type: “Phishing”, “1,204 indicators”. */
  facts: z.array(z.string()),
  summaryOnly: z.boolean(),
  /** Sentences about what is not shown or was not stored. */
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
  /** Why breakdowns and counts are missing. */
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

/** The previous and current values of a property. */
const compared = z.object({
  label: z.string(),
  key: z.string(),
  change: z.enum(['added', 'gone', 'changed', 'same']),
  before: z.array(comparedValue),
  now: z.array(comparedValue),
});

export const comparison = z.object({
  /** “7 properties changed since March 3, 2025.” */
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
