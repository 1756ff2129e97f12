/** Ages in words, for both sides: a panel that stays open says them anew by itself. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A span in the largest unit that says enough: “40 s”, “5 min”, “2 h”, “3 days”, “4 months”, “2 years”. Milliseconds in. */
export function formatDuration(millis: number): string {
  const span = Math.abs(millis);
  if (span < minute) return `${Math.max(1, Math.ceil(span / second))} s`;
  if (span < hour) return `${Math.floor(span / minute)} min`;
  if (span < 2 * day) return `${Math.floor(span / hour)} h`;
  if (span < 60 * day) return `${Math.floor(span / day)} days`;
  if (span < 730 * day) return `${Math.floor(span / (30.44 * day))} months`;
  return `${Math.floor(span / (365.25 * day))} years`;
}

/** How long ago: “just now” within a minute, else as {@link formatDuration} with “ago”; a time ahead reads “in 3 days”. */
export function formatAge(at: number, now: number): string {
  if (Math.abs(now - at) < minute) return 'just now';
  return at > now ? `in ${formatDuration(at - now)}` : `${formatDuration(now - at)} ago`;
}
