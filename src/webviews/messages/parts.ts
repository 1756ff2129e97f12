import * as z from 'zod/mini';

/** Parts of the messages of several panels. */

/** Milliseconds since 1970, UTC. The page shows it as an age, a date and in UTC, and keeps the age up to date. */
export const time = z.number();

const riskColor = z.enum(['critical', 'high', 'medium', 'low', 'none', 'unknown']);

export const riskIcon = z.enum([
  'flame',
  'error',
  'warning',
  'info',
  'arrow-circle-down',
  'pass',
  'question',
  'history',
  'circle-slash',
]);

/** A risk with its label, icon and color; `level` 0 (unknown) to 6 (critical) fills the bar. */
export const risk = z.object({ label: z.string(), icon: riskIcon, color: riskColor, level: z.number() });

/** An indicator in its canonical form. */
export const indicator = z.object({
  type: z.enum(['domain', 'ip', 'url']),
  value: z.string().check(z.minLength(1), z.maxLength(20_000)),
});

const id = z.optional(z.number());
const shortText = z.string().check(z.maxLength(2_000));

/** The subject of a record panel. IDs are only valid at their source, names everywhere. */
export const subject = z.discriminatedUnion('kind', [
  z.extend(indicator, { kind: z.literal('indicator') }),
  z.object({ kind: z.literal('threat'), source: shortText, tid: id, name: z.optional(shortText) }),
  z.object({
    kind: z.literal('feed'),
    source: shortText,
    fid: id,
    name: z.optional(shortText),
    organization: z.optional(shortText),
  }),
]);

export type RiskIconName = z.infer<typeof riskIcon>;
export type RiskView = z.infer<typeof risk>;
export type IndicatorView = z.infer<typeof indicator>;
export type Subject = z.infer<typeof subject>;

/** A part of a text that opens a record: `text` is shown, `plain` is the original spelling. */
export interface RefView {
  readonly text: string;
  readonly plain?: string;
  readonly open: Subject;
}

/** Visible text with its indicators marked and defanged; a plain string contains none. */
export type LinkedTextView = string | readonly (string | RefView)[];
