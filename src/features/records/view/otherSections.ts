import type { IndicatorRecord } from '../../../core/records/record';
import { parseTimestamp } from '../../../core/records/timestamp';
import { markingsOf } from '../../../core/stix/tlp';
import { formatUtc } from '../../../l10n';
import { isDescription } from '../../../core/records/labels/descriptionOf';
import { toJson } from './json';
import { stixLabels } from '../strings/fields';

const timeKeys: ReadonlySet<string> = new Set(['valid_from', 'valid_until']);

/** A key of a record that the specification does not name: its label, the original key, and its formatted values. */
export interface OtherRow {
  readonly label: string;
  readonly key: string;
  readonly values: readonly string[];
}

/** A source's description of an indicator (`about`), and everything else that the specification does not name. */
export function otherRows({ other }: IndicatorRecord): {
  readonly about: readonly OtherRow[];
  readonly other: readonly OtherRow[];
} {
  const { names } = markingsOf({ other });
  const rows = Object.entries(other)
    // The ids of markings add nothing to their names.
    .filter(([key]) => !(names.length > 0 && key === 'markings' && Object.hasOwn(other, 'object_marking_refs')))
    .map(([key, value]) => ({
      label: Object.hasOwn(stixLabels, key) ? (stixLabels[key]?.() ?? key) : key,
      key,
      values:
        names.length > 0 && (key === 'object_marking_refs' || key === 'markings')
          ? names
          : (Array.isArray(value) ? value : [value]).map((each: unknown) => formatValue(key, each)),
    }));
  return {
    about: rows.filter(({ key }) => isDescription(key)),
    other: rows.filter(({ key }) => !isDescription(key)),
  };
}

function formatValue(key: string, value: unknown): string {
  if (typeof value === 'string') {
    const at = timeKeys.has(key) ? parseTimestamp(value) : undefined;
    return at === undefined ? value : formatUtc(at);
  }
  if (typeof value !== 'object' || value === null) return toJson(value);
  const texts = new Map(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const known =
    key === 'kill_chain_phases'
      ? [texts.get('phase_name'), texts.get('kill_chain_name')]
      : key === 'external_references'
        ? [texts.get('source_name'), texts.get('external_id'), texts.get('description'), texts.get('url')]
        : [];
  const parts = known.filter((part) => part !== undefined);
  return parts.length === 0 ? toJson(value) : parts.join(' · ');
}
