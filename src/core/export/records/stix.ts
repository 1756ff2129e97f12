import type { ExportedAnnotation } from '../annotationColumns';
import { stixNote } from '../results/stixNote';
import { stixBundle, stixIndicators } from '../results/stixBundle';
import type { IndicatorRecord, UtcMillis } from '../../records/record';

/**
 * A record as a STIX 2.1 bundle: identity, extension definition, indicator (api-spec: “Explore STIX result”), and a note
 * with what the user wrote about it. `now` replaces unknown timestamps.
 */
export function exportStix(record: IndicatorRecord, now: UtcMillis, annotation: ExportedAnnotation = {}): string {
  const indicators = [...stixIndicators([record], now)];
  const about = indicators.find(({ type }) => type === 'indicator');
  const isAnnotated = annotation.note !== undefined || (annotation.tags ?? []).length > 0;
  const notes = about === undefined || !isAnnotated ? [] : [stixNote(about, annotation, now)];
  return `${[...stixBundle(`${now}:${record.value}`, [...indicators, ...notes], 2)].join('')}\n`;
}
