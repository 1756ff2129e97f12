import { relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defang, findIndicators } from '../../../core/indicators';
import { defangText } from '../../../core/indicators/identity/defangText';
import type { RiskLevel } from '../../../core/records/risk';
import { truncateText, visibleText } from '../../../core/text/visibleText';
import { actualRisk, type Triaged } from '../../../core/triage/assess';
import type { Location } from '../../../core/triage/locationList';
import { formatReasons } from '../../../core/triage/triageExport';

/** A file, or a file in an archive. */
export interface FileLocation {
  readonly file: string;
  /** The name of the file in the archive. */
  readonly entry?: string;
}

/** “logs.zip!dns.log” for a file in an archive. */
export function fileLabel({ file, entry }: FileLocation): string {
  return entry === undefined ? file : `${file}!${entry}`;
}

/** A location of an indicator at risk. */
export interface Finding {
  readonly row: Triaged;
  readonly risk: RiskLevel;
  readonly location: Location;
  /** Counts the locations of the indicator in its file, from 0. */
  readonly ordinal: number;
}

/** Findings, and the number of lines at other locations. */
export interface Findings {
  readonly findings: readonly Finding[];
  readonly skippedLines: number;
}

/** How files are named by their index in locations. */
export interface FileNames {
  readonly fileOf: (file: number) => string;
  /** The name of the file in the archive that `fileOf` returns. */
  readonly entryOf?: (file: number) => string | undefined;
}

/** The locations of indicators in their order, at most `perFile` of each in a file or an archive. */
export function getFindings(rows: readonly Triaged[], perFile: number, { fileOf, entryOf }: FileNames): Findings {
  const keyOf = (file: number): number | string => (entryOf?.(file) === undefined ? file : fileOf(file));
  const findings: Finding[] = [];
  let lines = 0;
  for (const row of rows) {
    const risk = actualRisk(row);
    if (risk === undefined) continue;
    lines += row.lines;
    const counts = new Map<number | string, number>();
    for (const location of row.locations) {
      const key = keyOf(location.file);
      const ordinal = counts.get(key) ?? 0;
      counts.set(key, ordinal + 1);
      if (ordinal < perFile) findings.push({ row, risk, location, ordinal });
    }
  }
  return { findings, skippedLines: lines - findings.length };
}

const maxMessageLength = 1_000;
const maxEntryLength = 200;

/** “Critical risk: login-update[.]example (domain)”. */
export function getTitle({ row, risk }: Pick<Finding, 'row' | 'risk'>): string {
  const word = `${risk.slice(0, 1).toUpperCase()}${risk.slice(1)}`;
  const { value, type } = row.indicator;
  return `${word} risk: ${visibleText(defang(value))} (${type})`;
}

/** Untrusted text on one line, defanged, in which nothing is hidden. */
export function safeText(text: string): string {
  return visibleText(defangText(text, { findIndicators, defang }));
}

/**
 * The title with the reasons and the sources as one harmless line, and with the location in an archive, of which code hosts
 * show no lines.
 */
export function getMessage(finding: Pick<Finding, 'row' | 'risk' | 'location'>, entry?: string): string {
  const { known, hostKnown = [] } = finding.row;
  const reasons = formatReasons(finding.row).map(safeText);
  const sources = [...new Set([...known, ...hostKnown].map(({ source }) => safeText(source.name)))];
  const { line, column } = finding.location;
  const inArchive = entry === undefined ? '' : truncateText(safeText(entry), maxEntryLength);
  const more = [
    ...(entry === undefined ? [] : [`In ${inArchive}, line ${line}, column ${column}.`]),
    ...(reasons.length === 0 ? [] : [`Reasons: ${reasons.join('; ')}.`]),
    ...(sources.length === 0 ? [] : [`Sources: ${sources.join(', ')}.`]),
  ];
  return truncateText([`${getTitle(finding)}.`, ...more].join(' '), maxMessageLength);
}

/** Path of standard input in formats that need a file. */
const stdinName = 'stdin';

/** A file relative to a folder with slashes, or undefined if it is elsewhere. */
export function pathBelow(file: string, folder: string): string | undefined {
  if (file === '-') return stdinName;
  const path = relative(folder, resolve(folder, file));
  const isElsewhere = path === '' || path === '..' || path.startsWith(`..${sep}`) || resolve(path) === path;
  return isElsewhere ? undefined : path.split(sep).join('/');
}

/** The URI of a file: relative and percent-encoded, or absolute if it isn't below the folder. */
export function fileUri(file: string, folder: string): string {
  const path = pathBelow(file, folder);
  if (path === undefined) return pathToFileURL(resolve(folder, file).toWellFormed()).href;
  return path
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/');
}
