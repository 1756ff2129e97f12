import * as vscode from 'vscode';
import type { FoundRows } from '../../../core/records/found';
import { besideColumn } from '../../shared/panels/columns';
import type { ExportRequest } from '../../shared/ids/commands';
import { chooseFormat, exportTo, confirmExport } from './exporting';
import type { ResultsParts } from '../resultsParts';

/** Exports rows of another feature like results. */
export async function exportRecords(
  request: ExportRequest | undefined,
  parts: Pick<ResultsParts, 'notices'>,
): Promise<void> {
  if (request === undefined) return;
  const rows: FoundRows = { type: 'indicators', rows: request.records, unreadable: 0 };
  if (!(await confirmExport(rows))) return;
  const format = await chooseFormat(rows.type, request.title, request.otherFormats ?? []);
  if (format === undefined) return;
  const text = await (typeof format === 'string' ? request.text(format) : format.text());
  if (text === undefined) return;
  const isPanel = vscode.window.activeTextEditor === undefined;
  const column = isPanel ? besideColumn() : vscode.ViewColumn.Active;
  if (await exportTo({ text, format, name: request.name, title: request.title }, parts, column)) request.onExported?.();
}
