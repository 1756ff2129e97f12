import { trimTrailing } from '../text/trim';

/** A comparable STIX timestamp: whole seconds since 1970 and the digits after the decimal point. */
interface ParsedTimestamp {
  readonly seconds: number;
  /** As sent, without trailing zeros. */
  readonly fraction: string;
  /** How many digits were sent. */
  readonly digits: number;
}

const shape = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d*))?(Z|z|[+-]\d{2}:?\d{2})?$/;

function read(text: string): ParsedTimestamp | undefined {
  const match = shape.exec(text.trim());
  if (match === null) return undefined;
  const [, day = '', time = '', fraction = '', zone = 'Z'] = match;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const millis = Date.parse(`${day}T${time}${offset}`);
  if (Number.isNaN(millis)) return undefined;
  return { seconds: millis / 1_000, fraction: trimTrailing(fraction, /0/), digits: fraction.length };
}

/** Whether a text is a timestamp. */
export function isTimestamp(text: string): boolean {
  return read(text) !== undefined;
}

/** Whether a timestamp is in the future of a clock with whole seconds: `at` is in milliseconds since 1970. */
export function isFuture(text: string, at: number): boolean {
  const timestamp = read(text);
  return timestamp !== undefined && timestamp.seconds >= Math.floor(at / 1_000) + 1;
}

/** Compares two timestamps of any precision; invalid ones come first. */
export function compareTimestamps(a: string, b: string): number {
  if (a === b) return 0;
  const [x, y] = [read(a), read(b)];
  if (x === undefined || y === undefined) return (x === undefined ? 0 : 1) - (y === undefined ? 0 : 1);
  if (x.seconds !== y.seconds) return x.seconds - y.seconds;
  return x.fraction === y.fraction ? 0 : x.fraction < y.fraction ? -1 : 1;
}

/**
 * A time before `text` by `millis`, and by one unit of the last digit that the server sends, in its own format, so that
 * objects whose dates it truncates or rounds come again. The text itself if it isn't a timestamp.
 */
export function before(text: string, millis = 0): string {
  const timestamp = read(text);
  if (timestamp === undefined) return text;
  // At least milliseconds, as in the API (lookup API: “TAXII collection objects”), at most the server's precision.
  const digits = Math.max(3, Math.min(9, timestamp.digits));
  const unit = 10n ** BigInt(digits);
  const fraction = BigInt(timestamp.fraction.slice(0, digits).padEnd(digits, '0'));
  const least = timestamp.digits === 0 ? unit : 10n ** BigInt(digits - Math.min(digits, timestamp.digits));
  const whole = BigInt(timestamp.seconds) * unit + fraction - least - (BigInt(Math.round(millis)) * unit) / 1_000n;
  if (whole < 0n) return text;
  const day = new Date(Number(whole / unit) * 1_000).toISOString().slice(0, 19);
  return `${day}.${(whole % unit).toString().padStart(digits, '0')}Z`;
}
