import type { ComponentChildren } from 'preact';
import type { TimestampView } from '../../messages/recordParts';
import { useNow } from '../../common/clock';
import { formatDate, t, formatAge, formatList } from '../../../l10n';
import { Time } from '../../common/time';
import { type Placed, timelinePlaces } from './timelineLayout';
import { useWidth } from '../state/useWidth';
const height = 46;
const lineAt = 30;
const edge = 9;
const endsAt = 13;

/** A mark for each kind of date, around 0, 0; the list below the timeline has the same marks. */
const marks: Readonly<Record<TimestampView['kind'], ComponentChildren>> = {
  added: <path class="solid" d="M0-5.500 5.500 0 0 5.500-5.500 0Z" />,
  seen: <circle class="solid" r="5" />,
  updated: <circle class="hollow" r="4.500" />,
  probed: <rect class="hollow" x="-4.500" y="-4.500" width="9" height="9" />,
  retired: <path class="cross" d="M-4-4 4 4M4-4-4 4" />,
  other: <path class="hollow" d="M0-5 5 4H-5Z" />,
};

/** The dates of a record as a timeline and a list. */
export function Timestamps({
  timestamps,
  now,
}: {
  readonly timestamps: readonly TimestampView[];
  readonly now: number;
}) {
  return (
    <>
      {timestamps.filter(({ at }) => at !== undefined).length > 1 ? (
        <Timeline timestamps={timestamps} now={now} />
      ) : null}
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

function Timeline({ timestamps, now }: { readonly timestamps: readonly TimestampView[]; readonly now: number }) {
  const [box, width] = useWidth();
  const { marks: placed, nowAt } = timelinePlaces(timestamps, now, edge, Math.max(edge + 1, width - edge));
  return (
    <div class="timeline" ref={box}>
      {width === 0 ? null : (
        <svg width={width} height={height} role="group" aria-label={t('Timeline')}>
          <path class="axis" d={`M${edge} ${lineAt}H${width - edge}`} />
          <path class="tick" d={`M${nowAt} ${lineAt - 6}v12`} />
          <text class="end" x="2" y={endsAt} aria-hidden="true">
            {placed[0] === undefined ? null : formatDate(placed[0].at)}
          </text>
          <text class="end" x={nowAt + edge} y={endsAt} text-anchor="end" aria-hidden="true">
            {t('now')}
          </text>
          {placed.map((each) => (
            <Mark key={each.at} placed={each} width={width} />
          ))}
        </svg>
      )}
    </div>
  );
}

/** One date; a ring around the mark shows that several things happened then, which the label names. */
function Mark({ placed: { timestamps, at, x }, width }: { readonly placed: Placed; readonly width: number }) {
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
