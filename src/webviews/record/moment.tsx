import type { MomentView } from '../messages/parts';

/** An age; resting on it or focusing it shows the date and the UTC value. */
export function Moment({ moment, dated = false }: { readonly moment: MomentView; readonly dated?: boolean }) {
  return (
    <time
      class="moment"
      dateTime={moment.utc}
      tabIndex={0}
      data-utc={dated ? moment.utc : `${moment.date} · ${moment.utc}`}
    >
      {moment.age}
      {dated ? <span class="dim"> · {moment.date}</span> : null}
      <span class="unseen">, {moment.utc}</span>
    </time>
  );
}
