import { formatUtc } from '../../l10n';
import { isSharedHost } from '../context/sharedHost';
import { type BlockEntry, type BlockFile, blockFile, type BlockForm } from '../export/blocking';
import type { Indicator } from '../indicators/identity/types';
import type { UtcMillis } from '../records/record';
import { type RiskLevel, riskRank } from '../records/risk';
import type { Triaged } from './assess';
import { type BlockReason, blockReasons } from './blockReasons';
import { strings } from './strings';
import { triageCredits } from './triageExport';

/** The rows of a triage to block, each value once. */
export interface BlockSelection {
  readonly entries: readonly BlockEntry[];
  /** The rows of the entries. */
  readonly rows: readonly Triaged[];
  readonly leftOut: Readonly<Record<BlockReason, number>>;
  readonly hasSample: boolean;
}

/**
 * Selects the rows with at least the risk `lowest` that can be blocked without harm: not what is internal, ignored, or
 * retired, and no host that is shared or that lists know to be harmless. A URL there that is rated itself is an entry.
 * `isIgnored` is also asked about what is known.
 */
export function blockSelection(
  rows: readonly Triaged[],
  lowest: RiskLevel,
  isIgnored: (indicator: Indicator) => boolean = () => false,
): BlockSelection {
  const leftOut = { belowRisk: 0, retired: 0, harmless: 0, reserved: 0, ignored: 0 };
  const entries = new Map<string, BlockEntry>();
  const blocked: Triaged[] = [];
  for (const row of rows) {
    const reason = reasonAgainst(row, lowest) ?? (isIgnored(row.indicator) ? 'ignored' : undefined);
    if (reason !== undefined) {
      leftOut[reason]++;
      continue;
    }
    blocked.push(row);
    const risk = row.lead?.record.risk ?? 'unknown';
    const indicator = row.host ?? row.indicator;
    const key = `${indicator.type} ${indicator.value}`;
    const existing = entries.get(key);
    if (existing === undefined || riskRank(existing.risk) < riskRank(risk)) entries.set(key, { indicator, risk });
  }
  const hasSample = blocked.some(({ lead }) => lead?.source.kind === 'sample');
  return { entries: [...entries.values()], rows: blocked, leftOut, hasSample };
}

function reasonAgainst(row: Triaged, lowest: RiskLevel): BlockReason | undefined {
  const { standing, lead, contexts = [], isNoise, host, indicator } = row;
  if (row.reserved || standing === 'reserved') return 'reserved';
  if (standing === 'ignored') return 'ignored';
  if (lead === undefined || riskRank(lead.record.risk) < riskRank(lowest)) return 'belowRisk';
  if (lead.record.retired) return 'retired';
  if (indicator.type === 'url' && host === undefined) return undefined;
  const isHarmless = isNoise === true || contexts.some(({ kind }) => kind === 'harmless');
  return isHarmless || isSharedHost(host ?? indicator) ? 'harmless' : undefined;
}

/** Writes a selection in a format. Its first lines are about sample data and the rows that it leaves out. */
export function blockFileOf(
  form: BlockForm,
  { entries, rows, leftOut, hasSample }: BlockSelection,
  { lowest, created }: { readonly lowest: RiskLevel; readonly created: UtcMillis },
): BlockFile {
  return blockFile(form, entries, {
    ...{ lowest, created },
    comments: (notExpressible) => {
      const parts = leftOutParts(leftOut, notExpressible);
      return [
        ...(hasSample ? [strings.containsSample()] : []),
        strings.created(formatUtc(created)),
        ...(parts.length === 0 ? [] : [strings.leftOut(parts)]),
        ...triageCredits(rows),
      ];
    },
  });
}

/** What an export leaves out, by reason. */
export function leftOutParts(leftOut: BlockSelection['leftOut'], notExpressible: number): readonly string[] {
  return [
    ...blockReasons.flatMap((reason) => (leftOut[reason] === 0 ? [] : [strings.blockReason(reason, leftOut[reason])])),
    ...(notExpressible === 0 ? [] : [strings.notExpressible(notExpressible)]),
  ];
}
