import * as vscode from 'vscode';
import type { FoundRows } from '../../../core/records/found';
import { getCompleteness, localStoreAddress, type QueryRun } from '../../../core/runs';
import type { IndicatorRecord } from '../../../core/records/record';
import { getReference } from '../../../core/records/webPage';
import { strictExport } from '../../../core/stix/tlp';
import type { OtherFormat, ExportRequest } from '../../shared/ids/commands';
import { defangText } from '../../../core/indicators/identity/defangText';
import { visibleText } from '../../../core/text/visibleText';
import { formatList } from '../../../l10n';
import {
  untrusted,
  showQuickPick,
  showSaveDialog,
  showWarningMessage,
  type UiPickItem,
  type UiText,
  withProgress,
} from '../../shared/ui';
import type { ResultsParts } from '../resultsParts';
import type { RunResult } from '../runs/runner';
import { exportStrings as strings } from '../strings';
import { uiText, uiPlural } from '../../shared/ui/text';
import { besideColumn } from '../../shared/panels/columns';

/** Export formats. */
export const exportFormats = ['json', 'csv', 'stix', 'stixLines', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];

interface FormatInfo {
  readonly label: () => UiText;
  readonly detail: () => UiText;
  readonly extension: string;
  /** VS Code's language id. */
  readonly language: string;
}

const formats: Readonly<Record<ExportFormat, FormatInfo>> = {
  json: {
    label: () => uiText('JSON'),
    detail: () => uiText('All data for each row, for scripts'),
    extension: 'json',
    language: 'json',
  },
  csv: {
    label: () => uiText('CSV'),
    detail: () => uiText('Table for spreadsheets'),
    extension: 'csv',
    language: 'csv',
  },
  stix: {
    label: () => uiText('STIX 2.1'),
    detail: () => uiText('Bundle for threat intelligence platforms'),
    extension: 'stix.json',
    language: 'json',
  },
  stixLines: {
    label: () => uiText('STIX 2.1, JSON Lines'),
    detail: () => uiText('One object per line, for pipelines'),
    extension: 'stix.jsonl',
    language: 'jsonl',
  },
  markdown: {
    label: () => uiText('Markdown'),
    detail: () => uiText('Defanged table for tickets'),
    extension: 'md',
    language: 'markdown',
  },
};

/** Rows to export. */
export interface RowChoice {
  readonly which: 'selected' | 'shown' | 'all';
  readonly rows: FoundRows;
}

/** Title of an export: “Export All 673 Rows”. */
export function exportTitle({ which, rows: { rows } }: RowChoice): string {
  return strings.exportRows[which](rows.length);
}

/** Asks which rows to export if there is a choice; undefined if the user cancels. */
export async function chooseRows(choices: readonly RowChoice[]): Promise<RowChoice | undefined> {
  if (choices.length < 2) return choices[0];
  const items = choices.map((choice) => ({
    label: strings.rows[choice.which](choice.rows.rows.length),
    detail: choice.which === 'shown' ? uiText('Filtered rows, in the current order') : undefined,
    choice,
  }));
  const options = {
    title: uiText('Export Results'),
    placeHolder: uiText('Select the rows to export'),
    ignoreFocusOut: true,
  };
  return (await showQuickPick(items, options))?.choice;
}

/** Asks for an export format; STIX only for indicators. */
export async function chooseExportFormat(type: FoundRows['type'], title: string): Promise<ExportFormat | undefined> {
  const chosen = await chooseFormat(type, title, []);
  return typeof chosen === 'string' ? chosen : undefined;
}

/** Like {@link chooseExportFormat}, but with other formats below. */
export async function chooseFormat(
  type: FoundRows['type'],
  title: string,
  others: readonly OtherFormat[],
): Promise<ExportFormat | OtherFormat | undefined> {
  const items: readonly FormatItem[] = exportFormats
    .filter((format) => !format.startsWith('stix') || type === 'indicators')
    .map((format) => ({ label: formats[format].label(), detail: formats[format].detail(), format }));
  const separator = { label: uiText('Blocking and Detection'), kind: vscode.QuickPickItemKind.Separator };
  const added = others.map((format) => ({ label: untrusted(format.label), detail: untrusted(format.detail), format }));
  const chosen = await showQuickPick(added.length === 0 ? items : [...items, separator, ...added], {
    title: untrusted(title),
    placeHolder: uiText('Select a format'),
    ignoreFocusOut: true,
  });
  return chosen?.format;
}

type FormatItem = UiPickItem & { readonly format?: ExportFormat | OtherFormat };

