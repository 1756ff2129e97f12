import * as vscode from 'vscode';
import type { Commands } from '../../shared/commands/registerCommand';
import { untrusted, showQuickPick, showWarningMessage, uiSentences, type UiText, withProgress } from '../../shared/ui';
import { formatNotErased, formatRemoval } from '../../shared/format/formatRemoval';
import { promptListMeaning } from '../meaning/listMeaning';
import { getMeaning, shownName, recommendedMeaning } from '../meaning/meaning';
import { setSourceMeaning } from '../meaning/sourceMeaning';
import type { ListSubscription } from '../../../core/sync/subscriptions';
import type { RemovalProgress } from '../../../core/store/protocol/protocol';
import type { WipeEnd } from '../../../core/store/protocol/protocol';
import type { StoredSource } from '../../../core/records/sourceDetails';
import type { SourcesModel } from '../sourcesModel';
import type { MirrorFeatureParts } from '../sourcesParts';
import { getShowIndicators } from '../showIndicators';
import type { MirrorNode } from '../sourcesTree';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import { strings } from '../strings';
import { hasMeaning, type SourceNode, type StoredNode } from './sourceNodes';
import { uiText, uiPlural } from '../../shared/ui/text';
import { t } from '../../../l10n';

interface Deps extends Pick<MirrorFeatureParts, 'worker' | 'notices' | 'commands' | 'contextKeys' | 'onDataChanged'> {
  readonly model: SourcesModel;
  /** The selection in the view, for a key. */
  readonly selected: () => readonly SourceNode[];
  /** Removes TAXII servers' collections and lists. */
  readonly removeMirrors: (nodes: readonly MirrorNode[]) => Promise<void>;
  /** Prompts for the columns of a list, and reads it again. */
  readonly changeColumns: (list: ListSubscription) => Promise<void>;
}

/** The commands for imports, lists, and sample data in the view. */
export class SourceCommands {
  constructor(private readonly deps: Deps) {}

  /** Asks for the type of a list, and updates its entries. From the Command Palette, asks for the list first. */
  async setMeaning(clicked: unknown, selected: unknown): Promise<void> {
    const { model, notices } = this.deps;
    await model.load();
    const chosen = model.sourcesOf(clicked, selected).filter(hasMeaning);
    const sources = chosen.length > 0 ? chosen : await this.pickSource(model.sources.filter(hasMeaning));
    const [first] = sources;
    if (first === undefined) {
      if (clicked !== undefined)
        notices.inform(uiText('Every entry in this source has its own risk, so there is nothing to set.'));
      return;
    }
    const recommended = recommendedMeaning(first.name, first.details.kinds?.blocklist !== undefined);
    const current = sources.length === 1 ? getMeaning(first.risk, first.details) : undefined;
    const meaning = await promptListMeaning({ names: sources.map(({ name }) => name), recommended, current });
    if (meaning === undefined) return;
    for (const source of sources) if (!(await setSourceMeaning(this.deps, source, meaning))) break;
    await model.load();
  }

  /** Imports the file of a source again. */
  async importAgain(clicked: unknown, selected: unknown): Promise<void> {
    const files = this.stored(clicked, selected).flatMap(({ source }) => fileOf(source));
    if (files.length > 0) await this.deps.commands.run('threatLookups.import', files[0], files);
    else this.deps.notices.inform(uiText("The original file isn't known. Use “Import Indicators…” instead."));
  }

  /** Prompts for the columns of a table, and reads it again. */
  async setColumns(clicked: unknown): Promise<void> {
    const { model, commands, notices, changeColumns } = this.deps;
    await model.load();
    const [file] = this.stored(clicked, undefined).flatMap(({ source }) => fileOf(source));
    const list = model.selectedNodes(clicked, undefined).find((node) => node.kind === 'collection')?.list;
    if (list !== undefined) await changeColumns(list);
    else if (clicked !== undefined && file === undefined)
      notices.inform(uiText("The original file isn't known. Use “Import Indicators…” instead."));
    else await commands.run('threatLookups.import', file, undefined, { asksColumns: true });
  }

  /** Shows what sources list, as the results of a query. */
  async showIndicators(clicked: unknown, selected: unknown): Promise<void> {
    const { model, commands, notices } = this.deps;
    await model.load();
    const sources = model.sourcesOf(clicked, selected).filter(({ indicators }) => indicators > 0);
    if (sources.length === 0) notices.inform(uiText('This source has no indicators.'));
    else await getShowIndicators(commands, [...new Set(sources.map(({ name }) => name))]);
  }

  /** Opens the imported file in an editor. */
  async openFile(clicked: unknown): Promise<void> {
    const [file] = this.stored(clicked, undefined).flatMap(({ source }) => fileOf(source));
    if (file === undefined)
      this.deps.notices.inform(uiText("The original file isn't known. Use “Import Indicators…” instead."));
    else await vscode.commands.executeCommand('vscode.open', file);
  }

  /** Opens the address of a list in the browser, without a query, which may contain a key. */
  async openAddress(clicked: unknown): Promise<void> {
    const [node] = this.deps.model.selectedNodes(clicked, undefined);
    if (node?.kind !== 'collection' || !URL.canParse(node.address)) return;
    const { origin, pathname } = new URL(node.address);
    await vscode.env.openExternal(vscode.Uri.parse(`${origin}${pathname.includes('%7Bkey%7D') ? '/' : pathname}`));
  }

