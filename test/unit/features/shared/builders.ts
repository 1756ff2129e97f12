import type { LookupResult } from '../../../../src/core/lookups/types';
import type { Known } from '../../../../src/core/records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import type { Line } from '../../../../src/features/shared/text/safeMarkdown';
import { setLocale } from '../../../../src/l10n';
import type { HoverContext } from '../../../../src/features/hover/hoverContext';

setLocale({ language: 'en', timeZone: 'UTC' });

/** 20 November 2026, noon UTC. */
export const now = Date.UTC(2026, 10, 20, 12);
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export function record(change: Partial<IndicatorRecord> = {}): IndicatorRecord {
  return { ...emptyRecord('login-update.example', 'domain'), risk: 'high', ...change };
}

export function known(change: Partial<IndicatorRecord> = {}, about: Partial<Omit<Known, 'record'>> = {}): Known {
  return {
    kind: 'known',
    source: { kind: 'service', name: 'intel.example' },
    asOf: now - 5 * minute,
    detail: 'full',
    record: record(change),
    ...about,
  };
}

export function result(change: Partial<LookupResult> = {}): LookupResult {
  return {
    indicator: { type: 'domain', value: 'login-update.example' },
    known: [],
    notFound: [],
    state: { kind: 'settled' },
    ...change,
  };
}

export const context: HoverContext = {
  offerSample: true,
  now,
  displayForm: (value) => value,
  defang: (value) => value.replaceAll('.', '[.]').replace(/^http/, 'hxxp'),
  defangText: (text) => text.replaceAll('.', '[.]'),
  offerService: true,
  canAsk: true,
};

/** The visible text of a line: words and, in brackets, links and icons. */
export function readable(line: Line): string {
  return line
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'icon' ? `(${part.icon})` : part.kind === 'link' ? `[${part.label}]` : ' ';
    })
    .join('');
}

export function readableLines(lines: readonly Line[]): string[] {
  return lines.map(readable);
}
