import type { UtcMillis } from '../records/record';
import { truncateText } from '../text/visibleText';
import type { RiskLevel } from '../records/risk';
import { parseTimestamp } from '../records/timestamp';
import type { ListHead } from './listRow';

const emptyCells = new Set(['', 'none', 'n/a', '-', 'na', 'null', 'unknown']);

/** The text of a cell; `''` for the words that lists write into empty ones. */
export function filled(cell: unknown): string {
  const text = typeof cell === 'string' ? cell.trim() : typeof cell === 'number' ? String(cell) : '';
  return emptyCells.has(text.toLowerCase()) ? '' : text;
}

/** A date of a list: as the specification writes it, in seconds, `DD-MM-YYYY`, or as Excel writes it in the US. */
export function listDate(cell: unknown): UtcMillis | undefined {
  const text = filled(cell).replace('(UTC)', 'UTC');
  if (text === '') return undefined;
  if (/^\d{9,10}$/.test(text)) return Number(text) * 1000;
  const plain = text
    .replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$2-$1')
    .replace(
      /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}:\d{2}))?$/,
      (_, month: string, day: string, year: string, time = '0:00') => `${year}-${month}-${day} ${String(time)}`,
    );
  return parseTimestamp(plain) ?? (plain === text ? longDate(text) : undefined);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** “Wed, 12 Nov 2025 00:12:10 GMT”, “Tue Dec 15 15:33:38 2015 UTC”, or “Fri Sep 15 00:40:02 UTC 2017”. */
function longDate(text: string): UtcMillis | undefined {
  const found = (pattern: RegExp, within = text): string => pattern.exec(within)?.[0] ?? '';
  const time = found(/\d{2}:\d{2}:\d{2}/);
  const month = months.findIndex((name) => new RegExp(`\\b${name}`, 'i').test(text));
  const year = found(/\b(?:19|20)\d{2}\b/);
  const day = found(/\b\d{1,2}\b/, text.replace(time, ''));
  const offset = found(/[+-]\d{4}$/);
  if (month === -1 || year === '' || day === '') return undefined;
  const zone = offset === '' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3)}`;
  return parseTimestamp(`${year}-${month + 1}-${day} ${time === '' ? '00:00:00' : time}${zone}`);
}

/** A port; undefined if it isn't one. */
export function getPort(cell: unknown): number | undefined {
  const port = Number(filled(cell));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

/** A number of a cell; undefined if it isn't one. */
export function toNumber(cell: unknown): number | undefined {
  const text = filled(cell);
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** The parts of a cell with several values. */
export function parts(cell: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(cell) ? cell : filled(cell).split(',');
  return list.map(filled).filter((part) => part !== '');
}

/** A row has no more details than this, and none is longer. */
const [maxDetails, maxText] = [30, 1_000];

/** `details` of a row: only the filled ones. */
export function details(all: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const found = Object.entries(all).map(([name, cell]) => [name, truncateText(filled(cell), maxText)] as const);
  return Object.fromEntries(found.filter(([, text]) => text !== '').slice(0, maxDetails));
}

/** An address with a port, `203.0.113.9:443`; of an IPv6 address without brackets, the last group is the port. */
export function addressAndPort(text: string): { readonly address: string; readonly port?: number | undefined } {
  const match = /^\[?([^\]]*?)\]?:(\d{1,5})$/.exec(text.trim());
  return match === null ? { address: text.trim() } : { address: match[1] ?? '', port: getPort(match[2]) };
}

/** Whether a header has these columns. */
export function hasColumns({ header }: ListHead, ...names: readonly string[]): boolean {
  return names.every((name) => header.includes(name));
}

/** The risk by a confidence from 0 to 100. */
export function riskByConfidence(confidence: number): RiskLevel {
  return confidence >= 75 ? 'high' : confidence >= 50 ? 'medium' : 'low';
}

/** Words that lists write in place of the name of malware. */
const unnamed =
  /^(?:(?:unknown|unidentified|unclassified|unspecified|undefined|generic|other)(?:[ _-]+(?:malware|threat|family))?|malware)$/i;

/** Whether a text names malware or a group; a word such as “unknown” doesn't. */
export function isThreatName(text: string): boolean {
  return filled(text) !== '' && !unnamed.test(text.trim());
}

/** A meaning with the list's remarks in parentheses, such as its own number for the entry. */
export function withRemark(meaning: string, ...remarks: readonly string[]): string {
  const all = remarks.filter((remark) => remark !== '' && remark.toLowerCase() !== meaning.toLowerCase());
  if (meaning === '') return all.join(', ');
  return all.length === 0 ? meaning : `${meaning} (${all.join(', ')})`;
}
