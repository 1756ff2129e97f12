import { parseRisk } from '../records/risk';
import { emptyThreatDetails, type ThreatRecord } from '../records/threat';
import { cellText } from '../export/csvCell';
import { isRedacted } from '../text/redactedCell';
import { csvReader } from './csvReader';

/**
 * Reads a CSV of threats, which isn't specified: a column `threat` or `name`, and optionally `category`, `risk`, and `tid`.
 * Undefined without a column for the name.
 */
export function readThreatsCsv(
  text: string,
): { readonly rows: readonly ThreatRecord[]; readonly unreadable: number } | undefined {
  const reader = csvReader();
  const items = [...reader.push(text), ...reader.end().items];
  const [header, ...lines] = items.flatMap((item) => (item.kind === 'row' ? [item.cells] : []));
  const names = header?.map((name) => name.trim().toLowerCase()) ?? [];
  const nameAt = ['threat', 'name'].map((name) => names.indexOf(name)).find((at) => at >= 0);
  if (nameAt === undefined) return undefined;
  const cell = (line: readonly string[], name: string): string => line[names.indexOf(name)]?.trim() ?? '';
  const rows = lines.flatMap((line): readonly ThreatRecord[] => {
    const name = cellText(line[nameAt]?.trim() ?? '');
    if (name === '' || isRedacted(name)) return [];
    const category = cellText(cell(line, 'category'));
    const tid = /^\d{1,15}$/.test(cell(line, 'tid')) ? Number(cell(line, 'tid')) : undefined;
    return [
      {
        name,
        ...(tid === undefined ? {} : { tid }),
        ...(category === '' ? {} : { category }),
        risk: parseRisk(cell(line, 'risk')),
        retired: cell(line, 'risk').toLowerCase() === 'retired',
        ...emptyThreatDetails,
      },
    ];
  });
  return { rows, unreadable: lines.length - rows.length };
}
