import * as vscode from 'vscode';
import type { FoundRows } from '../../core/records/found';
import { besideColumn } from '../common/columns';
import type { ExportRequest } from '../common/commands';
import { uiText } from '../common/ui';
import { chooseExportFormat, exportTo, confirmExport } from './exporting';
import type { ResultsParts } from './resultsParts';

/** Exports what another feature has found as results are: in which form, and where to. STIX holds the records alone. */
export async function exportRecords(
  request: ExportRequest | undefined,
  parts: Pick<ResultsParts, 'loadResults' | 'notices'>,
): Promise<void> {
  if (request === undefined) return;
  const rows: FoundRows = { type: 'indicators', rows: request.records, left: 0 };
  if (!(await confirmExport(rows))) return;
  const form = await chooseExportFormat(rows.type, request.title);
  if (form === undefined) return;
  if ((form === 'stix' || form === 'stixLines') && rows.rows.length === 0) {
    parts.notices.tell(uiText('Nothing is known of these rows: STIX would say nothing.'));
    return;
  }
  const { stixLines, stixPieces } = await parts.loadResults();
  const header = { generated: Date.now(), query: '', limit: rows.rows.length, address: 'local store' };
  const text =
    form === 'stix'
      ? `${[...stixPieces(header, rows.rows, 2)].join('')}\n`
      : form === 'stixLines'
        ? [...stixLines(header, rows.rows)].join('')
        : await request.text(form);
  if (text === undefined) return;
  const isPanel = vscode.window.activeTextEditor === undefined;
  await exportTo(text, form, request.name, parts, isPanel ? besideColumn() : vscode.ViewColumn.Active);
}