  /** Removes the clicked, selected, or picked sources and their data after a confirmation. */
  async remove(clicked: unknown, selected: unknown): Promise<void> {
    const { model, removeMirrors } = this.deps;
    const chosen =
      clicked === 'selection' ? this.deps.selected() : clicked === undefined ? await this.pickToRemove() : selected;
    const nodes = model.selectedStored(clicked, chosen);
    if (nodes.length > 0) await this.removeStored(nodes);
    const others = model.selectedNodes(clicked, chosen);
    if (others.length > 0) await removeMirrors(others);
  }

  private async pickToRemove(): Promise<readonly SourceNode[]> {
    const { model, notices } = this.deps;
    await model.load();
    const items = [
      ...model.servers().map((node) => ({ label: untrusted(formatAddress(node.address)), node })),
      ...model
        .collections()
        .map((node) => ({ label: untrusted(node.title), description: untrusted(hostOfAddress(node.address)), node })),
      ...model
        .stored()
        .map((node) => ({ label: untrusted(shownName(titleOf(node))), description: describe(node.source), node })),
    ];
    if (items.length === 0) notices.inform(uiText('No sources yet.'));
    const options = { title: uiText('Remove Source'), matchOnDescription: true };
    const picked = items.length === 0 ? undefined : await showQuickPick<(typeof items)[number]>(items, options);
    return picked === undefined ? [] : [picked.node];
  }

  private async removeStored(nodes: readonly StoredNode[]): Promise<void> {
    const [only] = nodes;
    if (only === undefined) return;
    const indicators = nodes.reduce((sum, { source }) => sum + source.indicators, 0);
    const question =
      nodes.length === 1
        ? uiText('Remove “{0}” from the local store?', shownName(titleOf(only)))
        : uiPlural(nodes.length, {
            one: 'Remove {0} source from the local store?',
            other: 'Remove {0} sources from the local store?',
          });
    const remove = uiText('Remove');
    const detail = uiPlural(indicators, {
      one: "Deletes this source's data about {0} indicator. Data from other sources and your files are kept.",
      other: "Deletes this source's data about {0} indicators. Data from other sources and your files are kept.",
    });
    if ((await showWarningMessage(question, { modal: true, detail }, remove)) !== remove) return;
    await this.removeAll(nodes);
  }

  private async removeAll(nodes: readonly StoredNode[]): Promise<void> {
    const { worker, model, notices, contextKeys, onDataChanged } = this.deps;
    const options = { location: vscode.ProgressLocation.Notification, title: uiText('Removing from the local store') };
    let removed = 0;
    let erased: WipeEnd = 'done';
    try {
      await withProgress(options, async (progress) => {
        for (const { source } of nodes) {
          const onProgress = (step: RemovalProgress): void => progress.report({ message: formatRemoval(step) });
          const result = await worker.sourceRemove({ id: source.id }, { onProgress });
          removed += result.removed;
          erased = result.erased;
          if (source.kind === 'sample') contextKeys.set('hasSampleData', false);
        }
      });
    } finally {
      onDataChanged();
      await model.load();
    }
    notices.inform(
      uiSentences(
        uiPlural(removed, {
          one: 'Removed data about {0} indicator.',
          other: 'Removed data about {0} indicators.',
        }),
        formatNotErased(erased),
      ),
    );
  }

  private stored(clicked: unknown, selected: unknown): readonly StoredNode[] {
    return this.deps.model.selectedStored(clicked, selected);
  }

  private async pickSource(sources: readonly StoredSource[]): Promise<readonly StoredSource[]> {
    if (sources.length < 2) return sources;
    const items = sources.map((source) => ({
      label: untrusted(shownName(source.name)),
      description: describe(source),
      source,
    }));
    const picked = await showQuickPick(items, { title: uiText('Change List Type'), matchOnDescription: true });
    return picked === undefined ? [] : [picked.source];
  }
}

function describe({ indicators }: StoredSource): UiText {
  return untrusted(strings.indicators(indicators));
}

function titleOf({ source }: StoredNode): string {
  return source.kind === 'sample' ? t('Sample data') : source.name;
}

function fileOf({ details: { path } }: StoredSource): readonly vscode.Uri[] {
  return path === undefined ? [] : [vscode.Uri.file(path)];
}

/** Provides the commands for sources. */
export function provideSourceCommands(commands: Commands, sources: SourceCommands): vscode.Disposable {
  return vscode.Disposable.from(
    commands.register('threatLookups.changeListType', (clicked, selected) => sources.setMeaning(clicked, selected)),
    commands.register('threatLookups.setColumns', (clicked) => sources.setColumns(clicked)),
    commands.register('threatLookups.importAgain', (clicked, selected) => sources.importAgain(clicked, selected)),
    commands.register('threatLookups.openImportedFile', (clicked) => sources.openFile(clicked)),
    commands.register('threatLookups.openListUrl', (clicked) => sources.openAddress(clicked)),
    commands.register('threatLookups.removeSource', (clicked, selected) => sources.remove(clicked, selected)),
    commands.register('threatLookups.showIndicators', (clicked, selected) => sources.showIndicators(clicked, selected)),
  );
}
