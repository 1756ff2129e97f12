import type { MomentView } from '../messages/parts';
import { useAge } from './clock';

interface MomentProps {
  readonly moment: MomentView;
  readonly dated?: boolean;
  readonly tabIndex?: number;
}

/** An age; resting on it or focusing it shows the date and the UTC value. */
export function Moment({ moment, dated = false, tabIndex = 0 }: MomentProps) {
  const age = useAge(moment);
  return (
    <time
      class="moment"
      dateTime={moment.utc}
      tabIndex={tabIndex}
      data-utc={dated ? moment.utc : `${moment.date} · ${moment.utc}`}
    >
      {age}
      {dated ? <span class="dim"> · {moment.date}</span> : null}
      <span class="unseen">, {moment.utc}</span>
    </time>
  );
}
