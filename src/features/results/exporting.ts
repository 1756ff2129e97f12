import * as vscode from 'vscode';
import type { FoundRows } from '../../core/records/found';
import { completenessOf, type QueryRun } from '../../core/runs';
import type { IndicatorRecord } from '../../core/records/record';
import { referenceOf } from '../../core/records/webPage';
import { strictExport } from '../../core/stix/tlp';
import { defangText } from '../common/defangText';
import { gzipped } from '../common/gzip';
import { foreign, showQuickPick, showSaveDialog, showWarningMessage, uiText } from '../common/ui';
import { newDocument } from './newDocument';
import type { ResultsParts } from './resultsParts';
import type { RunResult } from './runner';

/** The forms in which results leave. */
export const exportFormats = ['json', 'csv', 'stix', 'stixLines', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];

interface FormatInfo {
  readonly label: string;
  readonly detail: string;
  readonly ending: string;
  /** VS Code's id. */
  readonly language: string;
}

const words: Readonly<Record<ExportFormat, FormatInfo>> = {
  json: { label: 'JSON', detail: 'All that is known of every row, for scripts', ending: 'json', language: 'json' },
  csv: { label: 'CSV', detail: 'A table, for spreadsheets', ending: 'csv', language: 'csv' },
  stix: { label: 'STIX 2.1', detail: 'A bundle, for platforms', ending: 'stix.json', language: 'json' },
  stixLines: {
    ...{ label: 'STIX 2.1, JSON Lines', detail: 'One object a line, for pipelines' },
    ...{ ending: 'stix.jsonl', language: 'jsonl' },
  },
  markdown: { label: 'Markdown', detail: 'A table for a ticket, defanged', ending: 'md', language: 'markdown' },
};

/** Rows that can go, and how the user knows them. */
export interface RowChoice {
  readonly which: 'selected' | 'shown' | 'all';
  readonly rows: FoundRows;
}

const choiceLabels = { selected: 'Selected ', shown: 'Shown ', all: '' } as const;

/** What goes, for a title: “All 673 Rows”, “1 Selected Row”. */
export function rowChoiceLabel({ which, rows: { rows } }: RowChoice): string {
  const words = `${rows.length.toLocaleString('en')} ${choiceLabels[which]}${rows.length === 1 ? 'Row' : 'Rows'}`;
  return which === 'all' && rows.length !== 1 ? `All ${words}` : words;
}

/** Asks which rows go, where there is a choice; undefined where the user left. */
export async function chooseRows(choices: readonly RowChoice[]): Promise<RowChoice | undefined> {
  if (choices.length < 2) return choices[0];
  const items = choices.map((choice) => ({
    label: foreign(rowChoiceLabel(choice)),
    ...(choice.which === 'shown' ? { detail: uiText('Those that fit the filter, in the order shown') } : {}),
    choice,
  }));
  const options = { title: uiText('Export Results'), placeHolder: uiText('Which rows?'), ignoreFocusOut: true };
  return (await showQuickPick(items, options))?.choice;
}

/** Asks in which form, under a title that says what goes; STIX is for indicators alone. */
export async function chooseExportFormat(type: FoundRows['type'], title: string): Promise<ExportFormat | undefined> {
  const items = exportFormats
    .filter((form) => !form.startsWith('stix') || type === 'indicators')
    .map((form) => ({ label: foreign(words[form].label), detail: foreign(words[form].detail), form }));
  const chosen = await showQuickPick(items, {
    title: foreign(title),
    placeHolder: uiText('In which form? Nothing is asked again.'),
    ignoreFocusOut: true,
  });
  return chosen?.form;
}

/**
 * Whether these rows may leave: what its source marks as not to be handed on (TLP:RED, TLP:AMBER+STRICT) does so only after a word
 * about it.
 */
export async function confirmExport({ rows }: FoundRows): Promise<boolean> {
  const strict = strictExport(rows.map(({ other }) => other));
  if (strict === undefined) return true;
  const many = strict.count === 1 ? 'One of them is' : `${strict.count.toLocaleString('en')} of them are`;
  const detail = `${many} marked so by the source: not to be handed on outside your organisation.`;
  const go = uiText('Export');
  const words = uiText('Export results of {0}?', strict.tlp.join(' and '));
  return (await showWarningMessage(words, { modal: true, detail: foreign(detail) }, go)) === go;
}

