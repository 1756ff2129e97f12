import type { IndicatorType } from '../../indicators/identity/types';
import { t } from '../../../l10n';
import { visibleText } from '../../text/visibleText';
import type { Known, Source } from '../knowledge';
import type { IndicatorRecord } from '../record';
import { riskRank, type RiskWord } from '../risk';
import { isLocalHost } from '../sourceId';
import { riskStrings } from './riskStrings';

/** IDs of the contributed colors, without the prefix `threatLookups.risk.`. */
export type RiskColor = 'critical' | 'high' | 'medium' | 'low' | 'none' | 'unknown';

/** Codicons; `history` precedes “retired”, `circle-slash` “Not known to HOST”. */
type RiskIcon =
  'flame' | 'error' | 'warning' | 'info' | 'arrow-circle-down' | 'pass' | 'question' | 'history' | 'circle-slash';

interface RiskStyle {
  readonly label: string;
  /** Within a sentence: “registered 12 days ago (medium)”. */
  readonly short: string;
  readonly icon: RiskIcon;
  readonly color: RiskColor;
}

const styles: Readonly<Record<RiskWord, Pick<RiskStyle, 'icon' | 'color'>>> = {
  critical: { icon: 'flame', color: 'critical' },
  high: { icon: 'error', color: 'high' },
  medium: { icon: 'warning', color: 'medium' },
  low: { icon: 'info', color: 'low' },
  'very low': { icon: 'arrow-circle-down', color: 'low' },
  none: { icon: 'pass', color: 'none' },
  unknown: { icon: 'question', color: 'unknown' },
  retired: { icon: 'history', color: 'unknown' },
};

/** Label, icon, and color of a risk level, the same everywhere. */
export function riskStyle(risk: RiskWord): RiskStyle {
  return { label: riskStrings.verdict(risk), short: riskStrings.level(risk), ...styles[risk] };
}

/** A risk as panels show it: `level` 0 (unknown) to 6 (critical) fills a bar. */
export function riskView(risk: RiskWord): Pick<RiskStyle, 'label' | 'icon' | 'color'> & { readonly level: number } {
  const { label, icon, color } = riskStyle(risk);
  return { label, icon, color, level: riskRank(risk) };
}

/** The ID of the contributed color; a retired indicator has the dimmed color of its risk. */
export function colorId(color: RiskColor, retired: boolean): string {
  return retired ? `threatLookups.risk.${color}Dimmed` : `threatLookups.risk.${color}`;
}

/** A verdict: “High risk” with its notes. */
export interface Verdict {
  readonly label: string;
  /** “set manually (automatic score: medium)” */
  readonly manual?: string;
  /** “high when last seen” */
  readonly aged?: string;
  readonly icon: RiskIcon;
  readonly color: RiskColor;
  readonly retired: boolean;
}

/** The risk of a record with a matching icon and color. “No known risk” never becomes “safe”. */
export function getVerdict(record: IndicatorRecord): Verdict {
  const { label, icon, color } = riskStyle(record.risk);
  return {
    label,
    manual: record.manualRisk ? overrideLabel(record) : undefined,
    aged: record.riskWhenSeen === undefined ? undefined : agedLabel(record, riskStrings.level(record.riskWhenSeen)),
    icon,
    color,
    retired: record.retired,
  };
}

/** An entry without a last date has the age of its last change. */
function agedLabel({ timestamps }: IndicatorRecord, risk: string): string {
  return timestamps.seen === undefined ? t('{0} when listed', risk) : t('{0} when last seen', risk);
}

/** Only risk and retirement: “High risk · retired”. */
export function verdictLabel({ risk, retired }: Pick<IndicatorRecord, 'risk' | 'retired'>): string {
  return retired ? t('{0} · retired', riskStrings.verdict(risk)) : riskStrings.verdict(risk);
}

/** Notes after a verdict: that the user set it, its risk in earlier years, and that the data is fictional. */
export function verdictNotes({ record, source }: Pick<Known, 'record' | 'source'>): readonly string[] {
  const { manual, aged } = getVerdict(record);
  const sample = source.kind === 'sample' ? t('sample') : undefined;
  return [manual, aged, sample].filter((note) => note !== undefined);
}

function overrideLabel({ riskRecommended }: IndicatorRecord): string {
  return riskRecommended === undefined
    ? riskStrings.setManually()
    : riskStrings.setManuallyFrom(riskStrings.level(riskRecommended));
}

/** A service within a sentence: its host, or “the local service”. */
export function hostLabel(host: string): string {
  return isLocalHost(host) ? t('the local service') : visibleText(host);
}

/** Like {@link hostLabel}, but at the start of a sentence. */
export function capitalizedHostLabel(host: string): string {
  return isLocalHost(host) ? t('The local service') : visibleText(host);
}

/** An indicator's type within a sentence: “sends this domain”. */
export function typeLabel(type: IndicatorType): string {
  return { domain: () => t('domain'), ip: () => t('IP address'), url: () => t('URL') }[type]();
}

/** The type on its own: in a cell, above a record. */
export function typeTitle(type: IndicatorType): string {
  return { domain: () => t('Domain'), ip: () => t('IP address'), url: () => t('URL') }[type]();
}

/** Why a source rates a subdomain of one that it rates: “Subdomain of evil.example, listed high by block.txt”. Not escaped. */
export function parentReason(source: Source, { name, risk }: NonNullable<Source['parent']>): string {
  const [level, by] = [riskStrings.level(risk), shortSource(source)];
  return source.kind === 'import' || source.kind === 'mirror'
    ? t('Subdomain of {0}, listed as {1} risk by {2}', name, level, by)
    : t('Subdomain of {0}, rated {1} risk by {2}', name, level, by);
}

/** A source: “mirror “Team feed””, “range 203.0.113.0/24 in import “block.txt””, “intel.example”. Not escaped. */
export function formatSource(source: Source): string {
  if (source.urls !== undefined) return t('listed URLs on this host in {0}', sourceName(source));
  return source.range === undefined ? sourceName(source) : inRange(source.range, sourceName(source));
}

/**
 * Like {@link formatSource}, but without the kind of source, for lists of sources: “Team feed”, “range 203.0.113.0/24
 * in block.txt”.
 */
export function shortSource(source: Source): string {
  const name = source.kind === 'mirror' || source.kind === 'import' ? source.name : sourceName(source);
  return source.range === undefined ? name : inRange(source.range, name);
}

function inRange(range: string, source: string): string {
  return range.startsWith('*.')
    ? t('subdomain of {0} in {1}', range.slice(2), source)
    : t('range {0} in {1}', range, source);
}

function sourceName({ kind, name }: Source): string {
  if (kind !== 'service')
    return {
      mirror: () => `“${name}”`,
      import: () => t('import “{0}”', name),
      sample: () => t('sample data'),
      scan: () => t('a scan by the local service'),
      user: () => (name === '' ? t('your own entry') : t('your own entry “{0}”', name)),
    }[kind]();
  return isLocalHost(name) ? t('the local service') : name;
}
