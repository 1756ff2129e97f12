import { allRows, type RowQuery } from '../../../../src/core/rows/rowQuery';
import { ArrayRows } from '../../../../src/features/shared/panels/panelRows';
import { queryRows, type ShownRows } from '../../../../src/core/rows/rowQuery';
import type { ResultColumn, ResultRow } from '../../../../src/webviews/messages/results';
import { riskLevels } from '../../../../src/core/records/risk';
import { riskView } from '../../../../src/core/records/labels/verdict';

/** Returns the rows in a panel that a query shows. */
export function shownRows(
  rows: readonly ResultRow[],
  columns: readonly ResultColumn[],
  query: Partial<RowQuery>,
): ShownRows {
  const empty: ResultRow = { name: '', retired: false, timestamps: {}, cells: {} };
  const risks = riskLevels.map((level) => riskView(level));
  const table = { id: '1', count: rows.length, columns, risks, rowAt: (index: number) => rows[index] ?? empty };
  return queryRows(new ArrayRows(table), { ...allRows, ...query });
}
