import { formatDate, formatUtc } from '../../l10n';
import { useAge } from './clock';

interface TimeProps {
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** What is shown: the age, the age and the date, or the date alone; default: the age. */
  readonly form?: 'age' | 'ageAndDate' | 'date';
  readonly tabIndex?: number;
}

/** A time; hovering over it or focusing it shows the date and the time in UTC. */
export function Time({ at, form = 'age', tabIndex = 0 }: TimeProps) {
  const age = useAge(at);
  const [date, utc] = [formatDate(at), formatUtc(at)];
  return (
    <time class="moment" dateTime={utc} tabIndex={tabIndex} data-utc={form === 'ageAndDate' ? utc : `${date} · ${utc}`}>
      {form === 'date' ? date : age}
      {form === 'ageAndDate' ? <span class="dim"> · {date}</span> : null}
      <span class="unseen">, {utc}</span>
    </time>
  );
}
