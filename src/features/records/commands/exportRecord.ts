import * as vscode from 'vscode';
import type { Exported, ExportedLinks } from '../../../core/export/records';
import { isStrict, type Markings, markingsIn } from '../../../core/stix/tlp';
import { trimTrailing } from '../../../core/text/trim';
import { defangText } from '../../shared/text/defangText';
import type { IndicatorTools } from '../../shared/indicators/indicatorTools';
import type { Notices } from '../../shared/notices/notices';
import { formatSource } from '../../shared/format/verdict';
import { visibleText } from '../../shared/text/visibleText';
import { foreign, showQuickPick, showSaveDialog, showWarningMessage, type UiPickItem } from '../../shared/ui';
import { formatPropertyValue, keyLabel, titleOf } from '../view/propertyLabels';
import { strings } from '../strings';

const texts = strings.export;

/** Loaded with the first export. */
const loadWriters = () => import('../../../core/loading/recordWriters');

interface Format extends UiPickItem {
  readonly languageId: string;
  readonly extension: string;
  readonly write: () => string;
}

export interface ExportParts {
  readonly tools: IndicatorTools;
  readonly notices: Pick<Notices, 'inform'>;
  readonly now: () => number;
}

/** Asks for a source (the leading one is first), a format and a destination, and writes the record. `title` is shown. */
export async function exportRecord(sources: readonly Exported[], title: string, parts: ExportParts): Promise<void> {
  const chosen = await chooseSource(sources, title);
  if (chosen === undefined || !(await confirmMarkedExport(markings(chosen)))) return;
  const format = await showQuickPick(formatsOf(chosen, parts, await loadWriters()), {
    title: texts.title(title),
    ignoreFocusOut: true,
    placeHolder: texts.selectFormat(),
  });
  if (format === undefined) return;
  const targets: readonly (UiPickItem & { readonly run: () => Promise<void> })[] = [
    { label: texts.toClipboard(), run: () => copy(format, title, parts) },
    { label: texts.toDocument(), run: () => openDocument(format) },
    { label: texts.toFile(), run: () => save(format, title, parts) },
  ];
  const target = await showQuickPick(targets, {
    title: texts.title(title),
    ignoreFocusOut: true,
    placeHolder: texts.selectTarget(),
  });
  await target?.run();
}

async function chooseSource(sources: readonly Exported[], title: string): Promise<Exported | undefined> {
  const [first, ...others] = sources;
  if (others.length === 0) return first;
  const items = sources.map((exported) => ({ label: foreign(visibleText(formatSource(exported.source))), exported }));
  const chosen = await showQuickPick(items, {
    title: texts.title(title),
    ignoreFocusOut: true,
    placeHolder: texts.selectSource(),
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
  const go = texts.export();
  const options = { modal: true, detail: texts.confirmMarkedDetail() };
  return (await showWarningMessage(texts.confirmMarked(marked.tlp.join(', ')), options, go)) === go;
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
      ...{ label: texts.markdown(), description: texts.markdownAbout(), languageId: 'markdown', extension: 'md' },
      write: () => `${marked}${exportMarkdown(exported, context)}`,
    },
    {
      ...{ label: texts.json(), description: texts.jsonAbout(), languageId: 'json', extension: 'json' },
      write: () => exportJson(exported),
    },
  ];
  const stix = { label: texts.stix(), languageId: 'json', extension: 'stix.json' };
  const csv = { label: texts.csv(), languageId: 'plaintext', extension: 'csv' };
  if (exported.kind !== 'indicator') {
    const { links } = exported;
    const group: Format = {
      ...{ ...stix, ...groupStixAbout(exported.kind, links) },
      write: () => exportGroupStix(exported, now()),
    };
    if (links === undefined) return [...forAll, group];
    const rows: Format = {
      ...{ ...csv, description: texts.csvLinksAbout(links.links.length), ...partlyLoaded(links) },
      write: () => exportLinksCsv(links.links, exported.kind === 'threat' ? exported.threat : undefined),
    };
    return [...forAll, group, rows];
  }
  const { contexts, note, tags } = exported;
  const annotation = { ...(note === undefined ? {} : { note }), ...(tags === undefined ? {} : { tags }) };
  const record = { ...exported.record, ...(contexts === undefined ? {} : { contexts }) };
  return [
    ...forAll,
    { ...stix, description: texts.stixIndicatorAbout(), write: () => exportStix(record, now(), annotation) },
    { ...csv, description: texts.csvIndicatorAbout(), write: () => exportCsv(record, () => undefined, annotation) },
  ];
}

function groupStixAbout(
  kind: 'threat' | 'feed',
  links: ExportedLinks | undefined,
): Pick<UiPickItem, 'description' | 'detail'> {
  if (links === undefined) return { description: kind === 'threat' ? texts.stixThreatAbout() : texts.stixFeedAbout() };
  const about = kind === 'threat' ? texts.stixThreatWithLinks : texts.stixFeedWithLinks;
  return { description: about(links.links.length), ...partlyLoaded(links) };
}

/** That only some of the links are loaded, if so. */
function partlyLoaded({ links, total }: ExportedLinks): Pick<UiPickItem, 'detail'> {
  return total === undefined || total <= links.length ? {} : { detail: texts.loadedOf(links.length, total) };
}

async function copy({ write, label }: Format, title: string, { notices }: ExportParts): Promise<void> {
  await vscode.env.clipboard.writeText(write());
  notices.inform(texts.copiedAs(label, title));
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
    title: texts.saveAs(label),
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, file) }),
  });
  if (uri === undefined) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(write()));
  notices.inform(texts.savedAs(label, visibleText(uri.path.split('/').at(-1) ?? '')));
}
