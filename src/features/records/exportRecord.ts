import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/identity/types';
import type { Exported, ExportedLinks } from '../../core/export/records';
import { isStrict, type Markings, markingsIn } from '../../core/stix/tlp';
import { trimTrailing } from '../../core/text/trim';
import { defangText } from '../../core/indicators/identity/defangText';
import type { IndicatorTools } from '../shared/indicators/indicatorTools';
import type { OtherFormat } from '../shared/ids/commands';
import type { Notices } from '../shared/notices/notices';
import { formatSource } from '../../core/records/labels/verdict';
import { visibleText } from '../../core/text/visibleText';
import {
  untrusted,
  showQuickPick,
  showSaveDialog,
  showWarningMessage,
  type UiPickItem,
  type UiText,
} from '../shared/ui';
import { formatPropertyValue, keyLabel, getTitle } from '../../core/records/labels/propertyLabels';
import { uiText, uiPlural } from '../shared/ui/text';
import { emptyRecord, type IndicatorRecord } from '../../core/records/record';

/** Loaded with the first export. */
const loadWriters = () => import('../../core/export/records');

interface Format extends UiPickItem {
  readonly languageId: string;
  readonly extension: string;
  /** May prompt; undefined if the user canceled, or if there is nothing to export. */
  readonly write: () => string | Promise<string | undefined>;
}

/** A format with the exported text. */
type Written = Pick<Format, 'label' | 'languageId' | 'extension'> & { readonly text: string };

export interface ExportParts {
  readonly tools: IndicatorTools;
  readonly notices: Pick<Notices, 'inform'>;
  readonly now: () => number;
  /** Whether an indicator is on the ignore list. */
  readonly isIgnored: (indicator: Indicator) => boolean;
}

/** Asks for a source (the leading one is first), a format and a destination, and writes the record. `title` is shown. */
export async function exportRecord(sources: readonly Exported[], title: string, parts: ExportParts): Promise<void> {
  const chosen = await chooseSource(sources, title);
  if (chosen === undefined || !(await confirmMarkedExport(markings(chosen)))) return;
  let message: UiText | undefined;
  const blocking = await blockFormatsOf(chosen, uiText('Export {0}', title), parts, (skippedText) => {
    message = skippedText;
  });
  const formats = [...formatsOf(chosen, parts, await loadWriters()), ...blockItems(blocking)];
  const options = { title: uiText('Export {0}', title), ignoreFocusOut: true };
  const format = await showQuickPick(formats, { ...options, placeHolder: uiText('Select a format') });
  const text = await format?.write();
  if (format === undefined || text === undefined) return;
  const written = { ...format, text };
  const targets: readonly (UiPickItem & { readonly run: () => Promise<void> })[] = [
    { label: uiText('$(clippy) Copy to Clipboard'), run: () => copy(written, title, parts) },
    { label: uiText('$(new-file) Open in New Document'), run: () => openDocument(written) },
    { label: uiText('$(save) Save to File…'), run: () => save(written, title, parts) },
  ];
  const target = await showQuickPick(targets, { ...options, placeHolder: uiText('Select a destination') });
  await target?.run();
  if (target !== undefined && message !== undefined) parts.notices.inform(message);
}

/** Formats for blocking below their heading. */
function blockItems(formats: readonly OtherFormat[]): readonly Format[] {
  if (formats.length === 0) return [];
  const nothing = { languageId: '', extension: '', write: () => '' };
  return [
    { ...nothing, label: uiText('Blocking and Detection'), kind: vscode.QuickPickItemKind.Separator },
    ...formats.map(({ label, detail, language, extension, text }) => ({
      label: untrusted(label),
      description: untrusted(detail),
      languageId: language,
      extension,
      write: text,
    })),
  ];
}

async function chooseSource(sources: readonly Exported[], title: string): Promise<Exported | undefined> {
  const [first, ...others] = sources;
  if (others.length === 0) return first;
  const items = sources.map((exported) => ({ label: untrusted(visibleText(formatSource(exported.source))), exported }));
  const chosen = await showQuickPick(items, {
    title: uiText('Export {0}', title),
    ignoreFocusOut: true,
    placeHolder: uiText('Select a source'),
  });
  return chosen?.exported;
}

function markings(exported: Exported): Markings {
  switch (exported.kind) {
    case 'indicator': {
      const { refs, ...own } = markingsIn(exported.record.other);
      const others = (exported.otherSources ?? []).flatMap((other) => other.markings);
      const names = [...new Set([...own.names, ...others])];
      return { refs, names, tlp: [...new Set([...own.tlp, ...others.filter((name) => name.startsWith('TLP:'))])] };
    }
    case 'threat':
      return markingsIn(exported.threat.other);
    case 'feed':
      return markingsIn(exported.feed.other);
  }
}

/** Asks before a record is exported that its source doesn't allow to share outside the organization. */
async function confirmMarkedExport(marked: Markings): Promise<boolean> {
  if (!isStrict(marked)) return true;
  const go = uiText('Export');
  const options = { modal: true, detail: uiText("Its source doesn't allow sharing it outside your organization.") };
  return (await showWarningMessage(uiText('Export a record marked {0}?', marked.tlp.join(', ')), options, go)) === go;
}

