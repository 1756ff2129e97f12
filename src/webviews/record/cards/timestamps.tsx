import type { ComponentChildren, RefObject } from 'preact';
import { useNow } from '../../common/clock';
import { formatDate, t, formatAge, formatList } from '../../../l10n';
import { Time } from '../../common/time';
import { useRef } from 'preact/hooks';
import { useElementWidth } from '../../common/useWidth';

/** One date of a record; without `at` it never happened (“Last active scan: never”). */
export interface Timestamp {
  readonly kind: 'added' | 'seen' | 'probed' | 'updated' | 'retired' | 'other';
  readonly label: string;
  /** The name of the date in the API, or a longer description; shown on hover. */
  readonly about: string;
  readonly at?: number;
}

/** The position of a mark on the timeline. */
interface MarkPosition {
  /** Everything that happened in that second. */
  readonly timestamps: readonly Timestamp[];
  readonly at: number;
  readonly x: number;
}

/** The minimum distance of marks in pixels, so that each can be seen and clicked. */
const apart = 16;

/**
 * The positions of dates on a timeline of `from` to `to` pixels, which starts with the earliest date (or now) and ends with
 * the latest (or now). Positions are to scale but never overlap; dates in the same second share a mark. Sorted by time.
 */
export function timelineLayout(
  timestamps: readonly Timestamp[],
  now: number,
  from: number,
  to: number,
): { readonly positions: readonly MarkPosition[]; readonly nowAt: number } {
  const seconds = new Map<number, { readonly at: number; readonly timestamps: Timestamp[] }>();
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
    positions: dated.map((each, index) => ({ ...each, x: Math.round(xs[index] ?? from) })),
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

const height = 46;
const lineAt = 30;
const edge = 9;
const endsAt = 13;

/** A mark for each kind of date, around 0, 0; the list below the timeline has the same marks. */
const marks: Readonly<Record<Timestamp['kind'], ComponentChildren>> = {
  added: <path class="solid" d="M0-5.500 5.500 0 0 5.500-5.500 0Z" />,
  seen: <circle class="solid" r="5" />,
  updated: <circle class="hollow" r="4.500" />,
  probed: <rect class="hollow" x="-4.500" y="-4.500" width="9" height="9" />,
  retired: <path class="cross" d="M-4-4 4 4M4-4-4 4" />,
  other: <path class="hollow" d="M0-5 5 4H-5Z" />,
};

/** The dates of a record as a timeline and a list. */
export function Timestamps({ timestamps }: { readonly timestamps: readonly Timestamp[] }) {
  return (
    <>
      {timestamps.filter(({ at }) => at !== undefined).length > 1 ? <Timeline timestamps={timestamps} /> : null}
      <dl>
        {timestamps.map(({ kind, label, about, at }) => (
          <div class="row" key={label}>
            <dt>
              <svg class="icon mark" viewBox="-8 -8 16 16" aria-hidden="true">
                {marks[kind]}
              </svg>{' '}
              <span title={about}>{label}</span>
            </dt>
            <dd>{at === undefined ? t('never') : <Time at={at} form="ageAndDate" />}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Timeline({ timestamps }: { readonly timestamps: readonly Timestamp[] }) {
  const now = useNow();
  const [box, width] = useWidth();
  const { positions, nowAt } = timelineLayout(timestamps, now, edge, Math.max(edge + 1, width - edge));
  return (
    <div class="timeline" ref={box}>
      {width === 0 ? null : (
        <svg width={width} height={height} role="group" aria-label={t('Timeline')}>
          <path class="axis" d={`M${edge} ${lineAt}H${width - edge}`} />
          <path class="tick" d={`M${nowAt} ${lineAt - 6}v12`} />
          <text class="end" x="2" y={endsAt} aria-hidden="true">
            {positions[0] === undefined ? null : formatDate(positions[0].at)}
          </text>
          <text class="end" x={nowAt + edge} y={endsAt} text-anchor="end" aria-hidden="true">
            {t('now')}
          </text>
          {positions.map((each) => (
            <Mark key={each.at} position={each} width={width} />
          ))}
        </svg>
      )}
    </div>
  );
}

/** One date; a ring around the mark shows that several things happened then, which the label names. */
function Mark({ position: { timestamps, at, x }, width }: { readonly position: MarkPosition; readonly width: number }) {
  const now = useNow();
  const [first] = timestamps;
  if (first === undefined) return null;
  const anchor = x < width / 3 ? 'start' : x > (width * 2) / 3 ? 'end' : 'middle';
  const shift = { start: -7, middle: 0, end: 7 }[anchor];
  const labels = formatList(timestamps.map(({ label }, index) => (index === 0 ? label : label.toLowerCase())));
  const label =
    at > now ? t('{0}: {1}', labels, formatDate(at)) : t('{0} {1}, {2}', labels, formatAge(at, now), formatDate(at));
  return (
    <g class={`mark ${first.kind}`} transform={`translate(${x} ${lineAt})`} tabindex={0} role="img" aria-label={label}>
      <rect class="reach" x="-9" y="-12" width="18" height="24" rx="3" />
      {timestamps.length > 1 ? <circle class="ring" r="8" /> : null}
      {marks[first.kind]}
      <text x={shift} y="-17" text-anchor={anchor} aria-hidden="true">
        {label}
      </text>
    </g>
  );
}

/** A `ref` for an element, and the element's width, see {@link useElementWidth}. */
function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  return [element, useElementWidth(element)];
}
