import { formatDate, formatUtc } from '../../l10n';
import { useAge } from './clock';

interface TimeProps {
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /**
   * The format: the age, the age and the date, the date alone, or the exact time in UTC, also without year and zone;
   * default: the age.
   */
  readonly form?: 'age' | 'ageAndDate' | 'date' | 'utc' | 'shortUtc';
  readonly tabIndex?: number;
}

/** A time; hovering over it or focusing it shows the date and the time in UTC. */
export function Time({ at, form = 'age', tabIndex = 0 }: TimeProps) {
  const age = useAge(at);
  const [date, utc] = [formatDate(at), formatUtc(at)];
  const tooltip = {
    age: `${date} · ${utc}`,
    date: `${date} · ${utc}`,
    ageAndDate: utc,
    utc: `${age} · ${date}`,
    shortUtc: `${utc} · ${age}`,
  }[form];
  const text = { age, date, ageAndDate: age, utc, shortUtc: utc.slice(5, 19) }[form];
  return (
    <time class="moment" dateTime={utc} tabIndex={tabIndex} data-utc={tooltip}>
      {text}
      {form === 'ageAndDate' ? <span class="dim"> · {date}</span> : null}
      {form === 'utc' ? null : <span class="unseen">, {utc}</span>}
    </time>
  );
}
