import * as vscode from 'vscode';
import type { Exported, ExportedLinks } from '../../core/records/export';
import { isStrict, type Markings, markingsIn } from '../../core/stix/tlp';
import { trimTrailing } from '../../core/text/trim';
import { defangText } from '../common/defangText';
import type { IndicatorTools } from '../common/indicatorTools';
import type { Notices } from '../common/notices';
import { counted } from '../common/numbers';
import { formatSource } from '../common/verdict';
import { visibleText } from '../common/visibleText';
import { foreign, showQuickPick, showSaveDialog, showWarningMessage, type UiPickItem, uiText } from '../common/ui';
import { keyLabel, titleOf, formatPropertyValue } from './propertyLabels';

/** Not needed before the first export. */
const loadWriters = () => import('../../core/records/export');

interface Format extends UiPickItem {
  readonly languageId: string;
  readonly extension: string;
  readonly write: () => string;
}

export interface ExportParts {
  readonly tools: IndicatorTools;
  readonly notices: Pick<Notices, 'tell'>;
  readonly now: () => number;
}

/** Asks what of these sources (the leading one first), in which form and where to, and writes it. `title` is shown. */
export async function exportRecord(sources: readonly Exported[], title: string, parts: ExportParts): Promise<void> {
  const chosen = await chooseSource(sources, title);
  if (chosen === undefined || !(await confirmMarkedExport(markings(chosen)))) return;
  const format = await showQuickPick(formatsOf(chosen, parts, await loadWriters()), {
    title: uiText('Export {0}', title),
    ignoreFocusOut: true,
    placeHolder: uiText('In which form?'),
  });
  if (format === undefined) return;
  const places: readonly (UiPickItem & { readonly run: () => Promise<void> })[] = [
    { label: uiText('$(clippy) Copy to Clipboard'), run: () => copy(format, title, parts) },
    { label: uiText('$(new-file) Open in New Document'), run: () => openDocument(format) },
    { label: uiText('$(save) Save to File…'), run: () => save(format, title, parts) },
  ];
  const place = await showQuickPick(places, {
    title: uiText('Export {0}', title),
    ignoreFocusOut: true,
    placeHolder: uiText('Where to?'),
  });
  await place?.run();
}

async function chooseSource(sources: readonly Exported[], title: string): Promise<Exported | undefined> {
  const [first, ...others] = sources;
  if (others.length === 0) return first;
  const items = sources.map((exported) => ({ label: foreign(visibleText(formatSource(exported.source))), exported }));
  const chosen = await showQuickPick(items, {
    title: uiText('Export {0}', title),
    ignoreFocusOut: true,
    placeHolder: uiText('From which source?'),
  });
  return chosen?.exported;
}

function markings(exported: Exported): Markings {
  switch (exported.kind) {
    case 'indicator':
      return markingsIn(exported.record.other);
    case 'threat':
      return markingsIn(exported.threat.other);
    case 'feed':
      return markingsIn(exported.feed.other);
  }
}

/** A record that is not to leave one's own house is handed on only after a word about it. */
async function confirmMarkedExport(marked: Markings): Promise<boolean> {
  if (!isStrict(marked)) return true;
  const detail = 'It is marked so by its source: not to be handed on outside your organisation.';
  const go = uiText('Export');
  return (
    (await showWarningMessage(
      uiText('Export a record of {0}?', marked.tlp.join(', ')),
      { modal: true, detail: foreign(detail) },
      go,
    )) === go
  );
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
    title: titleOf,
    value: formatPropertyValue,
  };
  const { names } = markings(exported);
  const marked =
    names.length === 0
      ? ''
      : `**${names.map((name) => visibleText(name).replace(/[\\`*_<>[\]]/g, '\\$&')).join(' · ')}**\n\n`;
  const forAll: readonly Format[] = [
    {
      ...{
        label: uiText('Markdown'),
        description: uiText('for a ticket, defanged'),
        languageId: 'markdown',
        extension: 'md',
      },
      write: () => `${marked}${exportMarkdown(exported, context)}`,
    },
    {
      ...{
        label: uiText('JSON'),
        description: uiText('everything, values as they are'),
        languageId: 'json',
        extension: 'json',
      },
      write: () => exportJson(exported),
    },
  ];
  if (exported.kind !== 'indicator') {
    const { links } = exported;
    const shown = linkCountLabel(links);
    const stix: Format = {
      ...{
        label: uiText('STIX 2.1'),
        description: uiText('a bundle with the {0}{1}', exported.kind, shown === '' ? '' : ` and ${shown}`),
      },
      ...{ languageId: 'json', extension: 'stix.json' },
      write: () => exportGroupStix(exported, now()),
    };
    if (links === undefined) return [...forAll, stix];
    const csv: Format = {
      ...{ label: uiText('CSV'), description: uiText('{0}, a row each under the columns of Explore', shown) },
      ...{ languageId: 'plaintext', extension: 'csv' },
      write: () => exportLinksCsv(links.links, exported.kind === 'threat' ? exported.threat : undefined),
    };
    return [...forAll, stix, csv];
  }
  const { record } = exported;
  return [
    ...forAll,
    {
      ...{
        label: uiText('STIX 2.1'),
        description: uiText('a bundle with identity, extension definition and indicator'),
      },
      ...{ languageId: 'json', extension: 'stix.json' },
      write: () => exportStix(record, now()),
    },
    {
      ...{ label: uiText('CSV'), description: uiText('one row under the columns of Explore') },
      ...{ languageId: 'plaintext', extension: 'csv' },
      write: () => exportCsv(record, () => undefined),
    },
  ];
}

/** “35 indicators”, “300 of 40,000 indicators (those that are loaded)”; nothing where none is here. */
function linkCountLabel(links: ExportedLinks | undefined): string {
  if (links === undefined) return '';
  const { length } = links.links;
  if (links.total === undefined || links.total <= length) return counted(length, 'indicator');
  return `${length.toLocaleString('en')} of ${counted(links.total, 'indicator')} (those that are loaded)`;
}

async function copy({ write, label }: Format, title: string, { notices }: ExportParts): Promise<void> {
  await vscode.env.clipboard.writeText(write());
  notices.tell(uiText('Copied as {0}: {1}', label, title));
}

async function openDocument({ write, languageId }: Format): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: languageId, content: write() });
  await vscode.window.showTextDocument(document, { preview: false });
}

async function save({ write, label, extension }: Format, title: string, { notices }: ExportParts): Promise<void> {
  const words = title.replace(/\[([.:])\]/g, '$1').replace(/[^\p{L}\p{N}.-]+/gu, '_');
  const name = trimTrailing(words.replace(/^[._]+/, ''), /[._]/).slice(0, 80);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = `${name === '' ? 'record' : name}.${extension}`;
  const uri = await showSaveDialog({
    title: uiText('Save as {0}', label),
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, file) }),
  });
  if (uri === undefined) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(write()));
  notices.tell(uiText('Saved as {0}: {1}', label, visibleText(uri.path.split('/').at(-1) ?? '')));
}
