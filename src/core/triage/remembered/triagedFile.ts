import type { Indicator } from '../../indicators/identity/types';
import type { UtcMillis } from '../../records/record';

/** A file whose indicators are remembered since its triage. */
export interface TriagedFile {
  readonly uri: string;
  /** Its size in bytes, and when it was last modified, at the triage. */
  readonly size: number;
  readonly modified: UtcMillis;
  /** When it was triaged. */
  readonly at: UtcMillis;
  /** The number of its indicators. */
  readonly count: number;
}

/** An indicator of a triaged file. */
export interface TriagedEntry extends Indicator {
  /** Its first location, from 1. */
  readonly line: number;
  readonly column: number;
  /** Whether a risk was known when it was last assessed. */
  readonly isRisky: boolean;
}

/** The newest files are kept, up to this number and total size. */
export const maxTriagedFiles = 200;
export const maxTriagedBytes = 200 * 2 ** 20;
/** A longer header, or more text of entries, isn't ours. */
export const maxHeaderLength = 16_384;
export const maxBodyBytes = 512 * 2 ** 20;
/** No canonical indicator is longer. */
const maxValueLength = 20_000;
const maxUriLength = 8_000;

/** A stored file that can't be read; it is removed. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

const version = 1;
const types = { d: 'domain', i: 'ip', u: 'url' } as const;
const letters = { domain: 'd', ip: 'i', url: 'u' } as const;

/** The first line of a stored file. */
export function formatHeader({ uri, size, modified, at, count }: TriagedFile): string {
  return JSON.stringify({ version, uri, size, modified, at, count });
}

/** Reads {@link formatHeader}; undefined if it is damaged. */
export function readHeader(line: string): TriagedFile | undefined {
  const fields = parsed(line);
  const { uri, size, modified, at, count } = fields;
  if (fields['version'] !== version || !isUri(uri)) return undefined;
  if (!isNumber(size) || !isNumber(modified) || !isNumber(at) || !isNumber(count)) return undefined;
  return { uri, size, modified, at, count };
}

/** Whether an entry can be stored as a line. */
export function canRemember({ value }: Indicator): boolean {
  return value.length <= maxValueLength && !/[\r\n]/.test(value);
}

/** A line of a stored file. */
export function formatEntry({ type, value, line, column, isRisky }: TriagedEntry): string {
  return `${isRisky ? '!' : '-'}${letters[type]} ${line} ${column} ${value}\n`;
}

/** Reads {@link formatEntry}; undefined if it is damaged. */
export function readEntryLine(text: string): TriagedEntry | undefined {
  if (text.length > maxValueLength + 50) return undefined;
  const [, flag, letter, line, column, value] = /^([!-])([diu]) (\d{1,12}) (\d{1,12}) (.+)$/su.exec(text) ?? [];
  if (flag === undefined || value === undefined) return undefined;
  const type = types[letter as keyof typeof types];
  return { type, value, line: Number(line), column: Number(column), isRisky: flag === '!' };
}

/** An address that a file can have: a scheme, and no control characters. */
export function isUri(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxUriLength && /^[a-z][a-z\d+.-]*:[^\p{Cc}]+$/iu.test(value);
}

/** A size, a count, or a time. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The fields of a JSON object; none of anything else. */
export function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