/** Asks for confirmation if sources restrict sharing of some rows (TLP:RED, TLP:AMBER+STRICT). */
export async function confirmExport({ rows }: FoundRows): Promise<boolean> {
  const strict = strictExport(rows.map(({ other }) => other));
  if (strict === undefined) return true;
  const go = uiText('Export');
  const options = {
    modal: true,
    detail: uiPlural(strict.count, {
      one: 'According to its source, {0} row must not be shared outside your organization.',
      other: 'According to their sources, {0} rows must not be shared outside your organization.',
    }),
  };
  return (await showWarningMessage(uiText('Export {0} results?', formatList(strict.tlp)), options, go)) === go;
}

/** VS Code gives no documents over 50 MB to extensions; characters have up to three bytes. */
const maxDocumentLength = 16 * 2 ** 20;

/** A text that may have any length: its beginning, which is all of it unless that is long, and what follows. */
interface BegunText {
  readonly start: string;
  readonly rest?: AsyncIterator<string>;
}

async function beginningOf(chunks: AsyncIterable<string>): Promise<BegunText> {
  const rest = chunks[Symbol.asyncIterator]();
  let start = '';
  while (start.length <= maxDocumentLength) {
    const next = await rest.next();
    if (next.done === true) return { start };
    start += next.value;
  }
  return { start, rest };
}

/** A whole text in UTF-8. Its chunks aren't in memory together as strings, which take several times as much. */
async function bytesOf({ start, rest }: BegunText): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let bytes = encoder.encode(start);
  let { length } = bytes;
  for (let next = await rest?.next(); next?.done === false; next = await rest?.next()) {
    const chunk = encoder.encode(next.value);
    const needed = length + chunk.length;
    if (needed > bytes.length) bytes = new Uint8Array(bytes.buffer.transfer(Math.max(needed, 1.5 * bytes.length)));
    bytes.set(chunk, length);
    length = needed;
  }
  return bytes.subarray(0, length);
}

async function writeText(target: vscode.Uri, begun: BegunText): Promise<void> {
  const bytes = await bytesOf(begun);
  await vscode.workspace.fs.writeFile(target, isPacked(target) ? await gzipped(bytes) : bytes);
}

function isPacked({ path }: vscode.Uri): boolean {
  return path.toLowerCase().endsWith('.gz');
}

function whileReading<T>(work: () => Promise<T>): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, title: uiText('Reading the indicators') };
  return withProgress(options, work);
}

/** An export: its text and format, the name of a new document or file, and the title of the prompts. */
export interface Exported {
  readonly text: string | AsyncIterable<string>;
  readonly format: ExportFormat | OtherFormat;
  readonly name: string;
  readonly title: string;
}

/** Asks for a destination, writes the text there, and shows it in a column. False if the user cancels. */
export async function exportTo(
  { text, format, name, title }: Exported,
  { notices }: Pick<ResultsParts, 'notices'>,
  column = vscode.ViewColumn.Active,
): Promise<boolean> {
  const document = { label: uiText('New Document'), detail: uiText('Unsaved document'), to: 'document' } as const;
  const file = { label: uiText('File…'), detail: uiText('Select a location'), to: 'file' } as const;
  const clipboard = { label: uiText('Clipboard'), detail: uiText('Copy as text'), to: 'clipboard' } as const;
  const options = { title: untrusted(title), placeHolder: uiText('Select a destination'), ignoreFocusOut: true };
  const begun = typeof text === 'string' ? { start: text } : await whileReading(() => beginningOf(text));
  const isLong = begun.start.length > maxDocumentLength;
  const chosen = await showQuickPick(isLong ? [file, clipboard] : [document, file, clipboard], options);
  const { extension, language, label } =
    typeof format === 'string'
      ? { ...formats[format], label: formats[format].label() }
      : { ...format, label: untrusted(format.label) };
  switch (chosen?.to) {
    case undefined:
      return false;
    case 'clipboard':
      await vscode.env.clipboard.writeText(new TextDecoder().decode(await bytesOf(begun)));
      notices.inform(strings.copiedAs(label));
      return true;
    case 'document': {
      const opened = await newDocument(begun.start, `${name}.${extension}`, await knownLanguage(language));
      await vscode.window.showTextDocument(opened, { preview: false, viewColumn: column });
      return true;
    }
    case 'file': {
      const target = await chooseFile(title, `${name}.${extension}`, label);
      if (target === undefined) return false;
      await (isLong ? whileReading(() => writeText(target, begun)) : writeText(target, begun));
      if (isLong || isPacked(target))
        notices.inform(uiText('Saved as {0}: {1}', label, visibleText(target.path.split('/').at(-1) ?? '')));
      else await vscode.window.showTextDocument(target, { preview: false, viewColumn: column });
      return true;
    }
  }
}

