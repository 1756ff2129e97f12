import { parseTimestamp, parseUsualTimestamp } from './timestamp';

const shape = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.(\d+))?\s*(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * A timestamp of STIX or TAXII as `YYYY-MM-DDTHH:MM:SS.ffffffZ`: such texts sort chronologically and keep microseconds.
 * Further digits are dropped. Undefined for anything but a timestamp with a time zone.
 */
export function exactTimestamp(text: string): string | undefined {
  // Most have this form already and only need more digits.
  if (text.length >= 20 && text.length <= 27 && text[10] === 'T' && parseUsualTimestamp(text) !== undefined)
    return `${text.slice(0, 19)}.${text.slice(20, -1).padEnd(6, '0')}Z`;
  const match = shape.exec(text.trim());
  const at = match === null ? undefined : parseTimestamp(text.trim().replace(/(\.\d{9})\d+/, '$1'));
  if (at === undefined || at < firstMillis || at > lastMillis) return undefined;
  const seconds = new Date(Math.floor(at / 1_000) * 1_000).toISOString().slice(0, 19);
  return `${seconds}.${(match?.[1] ?? '').padEnd(6, '0').slice(0, 6)}Z`;
}

/** Milliseconds in the same form. */
export function exactMillis(at: number): string {
  return `${new Date(at).toISOString().slice(0, 23)}000Z`;
}

/** Microseconds since 1970 in the same form. */
export function exactMicros(micros: number): string {
  const rest = ((micros % 1_000) + 1_000) % 1_000;
  return `${new Date((micros - rest) / 1_000).toISOString().slice(0, 23)}${String(rest).padStart(3, '0')}Z`;
}

/** The microseconds since 1970 of such a text. */
export function toMicros(exact: string): number {
  return toMillis(exact).at * 1_000 + Number(exact.slice(23, 26));
}

/** The whole milliseconds of such a text, and whether there are no further digits. */
export function toMillis(exact: string): { readonly at: number; readonly whole: boolean } {
  return { at: Date.parse(`${exact.slice(0, 23)}Z`), whole: exact.slice(23, 26) === '000' };
}

/** The previous microsecond. */
export function timestampBefore(exact: string): string {
  const { at } = toMillis(exact);
  const micros = Number(exact.slice(23, 26));
  if (micros > 0) return `${exact.slice(0, 23)}${String(micros - 1).padStart(3, '0')}Z`;
  return `${exactMillis(at - 1).slice(0, 23)}999Z`;
}

/** Years of four digits. */
const firstMillis = Date.parse('0000-01-01T00:00:00Z');
const lastMillis = Date.parse('9999-12-31T23:59:59.999Z');
