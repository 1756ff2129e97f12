import type { Indicator } from '../../indicators/identity/types';
import { triageKey } from '../triageEntry';

/** An indicator that became risky after the triage of a file that contains it. */
export interface NewIndicator extends Indicator {
  /** The file, and the first location in it, from 1. */
  readonly uri: string;
  readonly line: number;
  readonly column: number;
}

/** The findings of the last checks of triaged files. */
export interface NewlyRisky {
  /** The sources of the local store at the last check; empty before the first. */
  readonly sources: string;
  /** The user has opened or dismissed the rows. */
  readonly isSeen: boolean;
  readonly rows: readonly NewIndicator[];
  /** How many older rows aren't kept, beyond {@link maxNewlyRisky}. */
  readonly dropped: number;
}

export const noNewlyRisky: NewlyRisky = { sources: '', isSeen: true, rows: [], dropped: 0 };

/** Rows that are kept; more are only counted. */
export const maxNewlyRisky = 10_000;

/** Adds rows to those that the user hasn't seen yet, and replaces those that were seen. */
export function withNewlyRisky(before: NewlyRisky, rows: readonly NewIndicator[], sources: string): NewlyRisky {
  if (rows.length === 0) return { ...before, sources };
  const { rows: unseen, dropped } = before.isSeen ? noNewlyRisky : before;
  const all = [...new Map([...unseen, ...rows].map((row) => [keyOf(row), row])).values()];
  const kept = all.slice(-maxNewlyRisky);
  return { sources, isSeen: false, rows: kept, dropped: dropped + all.length - kept.length };
}

/** Without the rows of files that are forgotten, or that are no longer risky. */
export function filterNewlyRisky(newlyRisky: NewlyRisky, isKept: (row: NewIndicator) => boolean): NewlyRisky {
  const rows = newlyRisky.rows.filter(isKept);
  if (rows.length === newlyRisky.rows.length) return newlyRisky;
  return rows.length === 0 ? { ...noNewlyRisky, sources: newlyRisky.sources } : { ...newlyRisky, rows };
}

/** How many indicators rows contain, and in how many files; an indicator of several files counts once. */
export function countNewlyRisky(rows: readonly NewIndicator[]): {
  readonly indicators: number;
  readonly files: number;
} {
  return {
    indicators: new Set(rows.map(triageKey)).size,
    files: new Set(rows.map(({ uri }) => uri)).size,
  };
}

/** News as they are stored. */
export function formatNewlyRisky(newlyRisky: NewlyRisky): string {
  return JSON.stringify(newlyRisky);
}

/** Reads {@link formatNewlyRisky}; damaged rows are skipped. */
export function parseNewlyRisky(json: string): NewlyRisky {
  const { sources, isSeen, rows, dropped } = parsed(json);
  const good = Array.isArray(rows) ? rows.slice(0, maxNewlyRisky).filter(isNewIndicator) : [];
  return {
    sources: typeof sources === 'string' ? sources : '',
    isSeen: isSeen !== false,
    rows: good,
    dropped: isNumber(dropped) ? dropped : 0,
  };
}

function isNewIndicator(row: unknown): row is NewIndicator {
  if (typeof row !== 'object' || row === null) return false;
  const { type, value, uri, line, column } = row as Readonly<Record<string, unknown>>;
  if (type !== 'domain' && type !== 'ip' && type !== 'url') return false;
  return typeof value === 'string' && isUri(uri) && isNumber(line) && isNumber(column);
}

function keyOf(row: NewIndicator): string {
  return `${triageKey(row)} ${row.uri}`;
}

/** The fields of a JSON object; none of anything else. */
function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

const maxUriLength = 8_000;

/** An address that a file can have: a scheme, and no control characters. */
function isUri(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxUriLength && /^[a-z][a-z\d+.-]*:[^\p{Cc}]+$/iu.test(value);
}

/** A count, or a location in a file. */
function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
