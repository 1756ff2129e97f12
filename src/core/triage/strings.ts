import { formatNumber, plural, t } from '../../l10n';
import { riskStrings } from '../records/labels/riskStrings';
import type { RiskLevel } from '../records/risk';
import type { LookupStatus } from './assess';
import type { BlockReason } from './blockReasons';
import type { TriageState } from './triageEntry';

/** Text of a triage that rows, their filter, and exports share. */
export const strings = {
  title: (source: string) => t('Triage: {0}', source),
  created: (utc: string) => t('Created: {0}', utc),

  /** “High risk, retired”. */
  risk: (risk: RiskLevel, retired: boolean) =>
    retired ? t('{0}, retired', riskStrings.verdict(risk)) : riskStrings.verdict(risk),

  status: (status: LookupStatus): string => statuses[status](),

  line: (line: number) => t('line {0}', String(line)),
  lineAndMore: (line: number, more: number) => t('line {0} (+{1})', String(line), more),
  locationAndMore: (location: string, more: number) => `${location} (+${formatNumber(more)})`,
  span: (from: string, to: string) => `${from} – ${to}`,

  stateLabel: (state: TriageState): string => states[state](),

  // Tickets and blocklists

  blockReason: (reason: BlockReason, count: number): string => blockReasons[reason](count),
};

const blockReasons: Readonly<Record<BlockReason, (count: number) => string>> = {
  belowRisk: (count) => t('{0} below the selected risk or unrated', count),
  onlyUrls: (count) =>
    plural(count, {
      one: '{0} unlisted host with listed URLs',
      other: '{0} unlisted hosts with listed URLs',
    }),
  retired: (count) => t('{0} retired', count),
  harmless: (count) => t('{0} on shared or well-known hosts', count),
  reserved: (count) => t('{0} internal or reserved', count),
  ignored: (count) => t('{0} on the ignore list', count),
};

const statuses: Readonly<Record<LookupStatus, () => string>> = {
  found: () => t('found'),
  hostFound: () => t('host found'),
  parentFound: () => t('parent found'),
  unreadable: () => t('local store not read'),
  notLookedUp: () => t('not looked up'),
  notFound: () => t('not found'),
  wellKnown: () => t('well-known host'),
  ignored: () => t('ignored'),
  reserved: () => t('internal or reserved'),
};

const states: Readonly<Record<TriageState, () => string>> = {
  review: () => t('To Review'),
  escalate: () => t('Escalated'),
  done: () => t('Done'),
};
