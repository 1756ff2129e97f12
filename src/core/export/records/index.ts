import type { ExportedAnnotation } from '../annotationColumns';
import { stixNote, stixTeamNote } from '../results/stixNote';
import { stixBundle, stixIndicators } from '../results/stixBundle';
import type { IndicatorRecord, UtcMillis } from '../../records/record';
import { limitDepth } from '../../text/nesting';
import { isoTimestamp } from '../../records/timestamp';
import type { Exported } from './exported';

const timeKeys: ReadonlySet<string> = new Set([
  'added',
  'updated',
  'seen',
  'probed',
  'linked',
  'at',
  'asOf',
  'updatedLastDomain',
]);

/** Names in the export that differ from those in code: other programs read them. */
const exportedNames: Readonly<Record<string, string>> = { timestamps: 'stamps' };

function exportedName(name: string): string {
  return Object.hasOwn(exportedNames, name) ? (exportedNames[name] ?? name) : name;
}

/** A record with its source as indented JSON; timestamps in ISO 8601. Other keys of a source are unchanged. */
export function exportJson(exported: Exported): string {
  return `${JSON.stringify(limitDepth(readable(exported, '', '')), undefined, 2)}\n`;
}

/** Objects whose keys belong to the service, whatever their names. */
const untrustedKeys: ReadonlySet<string> = new Set(['properties', 'attributes', 'breakdowns']);

function readable(value: unknown, key: string, holder: string): unknown {
  if (typeof value === 'number') return isTime(key, holder) ? (isoTimestamp(value) ?? value) : value;
  if (key === 'other' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => readable(item, '', key));
  if (untrustedKeys.has(key)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [exportedName(name), readable(item, name, key)]),
  );
}

/** `retired` is a time among timestamps and a number among counts. */
function isTime(key: string, holder: string): boolean {
  return timeKeys.has(key) || (key === 'retired' && exportedName(holder) === 'stamps');
}

export { exportCsv, exportLinksCsv } from './csv';
export { type Exported, type ExportedLinks, otherStatement } from './exported';
export { exportMarkdown } from './markdown';
export type { MarkdownContext } from './markdownLines';
export { exportGroupStix } from './groupStix';

/**
 * A record as a STIX 2.1 bundle: identity, extension definition, indicator (lookup API: “Explore STIX result”), and notes
 * with what the user, and a team, wrote about it. `now` replaces unknown timestamps.
 */
export function exportStix(record: IndicatorRecord, now: UtcMillis, annotation: ExportedAnnotation = {}): string {
  const indicators = [...stixIndicators([record], now)];
  const about = indicators.find(({ type }) => type === 'indicator');
  const isAnnotated = annotation.note !== undefined || (annotation.tags ?? []).length > 0;
  const notes = about === undefined || !isAnnotated ? [] : [stixNote(about, annotation, now)];
  const { judgment } = record;
  const ofTeam = about === undefined || judgment === undefined ? [] : [stixTeamNote(about, judgment)];
  return `${[...stixBundle(`${now}:${record.value}`, [...indicators, ...notes, ...ofTeam], 2)].join('')}\n`;
}
