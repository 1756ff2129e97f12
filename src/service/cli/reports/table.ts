import { defang, findIndicators } from '../../../core/indicators';
import { defangText } from '../../../core/indicators/identity/defangText';
import { truncateMiddle, truncateText } from '../../../core/text/visibleText';
import type { RiskLevel } from '../../../core/records/risk';
import { actualRisk, hasKnowledge, statusWords, type Triaged } from '../../../core/triage/assess';
import { seenIn } from '../../../core/triage/observed';
import { formatReasons, locationLabel, type TriageFormatters } from '../../../core/triage/triageExport';
import { safeLine, type Output, type StyledText } from '../output';

const widest = { indicator: 50, location: 40, client: 40 };
const leastReasons = 20;

const styles: Readonly<Record<string, StyledText['style']>> = {
  critical: 'magenta',
  high: 'red',
  medium: 'yellow',
  low: 'blue',
  'very low': 'blue',
};

/** Titles of the columns, in their order; the reasons follow. */
const titles = {
  risk: 'RISK',
  indicator: 'INDICATOR',
  lines: 'LINES',
  clients: 'CLIENTS',
  firstSeen: 'FIRST IN LOG (UTC)',
  lastSeen: 'LAST IN LOG (UTC)',
  location: 'FIRST',
} as const;
type ColumnName = keyof typeof titles;

/** Columns to omit, in this order, if a terminal has no room for the reasons. */
const dispensable: readonly ColumnName[] = ['location', 'lastSeen', 'firstSeen'];

export interface Line {
  readonly cells: Readonly<Record<ColumnName, string>>;
  readonly reasons: string;
  readonly style: StyledText['style'];
}

/** Which of the indicators found are shown. */
export interface ShownRisks {
  /** The lowest risk of those shown; undefined for all. */
  readonly lowest: RiskLevel | undefined;
  /** Number of indicators of any risk. */
  readonly total: number;
}

/** Prints what is known about indicators as a table for people, and how many there are. */
export async function printTable(
  rows: readonly Triaged[],
  shown: ShownRisks,
  formatters: Pick<TriageFormatters, 'fileOf' | 'timelineUnit'>,
  io: Pick<Output, 'line' | 'columns'>,
): Promise<void> {
  const known = rows.filter(hasKnowledge);
  const lines = known.map((row) => lineOf(row, formatters));
  if (lines.length > 0) {
    await printLines(lines, io);
  }
  const samples = rows.filter((row) => row.isSampleSkipped === true && !hasKnowledge(row)).length;
  const skipped = samples === 0 ? '' : `; ${samples} only in the sample data, which is ignored beside other data`;
  await io.line([{ text: countsText(known.length, shown) + skipped, style: 'dim' }]);
}

function countsText(listed: number, { lowest, total }: ShownRisks): string {
  if (total === 0) return 'No indicators found';
  const counts = `${listed === 0 ? 'None' : listed} of ${total} ${total === 1 ? 'indicator' : 'indicators'}`;
  if (lowest !== undefined) return `${counts} ${listed > 1 ? 'have' : 'has'} at least ${lowest} risk`;
  return `${counts} found in the store${listed === 0 || listed === total ? '' : "; the others aren't listed"}`;
}

/** Prints lines in columns below their titles, and texts between them as they are. Columns without any text are skipped. */
export async function printLines(all: readonly (Line | string)[], io: Pick<Output, 'line' | 'columns'>): Promise<void> {
  const content = all.filter((line) => typeof line !== 'string');
  const head: Line = { cells: titles, reasons: 'REASONS', style: 'bold' };
  const lines = [head, ...content];
  const names = (Object.keys(titles) as ColumnName[]).filter((name) => content.some(({ cells }) => cells[name] !== ''));
  const widths = new Map(names.map((name) => [name, Math.max(...lines.map(({ cells }) => cells[name].length))]));
  const used = (): number => [...widths.values()].reduce((sum, each) => sum + each + 2, 0);
  // Files are also named by the other formats, who and when it was matters more.
  const isObserved = widths.has('clients') || widths.has('firstSeen');
  for (const name of isObserved ? dispensable : []) if (used() + leastReasons > io.columns) widths.delete(name);
  const left = Math.max(leastReasons, io.columns - used());
  for (const line of [head, ...all]) {
    if (typeof line === 'string') {
      await io.line([{ text: '' }]);
      await io.line([{ text: line, style: 'bold' }]);
      continue;
    }
    const { cells, reasons, style } = line;
    const texts = Array.from(widths, ([name, width]) =>
      name === 'lines' ? cells[name].padStart(width) : cells[name].padEnd(width),
    );
    const [risk = '', ...rest] = texts;
    await io.line([
      { text: risk, style },
      { text: `  ${[...rest, truncateText(reasons, left)].join('  ')}`, style: line === head ? 'bold' : undefined },
    ]);
  }
}

function lineOf(row: Triaged, { fileOf, timelineUnit }: Pick<TriageFormatters, 'fileOf' | 'timelineUnit'>): Line {
  return knownLine(row, {
    lines: row.lines,
    clients: clientsCell(row),
    ...seenIn(row, timelineUnit),
    location: safeLine(truncateMiddle(locationLabel(row, { fileOf }), widest.location)),
  });
}

/** A line about a row, with what its lines are, and when the first and the last of them was written, in ISO 8601. */
export function knownLine(
  row: Triaged,
  observed: {
    readonly lines: number;
    readonly clients: string;
    readonly firstSeen: string | null;
    readonly lastSeen: string | null;
    readonly location: string;
  },
): Line {
  const { lead, status } = row;
  const risk = actualRisk(row);
  const word = lead === undefined ? statusWords[status] : lead.record.risk;
  const { lines, clients, firstSeen, lastSeen, location } = observed;
  return {
    cells: {
      risk: lead?.record.retired === true ? `${word}, retired` : word,
      indicator: safeLine(truncateMiddle(defang(row.indicator.value), widest.indicator)),
      lines: String(lines),
      clients,
      firstSeen: firstSeen?.slice(0, 19).replace('T', ' ') ?? '',
      lastSeen: lastSeen?.slice(0, 19).replace('T', ' ') ?? '',
      location,
    },
    reasons: safeLine(
      formatReasons(row)
        .map((text) => defangText(text, { findIndicators, defang }))
        .join('; '),
    ),
    style: risk === undefined ? 'dim' : styles[risk],
  };
}

/** “10.20.7.91 +2”: the client with the most lines, and how many others there are. */
function clientsCell({ clients }: Triaged): string {
  const [first] = clients?.top ?? [];
  if (clients === undefined || first === undefined) return '';
  const more = clients.count - 1;
  const name = safeLine(truncateMiddle(first.name, widest.client));
  return more > 0 || clients.isMore ? `${name} +${more}${clients.isMore ? ' or more' : ''}` : name;
}
