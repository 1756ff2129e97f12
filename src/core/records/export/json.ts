import { isoStamp } from '../stamp';
import { type Exported } from './exported';

const moments: ReadonlySet<string> = new Set([
  'added',
  'updated',
  'seen',
  'probed',
  'linked',
  'at',
  'asOf',
  'updatedLastDomain',
]);

/** A record with its source as JSON, indented, whole; moments in ISO 8601. What a source says under keys of its own stays. */
export function exportJson(exported: Exported): string {
  const told = readable(exported, '', '');
  try {
    return `${JSON.stringify(told, undefined, 2)}\n`;
  } catch {
    // Deeper than JSON can be written.
    return `${JSON.stringify(shallow(told, deepest), undefined, 2)}\n`;
  }
}

/** Levels that are written of what is nested without end. */
const deepest = 100;

function shallow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '(nested too deeply to be written)';
  if (Array.isArray(value)) return value.map((item: unknown) => shallow(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shallow(item, levels - 1)]));
}

function readable(value: unknown, key: string, holder: string): unknown {
  // `retired` is a moment among stamps and a number among counts.
  const isMoment = moments.has(key) || (key === 'retired' && holder === 'stamps');
  if (typeof value === 'number') return isMoment ? (isoStamp(value) ?? value) : value;
  if (key === 'other' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => readable(item, '', key));
  // Keys of properties and attributes are the service's, whatever they are called.
  if (key === 'properties' || key === 'attributes' || key === 'breakdowns') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, readable(item, name, key)]));
}
