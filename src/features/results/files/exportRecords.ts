import * as vscode from 'vscode';
import type { FoundRows } from '../../../core/records/found';
import { localStoreAddress } from '../../../core/runs';
import { besideColumn } from '../../shared/panels/columns';
import type { ExportRequest } from '../../shared/ids/commands';
import { chooseExportFormat, exportTo, confirmExport } from './exporting';
import type { ResultsParts } from '../resultsParts';
import { exportStrings } from '../strings';

/** Exports rows of another feature like results. STIX contains only records. */
export async function exportRecords(
  request: ExportRequest | undefined,
  parts: Pick<ResultsParts, 'loadResults' | 'notices'>,
): Promise<void> {
  if (request === undefined) return;
  const rows: FoundRows = { type: 'indicators', rows: request.records, unreadable: 0 };
  if (!(await confirmExport(rows))) return;
  const format = await chooseExportFormat(rows.type, request.title);
  if (format === undefined) return;
  if ((format === 'stix' || format === 'stixLines') && rows.rows.length === 0) {
    parts.notices.inform(exportStrings.noRecords());
    return;
  }
  const { stixLines, stixPieces } = await parts.loadResults();
  const header = { generated: Date.now(), query: '', limit: rows.rows.length, address: localStoreAddress };
  const text =
    format === 'stix'
      ? `${[...stixPieces(header, rows.rows, 2)].join('')}\n`
      : format === 'stixLines'
        ? [...stixLines(header, rows.rows)].join('')
        : await request.text(format);
  if (text === undefined) return;
  const isPanel = vscode.window.activeTextEditor === undefined;
  await exportTo(text, format, request.name, parts, isPanel ? besideColumn() : vscode.ViewColumn.Active);
}
