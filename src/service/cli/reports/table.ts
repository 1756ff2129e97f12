import { defang, findIndicators } from '../../../core/indicators';
import { defangText } from '../../../core/indicators/identity/defangText';
import { truncateMiddle, truncateText } from '../../../core/text/visibleText';
import { hasKnowledge, standingWords, type Triaged } from '../../../core/triage/assess';
import { formatReasons, locationLabel } from '../../../core/triage/triageExport';
import { safeLine, type Output, type Piece } from '../output';
import { actualRisk } from './findings';

const widest = { indicator: 50, place: 40 };
const leastReasons = 20;

const styles: Readonly<Record<string, Piece['style']>> = {
  critical: 'magenta',
  high: 'red',
  medium: 'yellow',
  low: 'blue',
  'very low': 'blue',
};

interface Line {
  readonly risk: string;
  readonly indicator: string;
  readonly count: string;
  readonly place: string;
  readonly reasons: string;
  readonly style: Piece['style'];
}

/** Prints what is known about indicators as a table for people, and how many there are. */
export async function printTable(
  rows: readonly Triaged[],
  fileOf: (file: number) => string,
  io: Pick<Output, 'line' | 'columns'>,
): Promise<void> {
  const known = rows.filter(hasKnowledge);
  const lines: readonly Line[] = known.map((row) => lineOf(row, fileOf));
  if (lines.length > 0) {
    const head = { risk: 'RISK', indicator: 'INDICATOR', count: 'COUNT', place: 'FIRST', reasons: 'REASONS' };
    const all: readonly Line[] = [{ ...head, style: 'bold' }, ...lines];
    const width = (name: 'risk' | 'indicator' | 'count' | 'place'): number =>
      Math.max(...all.map((line) => line[name].length));
    const widths = { risk: width('risk'), indicator: width('indicator'), count: width('count'), place: width('place') };
    const used = Object.values(widths).reduce((sum, each) => sum + each + 2, 0);
    const left = Math.max(leastReasons, io.columns - used);
    for (const [index, { risk, indicator, count, place, reasons, style }] of all.entries()) {
      const rest = [indicator.padEnd(widths.indicator), count.padStart(widths.count), place.padEnd(widths.place)];
      await io.line([
        { text: risk.padEnd(widths.risk), style },
        { text: `  ${rest.join('  ')}  ${truncateText(reasons, left)}`, style: index === 0 ? 'bold' : undefined },
      ]);
    }
  }
  const others = rows.length - known.length;
  const counts = `${known.length} of ${rows.length} indicators known`;
  await io.line([{ text: others === 0 ? counts : `${counts}; the others aren't listed`, style: 'dim' }]);
}

function lineOf(row: Triaged, fileOf: (file: number) => string): Line {
  const { lead, standing } = row;
  const risk = actualRisk(row);
  const word = lead === undefined ? standingWords[standing] : lead.record.risk;
  return {
    risk: lead?.record.retired === true ? `${word}, retired` : word,
    indicator: safeLine(truncateMiddle(defang(row.indicator.value), widest.indicator)),
    count: String(row.lines),
    place: safeLine(truncateMiddle(locationLabel(row, { fileOf }), widest.place)),
    reasons: safeLine(
      formatReasons(row)
        .map((text) => defangText(text, { findIndicators, defang }))
        .join('; '),
    ),
    style: risk === undefined ? 'dim' : styles[risk],
  };
}
