import type { IndicatorRecord } from '../../core/records/record';
import type { ThreatRecord } from '../../core/records/threat';
import type { Statement } from '../../core/records/statement';
import type { Store } from '../../core/store/store';

/** Rows per transaction. */
const batchSize = 500;

/** Saves query results as the current data of a source with this name. */
export function saveResults(
  store: Pick<Store, 'beginImport'>,
  {
    name,
    indicators,
    threats,
  }: {
    readonly name: string;
    readonly indicators: readonly IndicatorRecord[];
    readonly threats: readonly ThreatRecord[];
  },
) {
  const statements: readonly Statement[] = [
    ...indicators.map((record): Statement => ({
      kind: 'indicator',
      record,
      foreignId: record.iid === undefined ? undefined : String(record.iid),
    })),
    ...threats.map(({ name: threat, category, risk, otherNames, description }): Statement => {
      const details = { aliases: otherNames, description };
      return { kind: 'threat', name: threat, risk, details, category };
    }),
  ];
  const run = store.beginImport({ kind: 'import', name });
  for (let at = 0; at < statements.length; at += batchSize) run.take(statements.slice(at, at + batchSize));
  const { counts } = run.finish();
  return {
    added: counts.added,
    updated: counts.updated,
    unchanged: counts.unchanged + counts.again,
    threats: counts.threats,
  };
}
