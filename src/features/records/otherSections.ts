import type { IndicatorRecord } from '../../core/records/record';
import { parseTimestamp } from '../../core/records/timestamp';
import { markingsOf } from '../../core/stix/tlp';
import { formatUtc } from '../common/ages';
import { isDescription } from '../../core/records/descriptionOf';
import { toJson } from './json';

/** What people call the properties that STIX bundles bring (STIX 2.1, 3.2 and 4.7). */
const labels: Readonly<Record<string, string>> = {
  id: 'STIX id',
  name: 'Name',
  title: 'Title',
  description: 'Description',
  confidence: 'Confidence',
  labels: 'Labels',
  indicator_types: 'Indicator types',
  kill_chain_phases: 'Kill chain phases',
  external_references: 'References',
  object_marking_refs: 'Markings',
  markings: 'Markings',
  valid_from: 'Valid from',
  valid_until: 'Valid until',
  lang: 'Language',
};

const timeKeys: ReadonlySet<string> = new Set(['valid_from', 'valid_until']);

/** One key of a record that the specification does not name: its label, the key as it came, its values in words. */
export interface OtherRow {
  readonly label: string;
  readonly key: string;
  readonly values: readonly string[];
}

/** What a source writes of an indicator (`about`), and everything else that the specification does not name. */
export function otherRows({ other }: IndicatorRecord): {
  readonly about: readonly OtherRow[];
  readonly other: readonly OtherRow[];
} {
  const { names } = markingsOf({ other });
  const rows = Object.entries(other)
    // Where markings have names, their ids say nothing more.
    .filter(([key]) => !(names.length > 0 && key === 'markings' && Object.hasOwn(other, 'object_marking_refs')))
    .map(([key, value]) => ({
      label: Object.hasOwn(labels, key) ? (labels[key] ?? key) : key,
      key,
      values:
        names.length > 0 && (key === 'object_marking_refs' || key === 'markings')
          ? names
          : (Array.isArray(value) ? value : [value]).map((each: unknown) => words(key, each)),
    }));
  return {
    about: rows.filter(({ key }) => isDescription(key)),
    other: rows.filter(({ key }) => !isDescription(key)),
  };
}

function words(key: string, value: unknown): string {
  if (typeof value === 'string') {
    const at = timeKeys.has(key) ? parseTimestamp(value) : undefined;
    return at === undefined ? value : formatUtc(at);
  }
  if (typeof value !== 'object' || value === null) return toJson(value);
  const texts = new Map(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const told =
    key === 'kill_chain_phases'
      ? [texts.get('phase_name'), texts.get('kill_chain_name')]
      : key === 'external_references'
        ? [texts.get('source_name'), texts.get('external_id'), texts.get('description'), texts.get('url')]
        : [];
  const parts = told.filter((part) => part !== undefined);
  return parts.length === 0 ? toJson(value) : parts.join(' · ');
}