function formatsOf(
  exported: Exported,
  { tools, now }: ExportParts,
  {
    exportCsv,
    exportGroupStix,
    exportJson,
    exportLinksCsv,
    exportMarkdown,
    exportStix,
  }: Awaited<ReturnType<typeof loadWriters>>,
): readonly Format[] {
  const context = {
    defang: tools.defang,
    defangText: (text: string) => defangText(text, tools),
    label: keyLabel,
    title: getTitle,
    value: formatPropertyValue,
  };
  const { names } = markings(exported);
  const marked =
    names.length === 0
      ? ''
      : `**${names.map((name) => visibleText(name).replace(/[\\`*_<>[\]]/g, '\\$&')).join(' · ')}**\n\n`;
  const forAll: readonly Format[] = [
    {
      label: uiText('Markdown'),
      description: uiText('For a ticket, defanged'),
      languageId: 'markdown',
      extension: 'md',
      write: () => `${marked}${exportMarkdown(exported, context)}`,
    },
    {
      label: uiText('JSON'),
      description: uiText('Everything, original values'),
      languageId: 'json',
      extension: 'json',
      write: () => exportJson(exported),
    },
  ];
  const stix = { label: uiText('STIX 2.1'), languageId: 'json', extension: 'stix.json' };
  const csv = { label: uiText('CSV'), languageId: 'plaintext', extension: 'csv' };
  if (exported.kind !== 'indicator') {
    const { links } = exported;
    const group: Format = {
      ...stix,
      ...groupStixAbout(exported.kind, links),
      write: () => exportGroupStix(exported, now()),
    };
    if (links === undefined) return [...forAll, group];
    const rows: Format = {
      ...csv,
      description: uiPlural(links.links.length, {
        one: '{0} row, same columns as query results',
        other: '{0} rows, same columns as query results',
      }),
      ...partlyLoaded(links),
      write: () => exportLinksCsv(links.links, exported),
    };
    return [...forAll, group, rows];
  }
  const { contexts, note, tags } = exported;
  const annotation = { note, tags };
  const record = { ...exported.record, ...(contexts === undefined ? {} : { contexts }) };
  return [
    ...forAll,
    {
      ...stix,
      description: uiText('Bundle for threat intelligence platforms'),
      write: () => exportStix(record, now(), annotation),
    },
    {
      ...csv,
      description: uiText('One row, same columns as query results'),
      write: () => exportCsv(record, () => undefined, annotation),
    },
  ];
}

function groupStixAbout(
  kind: 'threat' | 'feed',
  links: ExportedLinks | undefined,
): Pick<UiPickItem, 'description' | 'detail'> {
  if (links === undefined)
    return { description: kind === 'threat' ? uiText('a bundle with the threat') : uiText('a bundle with the feed') };
  const count = links.links.length;
  const description =
    kind === 'threat'
      ? uiPlural(count, {
          one: 'a bundle with the threat and {0} indicator',
          other: 'a bundle with the threat and {0} indicators',
        })
      : uiPlural(count, {
          one: 'a bundle with the feed and {0} indicator',
          other: 'a bundle with the feed and {0} indicators',
        });
  return { description, ...partlyLoaded(links) };
}

/** That only some of the links are loaded, if so. */
function partlyLoaded({ links, total }: ExportedLinks): Pick<UiPickItem, 'detail'> {
  return total === undefined || total <= links.length
    ? {}
    : { detail: uiText('{0} of {1} indicators are loaded', links.length, total) };
}

async function copy({ text, label }: Written, title: string, { notices }: ExportParts): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  notices.inform(uiText('Copied as {0}: {1}', label, title));
}

async function openDocument({ text, languageId }: Written): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: languageId, content: text });
  await vscode.window.showTextDocument(document, { preview: false });
}

async function save({ text, label, extension }: Written, title: string, { notices }: ExportParts): Promise<void> {
  const words = title.replace(/\[([.:])\]/g, '$1').replace(/[^\p{L}\p{N}.-]+/gu, '_');
  const name = trimTrailing(words.replace(/^[._]+/, ''), /[._]/).slice(0, 80);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = `${name === '' ? 'record' : name}.${extension}`;
  const uri = await showSaveDialog({
    title: uiText('Save as {0}', label),
    defaultUri: folder === undefined ? undefined : vscode.Uri.joinPath(folder, file),
  });
  if (uri === undefined) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  notices.inform(uiText('Saved as {0}: {1}', label, visibleText(uri.path.split('/').at(-1) ?? '')));
}

/**
 * The formats of blocklists, rules, and queries for an indicator, or for the loaded indicators of a threat or a feed.
 * `report` receives what to show after the export.
 */
async function blockFormatsOf(
  exported: Exported,
  title: string,
  { notices, isIgnored }: ExportParts,
  report: (message: UiText | undefined) => void,
): Promise<readonly OtherFormat[]> {
  const records = recordsOf(exported);
  if (records.length === 0) return [];
  const [{ blockListFormats }, { rowsOfRecords }] = await Promise.all([
    import('../shared/blocking/blockListFormats'),
    import('../../core/triage/rowsOfRecords'),
  ]);
  return blockListFormats(
    () => Promise.resolve(rowsOfRecords(records, exported.source)),
    { notices, isIgnored, title },
    report,
  );
}

function recordsOf(exported: Exported): readonly IndicatorRecord[] {
  if (exported.kind === 'indicator') return [exported.record];
  return (exported.links?.links ?? []).map(({ type, value, risk, retired }) => ({
    ...emptyRecord(value, type),
    risk,
    retired,
  }));
}