/** Asks where to, puts the text there, and shows it in a column. False where the user left. */
export async function exportTo(
  text: string,
  form: ExportFormat,
  name: string,
  { notices }: Pick<ResultsParts, 'notices'>,
  column = vscode.ViewColumn.Active,
): Promise<boolean> {
  const document = {
    label: uiText('New Document'),
    detail: uiText('Unsaved, beside what is open'),
    to: 'document',
  } as const;
  const file = { label: uiText('File…'), detail: uiText('Asks for a place'), to: 'file' } as const;
  const clipboard = { label: uiText('Clipboard'), detail: uiText('As text'), to: 'clipboard' } as const;
  const options = { title: uiText('Export Results'), placeHolder: uiText('Where to?'), ignoreFocusOut: true };
  const chosen = await showQuickPick([document, file, clipboard], options);
  if (chosen === undefined) return false;
  const { ending, language, label } = words[form];
  if (chosen.to === 'clipboard') {
    await vscode.env.clipboard.writeText(text);
    notices.tell(uiText('Copied as {0}', label));
    return true;
  }
  if (chosen.to === 'document') {
    const opened = await newDocument(text, `${name}.${ending}`, await knownLanguage(language));
    await vscode.window.showTextDocument(opened, { preview: false, viewColumn: column });
    return true;
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await showSaveDialog({
    title: uiText('Export Results'),
    filters: { [label]: [ending.split('.').at(-1) ?? ending], 'Compressed (gzip)': ['gz'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, `${name}.${ending}`) }),
  });
  if (target === undefined) return false;
  const isPacked = target.path.toLowerCase().endsWith('.gz');
  await vscode.workspace.fs.writeFile(target, isPacked ? await gzipped(text) : new TextEncoder().encode(text));
  if (!isPacked) await vscode.window.showTextDocument(target, { preview: false, viewColumn: column });
  return true;
}

/** Not every VS Code knows CSV. */
async function knownLanguage(id: string): Promise<string> {
  return (await vscode.languages.getLanguages()).includes(id) ? id : 'plaintext';
}

/** Whether there may be more rows than a run has. */
export function isIncomplete(run: QueryRun, { settings }: Pick<ResultsParts, 'settings'>): boolean {
  return completenessOf(run, settings.current().plan).kind !== 'all';
}

/**
 * Rows as text, from what is at hand. An answer that came as CSV or STIX and is wanted whole in that form keeps all its
 * columns and properties, without formulas.
 */
export async function exportText(
  { run, finding }: RunResult,
  rows: FoundRows,
  form: ExportFormat,
  parts: Pick<ResultsParts, 'loadResults' | 'loadIndicators' | 'settings'>,
): Promise<string> {
  const incomplete = isIncomplete(run, parts);
  const isWhole = finding !== undefined && rows === finding.found;
  const results = await parts.loadResults();
  if (isWhole && finding.text !== undefined && run.settings.format === form) {
    // What an earlier version kept stands there as it came.
    if (form !== 'csv') return finding.text;
    return `${incomplete ? results.csvIncomplete : ''}${results.rewriteCsv(finding.text)}`;
  }
  const tools = await parts.loadIndicators();
  const header = {
    generated: Date.now(),
    query: run.query,
    ...(run.settings.limit === undefined ? {} : { limit: run.settings.limit }),
    address: run.place.remote ? run.place.address : 'local store',
    incomplete,
  };
  switch (form) {
    case 'json':
      return results.resultsJson(header, rows);
    case 'csv': {
      if (rows.type === 'threats') return results.threatsCsvFile(header, rows.rows);
      const { place } = run;
      const addressOf = (record: IndicatorRecord): string | undefined =>
        referenceOf(record, undefined)?.url ??
        (record.iid === undefined || !place.remote
          ? undefined
          : `${place.address}/api/indicator.php?iid=${record.iid}`);
      return [...results.csvPieces(header, rows.rows, addressOf)].join('');
    }
    case 'stix':
      return rows.type === 'threats' ? '' : `${[...results.stixPieces(header, rows.rows, 2)].join('')}\n`;
    case 'stixLines':
      return rows.type === 'threats' ? '' : [...results.stixLines(header, rows.rows)].join('');
    case 'markdown':
      return results.resultsMarkdown(header, rows, { defang: tools.defang, defangText: (t) => defangText(t, tools) });
  }
}
