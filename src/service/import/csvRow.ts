import { parseIndicator } from '../../core/indicators';
import { emptyRecord, type IndicatorRecord, type Properties, type Stamps } from '../../core/records/record';
import { parseRisk, type RiskLevel } from '../../core/records/risk';
import { type LeftOut, type Said } from '../../core/records/said';
import { isNoStamp, parseStamp } from '../../core/records/stamp';
import { type Columns, type Meaning } from './csvColumns';

const riskWords: Readonly<Record<string, RiskLevel>> = {
  malicious: 'high',
  severe: 'critical',
  suspicious: 'medium',
  moderate: 'medium',
  informational: 'very low',
  info: 'very low',
  benign: 'none',
  clean: 'none',
  harmless: 'none',
};

function riskOf(word: string): RiskLevel {
  const level = parseRisk(word);
  if (level !== 'unknown') return level;
  const plain = word.trim().toLowerCase();
  return Object.hasOwn(riskWords, plain) ? (riskWords[plain] ?? 'unknown') : 'unknown';
}

/** `geo_city` and the like of an Explore CSV are properties (api-spec: “Explore CSV result”). */
function propertiesOf(cells: readonly (readonly [string, string])[]): Properties {
  const groups: Record<string, Record<string, string[]>> = {};
  for (const [name, cell] of cells) {
    const [, group = '', key = ''] = /^(geo|dns)_(\w+)$/.exec(name) ?? [];
    if (group !== '' && cell !== '') (groups[group] ??= {})[key] = [cell];
  }
  return groups;
}

function stampsOf(cell: (meaning: Meaning) => string): Stamps {
  const at = (meaning: 'added' | 'updated' | 'seen' | 'retired'): Stamps => {
    const stamp = parseStamp(cell(meaning));
    return stamp === undefined ? {} : { [meaning]: stamp };
  };
  return { ...at('added'), ...at('updated'), ...at('seen'), ...at('retired') };
}

/** What a row says of each of its indicators, whose value and type are still to be set. A threat that is named, without a risk, means high, as in STIX bundles. */
function recordOf(columns: Columns, row: readonly string[]): IndicatorRecord {
  const cell = (meaning: Meaning): string =>
    row[columns.findIndex((column) => column.meaning === meaning)]?.trim() ?? '';
  const named = columns.map((column, at) => ({ ...column, text: row[at]?.trim() ?? '' }));
  const threat = cell('threat');
  const feed = cell('feed');
  const own = riskOf(cell('risk'));
  const byThreat = own === 'unknown' && threat !== '';
  const iid = /[?&]iid=(\d+)/.exec(cell('reference'))?.[1];
  const retiredCell = cell('retired');
  const properties = propertiesOf(named.map(({ plain, text }) => [plain, text] as const));
  const others = named.filter(
    ({ meaning, plain, text }) =>
      text !== '' && (meaning === 'note' || (meaning === 'other' && plain !== 'type' && !/^(?:geo|dns)_/.test(plain))),
  );
  return {
    ...emptyRecord('', 'domain'),
    ...(iid === undefined ? {} : { iid: Number(iid) }),
    risk: byThreat ? 'high' : own,
    riskFactors: byThreat ? [{ description: `Named with ${threat}`, risk: 'high' }] : [],
    retired: cell('risk').toLowerCase() === 'retired' || (retiredCell !== '' && !isNoStamp(retiredCell)),
    stamps: stampsOf(cell),
    threats: threat === '' ? [] : [{ name: threat, risk: byThreat ? 'high' : own }],
    feeds: feed === '' ? [] : [{ name: feed }],
    properties,
    other: Object.fromEntries(others.map(({ name, text }) => [name === '' ? 'column' : name, text])),
  };
}

/** What one row says, and what of it is no indicator. */
export function readRow(
  columns: Columns,
  row: readonly string[],
): { readonly said: readonly Said[]; readonly leftOut: readonly LeftOut[] } {
  const cells = columns
    .map(({ meaning }, at) => (meaning === 'indicator' ? (row[at]?.trim() ?? '') : ''))
    .filter((cell) => cell !== '');
  if (cells.length === 0)
    return { said: [], leftOut: [{ reason: 'Row without an indicator', example: row.join(',') }] };
  const withheld = cells.filter((cell) => /^\[privacy\]$|^REDACTED/i.test(cell));
  const shared = recordOf(columns, row);
  const read = cells
    .filter((cell) => !withheld.includes(cell))
    .map((cell) => ({ cell, indicator: parseIndicator(cell) }));
  return {
    said: read.flatMap(({ indicator }) => {
      if (indicator === undefined) return [];
      const record: IndicatorRecord = { ...shared, value: indicator.value, type: indicator.type };
      return [
        { kind: 'indicator' as const, record, ...(shared.iid === undefined ? {} : { foreignId: String(shared.iid) }) },
      ];
    }),
    leftOut: [
      ...withheld.map((example) => ({ reason: 'Withheld by the service that wrote the file', example })),
      ...read
        .filter(({ indicator }) => indicator === undefined)
        .map(({ cell }) => ({ reason: 'No domain, address or URL', example: cell })),
    ],
  };
}
