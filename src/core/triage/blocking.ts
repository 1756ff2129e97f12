import { formatUtc, t, formatList } from '../../l10n';
import { isSharedHost } from '../context/sharedHost';
import { type BlockEntry, type BlockFile, blockFile, type BlockForm } from '../export/blocking';
import type { Indicator } from '../indicators/identity/types';
import type { Known } from '../records/knowledge';
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
  readonly skipped: Readonly<Record<BlockReason, number>>;
  readonly hasSample: boolean;
}

/** How rows are selected. */
export interface BlockOptions {
  /** Also asked about known indicators; default: nothing is ignored. */
  readonly isIgnored?: (indicator: Indicator) => boolean;
  /** Whether a host is blocked as a whole because URLs on it are listed, although nothing lists the host; default: false. */
  readonly hostsOfUrls?: boolean;
}

/**
 * Selects the rows with at least the risk `lowest` that can be blocked without harm: no internal, ignored, or retired
 * indicators, and no host that is shared, that lists know to be harmless, or of which only URLs are listed. A URL that
 * is rated itself is an entry wherever it is.
 */
export function blockSelection(
  rows: readonly Triaged[],
  lowest: RiskLevel,
  { isIgnored = () => false, hostsOfUrls = false }: BlockOptions = {},
): BlockSelection {
  const skipped = { belowRisk: 0, onlyUrls: 0, retired: 0, harmless: 0, reserved: 0, ignored: 0 };
  const entries = new Map<string, BlockEntry>();
  const blocked: Triaged[] = [];
  for (const row of rows) {
    const choice = isIgnored(row.indicator) ? (reasonAgainstRow(row) ?? 'ignored') : choose(row, lowest, hostsOfUrls);
    if (typeof choice === 'string') {
      skipped[choice]++;
      continue;
    }
    blocked.push(row);
    const key = `${choice.indicator.type} ${choice.indicator.value}`;
    const existing = entries.get(key);
    if (existing === undefined || riskRank(existing.risk) < riskRank(choice.risk)) entries.set(key, choice);
  }
  const hasSample = blocked.some(({ lead }) => lead?.source.kind === 'sample');
  return { entries: [...entries.values()], rows: blocked, skipped, hasSample };
}

/** The host of a URL if its risk is that of the host; otherwise the indicator itself; or why neither is blocked. */
function choose(row: Triaged, lowest: RiskLevel, hostsOfUrls: boolean): BlockEntry | BlockReason {
  const reason = reasonAgainstRow(row);
  if (reason !== undefined) return reason;
  const { indicator, host, lead, known, hostKnown } = row;
  const own = judged(row, { indicator, lead: host === undefined ? lead : known[0] }, known, lowest, hostsOfUrls);
  if (host === undefined) return own;
  const ofHost = judged(row, { indicator: host, lead }, hostKnown ?? [], lowest, hostsOfUrls);
  return typeof ofHost === 'string' && typeof own !== 'string' ? own : ofHost;
}

/** The reason why nothing of a row is blocked, whatever its risk. */
function reasonAgainstRow({ reserved, status }: Triaged): BlockReason | undefined {
  if (reserved || status === 'reserved') return 'reserved';
  return status === 'ignored' ? 'ignored' : undefined;
}

function judged(
  { contexts = [], isFalsePositive }: Triaged,
  { indicator, lead }: { readonly indicator: Indicator; readonly lead: Known | undefined },
  known: readonly Known[],
  lowest: RiskLevel,
  hostsOfUrls: boolean,
): BlockEntry | BlockReason {
  const isAtRisk = (each: Known | undefined): each is Known =>
    each !== undefined && riskRank(each.record.risk) >= riskRank(lowest);
  if (!isAtRisk(lead)) return 'belowRisk';
  // The leading statement may be about URLs on a host that another statement lists itself.
  const listed =
    hostsOfUrls || lead.source.urls === undefined ? lead : known.find(({ source }) => source.urls === undefined);
  if (!isAtRisk(listed)) return 'onlyUrls';
  if (listed.record.retired) return 'retired';
  if (indicator.type !== 'url') {
    const isHarmless = isFalsePositive === true || contexts.some(({ kind }) => kind === 'knownServices');
    if (isHarmless || isSharedHost(indicator)) return 'harmless';
  }
  return { indicator, risk: listed.record.risk };
}

/** Writes a selection in a format. Its first lines state the sample data and the rows that it skips. */
export function getBlockFile(
  form: BlockForm,
  { entries, rows, skipped, hasSample }: BlockSelection,
  { lowest, created }: { readonly lowest: RiskLevel; readonly created: UtcMillis },
): BlockFile {
  return blockFile(form, entries, {
    lowest,
    created,
    comments: (notExpressible) => {
      const parts = formatSkippedEntries(skipped, notExpressible);
      return [
        ...(hasSample ? [t('Contains fictional sample data.')] : []),
        strings.created(formatUtc(created)),
        ...(parts.length === 0 ? [] : [t('Skipped: {0}', formatList(parts))]),
        ...triageCredits(rows),
      ];
    },
  });
}

/** Texts about the entries that an export skips, by reason. */
export function formatSkippedEntries(skipped: BlockSelection['skipped'], notExpressible: number): readonly string[] {
  return [
    ...blockReasons.flatMap((reason) => (skipped[reason] === 0 ? [] : [strings.blockReason(reason, skipped[reason])])),
    ...(notExpressible === 0 ? [] : [t('{0} not supported by this format', notExpressible)]),
  ];
}
