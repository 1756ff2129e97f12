import type { TimestampView } from '../../messages/recordParts';

/** The position of a mark on the timeline. */
export interface Placed {
  /** Everything that happened in that second. */
  readonly timestamps: readonly TimestampView[];
  readonly at: number;
  readonly x: number;
}

/** The minimum distance of marks in pixels, so that each can be seen and clicked. */
const apart = 16;

/**
 * The positions of dates on a timeline of `from` to `to` pixels, which starts with the earliest date (or now) and ends with
 * the latest (or now). Positions are to scale but never overlap; dates in the same second share a mark. In order of time.
 */
export function timelinePlaces(
  timestamps: readonly TimestampView[],
  now: number,
  from: number,
  to: number,
): { readonly marks: readonly Placed[]; readonly nowAt: number } {
  const seconds = new Map<number, { readonly at: number; readonly timestamps: TimestampView[] }>();
  for (const timestamp of timestamps) {
    const { at } = timestamp;
    if (at === undefined || !Number.isFinite(at)) continue;
    const second = Math.floor(at / 1000);
    const there = seconds.get(second) ?? { at, timestamps: [] };
    there.timestamps.push(timestamp);
    seconds.set(second, there);
  }
  const dated = [...seconds.values()].sort((a, b) => a.at - b.at);
  const first = Math.min(now, dated[0]?.at ?? now);
  const last = Math.max(now, dated.at(-1)?.at ?? now);
  const scale = last === first ? 0 : (to - from) / (last - first);
  const xs = dated.map(({ at }) => from + (at - first) * scale);
  spread(xs, Math.min(apart, (to - from) / Math.max(1, xs.length)), to);
  return {
    marks: dated.map((each, index) => ({ ...each, x: Math.round(xs[index] ?? from) })),
    nowAt: Math.round(from + (now - first) * scale),
  };
}

/** Moves ascending numbers apart: to the right first, then back from the end if they don't fit. */
function spread(xs: number[], least: number, end: number): void {
  for (let index = 1; index < xs.length; index++) {
    xs[index] = Math.max(xs[index] ?? 0, (xs[index - 1] ?? 0) + least);
  }
  for (let index = xs.length - 1, most = end; index >= 0; index--, most -= least) {
    xs[index] = Math.min(xs[index] ?? 0, most);
  }
}
