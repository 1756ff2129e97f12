import { emptyRecord, type IndicatorRecord } from '../records/record';
import type { SkippedItem, Statement } from '../records/statement';
import { truncateText } from '../text/visibleText';
import type { ListRow, ListSink } from './listRow';
import { targetsOf } from './targets';

/** Turns what a list says into statements, and counts what is left out. */
export class StatementSink implements ListSink {
  statements: Statement[] = [];
  skipped: SkippedItem[] = [];
  /** Rows taken and left out since the last `flush`. */
  objects = 0;

  take(row: ListRow): void {
    this.objects++;
    const { indicators, reason } = targetsOf(row.value);
    if (reason !== undefined) {
      this.skipped.push({ reason, example: row.value });
      return;
    }
    const record = recordOf(row);
    const descriptive = row.kind === 'malicious' || row.kind === 'blocked' ? {} : { descriptive: true };
    for (const { type, value } of indicators) {
      this.statements.push({ kind: 'indicator', record: { ...record, type, value }, ...descriptive });
    }
  }

  skip(reason: SkippedItem['reason'], example: string): void {
    this.objects++;
    this.skipped.push({ reason, example });
  }

  /** What was read since the last call. */
  flush(): {
    readonly objects: number;
    readonly statements: readonly Statement[];
    readonly skipped: readonly SkippedItem[];
  } {
    const { objects, statements, skipped } = this;
    [this.objects, this.statements, this.skipped] = [0, [], []];
    return { objects, statements, skipped };
  }
}

const [maxMeaning, maxThreats] = [300, 20];

/** The record of a row, without value and type. */
function recordOf(row: ListRow): IndicatorRecord {
  const { risk = 'unknown', threats = [], port, place, firstSeen, lastSeen, reference } = row;
  const meaning = row.meaning === undefined ? undefined : truncateText(row.meaning, maxMeaning);
  const geo = {
    ...(place?.country === undefined ? {} : { countrycode: [place.country] }),
    ...(place?.city === undefined ? {} : { city: [place.city] }),
    ...(place?.asn === undefined ? {} : { asn: [place.asn] }),
    ...(place?.organization === undefined ? {} : { org: [place.organization] }),
  };
  const other = {
    ...(meaning === undefined || risk !== 'unknown' ? {} : { listed: meaning }),
    ...(reference === undefined || reference === '' ? {} : { reference }),
    ...row.details,
  };
  return {
    ...emptyRecord('', 'domain'),
    risk,
    riskFactors: risk === 'unknown' || meaning === undefined ? [] : [{ description: meaning, risk }],
    timestamps: {
      ...(firstSeen === undefined ? {} : { added: firstSeen }),
      ...(lastSeen === undefined ? {} : { seen: lastSeen }),
    },
    threats: threats
      .slice(0, maxThreats)
      .map(({ name, category }) => ({ name: truncateText(name, 200), category, risk })),
    attributes: port === undefined ? {} : { port: [[String(port)]] },
    properties: Object.keys(geo).length === 0 ? {} : { geo },
    other,
  };
}
