import type { IndicatorType } from '../../core/indicators/types';
import type { Source } from '../../core/records/knowledge';
import type { IndicatorRecord } from '../../core/records/record';
import type { RiskWord } from '../../core/records/risk';
import { visibleText } from './visibleText';

/** Ids of the contributed colours, without the prefix `threatLookups.risk.`. */
export const riskColors = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;
export type RiskColor = (typeof riskColors)[number];

/** Codicons; `history` stands before the word “retired”, `circle-slash` before “Not known to HOST”. */
export type RiskIcon = 'flame' | 'error' | 'warning' | 'info' | 'pass' | 'question' | 'history' | 'circle-slash';

interface RiskStyle {
  readonly words: string;
  /** In the middle of a sentence: “registered 12 days ago (medium)”. */
  readonly short: string;
  readonly icon: RiskIcon;
  readonly color: RiskColor;
}

const styles: Readonly<Record<RiskWord, RiskStyle>> = {
  critical: { words: 'Critical risk', short: 'critical', icon: 'flame', color: 'critical' },
  high: { words: 'High risk', short: 'high', icon: 'error', color: 'high' },
  medium: { words: 'Medium risk', short: 'medium', icon: 'warning', color: 'medium' },
  low: { words: 'Low risk', short: 'low', icon: 'info', color: 'low' },
  'very low': { words: 'Very low risk', short: 'very low', icon: 'info', color: 'low' },
  none: { words: 'No known risk', short: 'no known risk', icon: 'pass', color: 'none' },
  unknown: { words: 'Risk unknown', short: 'unknown', icon: 'question', color: 'unknown' },
  retired: { words: 'Retired', short: 'retired', icon: 'history', color: 'unknown' },
};

/** Word, icon and colour of a risk level; the same everywhere. */
export function riskStyle(risk: RiskWord): RiskStyle {
  return styles[risk];
}

/** The id of the contributed colour; a retired finding has the dimmed colour of its risk. */
export function colorId(color: RiskColor, retired: boolean): string {
  return `threatLookups.risk.${color}${retired ? 'Dimmed' : ''}`;
}

/** A verdict in words: “High risk”, and what stands after it. */
export interface Verdict {
  readonly words: string;
  /** “set by an analyst (scored: medium)” */
  readonly manual?: string;
  readonly icon: RiskIcon;
  readonly color: RiskColor;
  readonly retired: boolean;
}

/** Says a record's risk in words, with icon and colour that repeat them. “No known risk” never becomes “safe”. */
export function verdictOf(record: IndicatorRecord): Verdict {
  const style = riskStyle(record.risk);
  return {
    words: style.words,
    ...(record.manualRisk ? { manual: overrideLabel(record) } : {}),
    icon: style.icon,
    color: style.color,
    retired: record.retired,
  };
}

/** Risk and retirement alone: “High risk · retired”. */
export function verdictLabel({ risk, retired }: Pick<IndicatorRecord, 'risk' | 'retired'>): string {
  return retired ? `${riskStyle(risk).words} · retired` : riskStyle(risk).words;
}

function overrideLabel(record: IndicatorRecord): string {
  if (record.riskRecommended === undefined) return 'set by an analyst';
  return `set by an analyst (scored: ${riskStyle(record.riskRecommended).short})`;
}

/** A service in the middle of a sentence: its host, or “the local service”. */
export function hostLabel(host: string): string {
  return host === 'local service' ? 'the local service' : visibleText(host);
}

/** The same at the beginning of a sentence. */
export function capitalizedHostLabel(host: string): string {
  return host === 'local service' ? 'The local service' : visibleText(host);
}

/** What an indicator is called in a sentence: “sends this domain there”. */
export function typeLabel(type: IndicatorType): string {
  return { domain: 'domain', ip: 'IP address', url: 'URL' }[type];
}

/** The same where it stands alone: in a cell, over a record. */
export function typeTitle(type: IndicatorType): string {
  return { domain: 'Domain', ip: 'IP address', url: 'URL' }[type];
}

/** Whom knowledge comes from, in words: “mirror “Team feed””, “in range 203.0.113.0/24 of import “block.txt””, “intel.example”. Not escaped. */
export function formatSource(source: Source): string {
  return source.range === undefined ? sourceName(source) : `in range ${source.range} of ${sourceName(source)}`;
}

function sourceName(source: Source): string {
  switch (source.kind) {
    case 'service':
      return source.name === 'local service' ? 'the local service' : source.name;
    case 'mirror':
      return `mirror “${source.name}”`;
    case 'import':
      return `import “${source.name}”`;
    case 'sample':
      return 'sample data';
    case 'scan':
      return 'a scan of the local service';
    case 'user':
      return source.name === '' ? 'your own entry' : `your own entry “${source.name}”`;
  }
}