/** Asks for a file, in the first folder of the workspace; `label` is the name of its format. */
async function chooseFile(title: string, name: string, label: UiText): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return showSaveDialog({
    title: untrusted(title),
    filters: { [label]: [name.slice(name.lastIndexOf('.') + 1)], [strings.compressed()]: ['gz'] },
    defaultUri: folder === undefined ? undefined : vscode.Uri.joinPath(folder, name),
  });
}

/** Not every VS Code installation supports CSV. */
async function knownLanguage(id: string): Promise<string> {
  return (await vscode.languages.getLanguages()).includes(id) ? id : 'plaintext';
}

/** Whether there may be more rows than the run returned. */
export function isIncomplete(run: QueryRun, { settings }: Pick<ResultsParts, 'settings'>): boolean {
  return getCompleteness(run, settings.current().plan).kind !== 'all';
}

/**
 * Rows as text. A complete answer in CSV or STIX exported in the same format keeps all its columns and properties, without
 * formulas.
 */
export async function exportText(
  { run, finding }: RunResult,
  rows: FoundRows,
  format: ExportFormat,
  parts: Pick<ResultsParts, 'loadResults' | 'loadIndicators' | 'settings'>,
): Promise<string> {
  const incomplete = isIncomplete(run, parts);
  const isWhole = finding !== undefined && rows === finding.found;
  const results = await parts.loadResults();
  if (isWhole && finding.text !== undefined && run.settings.format === format) {
    return format === 'csv' && incomplete ? `${results.csvIncomplete}${finding.text}` : finding.text;
  }
  const tools = await parts.loadIndicators();
  const header = {
    generated: Date.now(),
    query: run.query,
    limit: run.settings.limit,
    address: run.origin.remote ? run.origin.address : localStoreAddress,
    incomplete,
  };
  switch (format) {
    case 'json':
      return results.resultsJson(header, rows);
    case 'csv': {
      if (rows.type === 'threats') return results.threatsCsvFile(header, rows.rows);
      const { origin } = run;
      const addressOf = (record: IndicatorRecord): string | undefined =>
        getReference(record, undefined)?.url ??
        (record.iid === undefined || !origin.remote
          ? undefined
          : `${origin.address}/api/indicator.php?iid=${record.iid}`);
      return [...results.csvChunks(header, rows.rows, addressOf)].join('');
    }
    case 'stix':
      return rows.type === 'threats' ? '' : `${[...results.stixChunks(header, rows.rows, 2)].join('')}\n`;
    case 'stixLines':
      return rows.type === 'threats' ? '' : [...results.stixLines(header, rows.rows)].join('');
    case 'markdown':
      return results.resultsMarkdown(header, rows, { defang: tools.defang, defangText: (t) => defangText(t, tools) });
  }
}

/** Number of names to try before VS Code names the document after its first line. */
const maxNames = 20;

/** Schemes of workspaces for which VS Code supports named untitled documents. */
const schemes: readonly string[] = ['file', 'vscode-remote'];

/** An untitled document with an unused name in the workspace, which its tab shows. */
async function newDocument(content: string, name: string, language: string): Promise<vscode.TextDocument> {
  const named = await namedDocument(name);
  if (named === undefined) return vscode.workspace.openTextDocument({ content, language });
  const edit = new vscode.WorkspaceEdit();
  edit.insert(named.uri, new vscode.Position(0, 0), content);
  await vscode.workspace.applyEdit(edit);
  return named;
}

async function namedDocument(name: string): Promise<vscode.TextDocument | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined || !schemes.includes(folder.scheme)) return undefined;
  const at = name.indexOf('.');
  for (let number = 1; number <= maxNames; number++) {
    const free = number === 1 ? name : `${name.slice(0, at)}-${number}${name.slice(at)}`;
    const { path } = vscode.Uri.joinPath(folder, free);
    const uri = vscode.Uri.from({ scheme: 'untitled', path });
    if (vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri.toString())) continue;
    try {
      return await vscode.workspace.openTextDocument(uri);
    } catch {
      // The file exists.
    }
  }
  return undefined;
}

async function gzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Exports rows of another feature like results. */
export async function exportRecords(
  request: ExportRequest | undefined,
  parts: Pick<ResultsParts, 'notices'>,
): Promise<void> {
  if (request === undefined) return;
  const format = await chooseFormat('indicators', request.title, request.otherFormats ?? []);
  if (format === undefined) return;
  if (!(await confirmExport({ type: 'indicators', rows: await request.records(), unreadable: 0 }))) return;
  const text = await (typeof format === 'string' ? request.text(format) : format.text());
  if (text === undefined) return;
  const isPanel = vscode.window.activeTextEditor === undefined;
  const column = isPanel ? besideColumn() : vscode.ViewColumn.Active;
  if (await exportTo({ text, format, name: request.name, title: request.title }, parts, column)) request.onExported?.();
}
