import * as vscode from 'vscode';
import { resultsPanelState } from '../../../webviews/messages/results';
import { besideColumn } from '../../shared/panels/columns';
import { OpenPanels } from '../../shared/panels/openPanels';
import type { FocusedPanel } from '../../shared/commands/panelFocus';
import { createWebviewPanel, untrusted } from '../../shared/ui';
import { panelTypes } from '../../shared/ids/contributionIds';
import { TriagePanel, type TriagePanelParts } from './triagePanel';
import type { TriageList } from '../triageList';
import type { TriageParts } from '../triageParts';
import type { TriageHistory } from '../history/triageHistory';
import { fileSource, listName, listSource, type TriageSource, givenText } from '../files/triageSource';
import { uiText } from '../../shared/ui/text';
import type { NewlyRisky } from '../../../core/triage/history/newlyRisky';
import { triageHistoryStrings } from '../history/triageHistoryStrings';

/** The name of the source, which isn't an address. */
const newName = 'new';

/** The source of what became risky after the triage of its files. */
function newSource(newlyRisky: () => Promise<NewlyRisky>): TriageSource {
  return {
    kind: 'new',
    title: triageHistoryStrings.title(),
    name: newName,
    async load() {
      const { rows, dropped } = await newlyRisky();
      const byFile = Map.groupBy(rows, ({ uri }) => uri);
      const texts = [...byFile].map(([uri, each], index) => {
        const entries = each.map(({ type, value, line, column }) => ({ type, value, locations: [line, column] }));
        // Which file an older row was from isn't kept, so that the first one counts them.
        return givenText(vscode.Uri.parse(uri), entries, index === 0 ? dropped : 0);
      });
      return { texts, isTruncated: false };
    },
  };
}

/** The open panels: one per choice of files, and one for the triage list. */
export class TriagePanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private readonly panels = new OpenPanels<TriagePanel>((isAny) => this.parts.contextKeys.set('hasTriage', isAny));

  constructor(
    private readonly parts: TriageParts,
    private readonly list: TriageList,
    private readonly history: Pick<TriageHistory, 'newlyRisky'>,
    private readonly loadParts: () => Promise<TriagePanelParts>,
  ) {}

  /** The focused panel; otherwise the one that was focused last. */
  active(): TriagePanel | undefined {
    return this.panels.active();
  }

  withFocus(): TriagePanel | undefined {
    return this.panels.focused();
  }

  /** The target of commands without an argument while a panel is focused. */
  focused(): FocusedPanel | undefined {
    const panel = this.panels.focused();
    if (panel === undefined) return undefined;
    const indicator = panel.targetIndicator();
    const lookUp = async (): Promise<void> => {
      if (indicator !== undefined) await this.parts.commands.run('threatLookups.lookUpAgain', indicator);
    };
    return indicator === undefined ? { lookUp } : { indicator, lookUp };
  }

  /** Reads files and folders and shows them beside the editor. */
  async showFiles(chosen: readonly vscode.Uri[]): Promise<void> {
    await this.show(await fileSource(chosen, this.parts.worker));
  }

  async showList(): Promise<void> {
    await this.list.load();
    await this.show(listSource(this.list));
  }

  /** Shows what became risky after the triage of its files. */
  async showNew(): Promise<void> {
    await this.show(newSource(() => this.history.newlyRisky()));
  }

  /** Restores a panel after a reload: reads its files again, and looks nothing up. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const read = resultsPanelState.safeParse(state);
    const saved = read.success ? read.data : undefined;
    const name = saved?.file ?? '';
    if (saved === undefined || name === '') {
      panel.dispose();
      const again = { label: uiText('Triage…'), run: () => this.parts.commands.run('threatLookups.triage') };
      void this.parts.notices.offer(
        'warning',
        uiText("A Triage tab couldn't be restored. Select its files again."),
        again,
      );
      return;
    }
    const source = await this.sourceOf(name);
    this.adopt(panel, source, await this.loadParts()).restore(saved.current, this.list.load());
  }

  get isAnyOpen(): boolean {
    return this.panels.all().length > 0;
  }

  refresh(): void {
    for (const each of this.panels.all()) each.refresh();
  }

  dispose(): void {
    for (const each of this.panels.all()) each.dispose();
  }

  private async show(source: TriageSource): Promise<void> {
    const parts = await this.loadParts();
    const there = this.panels.all().find((each) => each.source.name === source.name);
    if (there !== undefined) {
      there.panel.reveal();
      await there.read();
      return;
    }
    // Beside a text, and in the place of a panel.
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const isBeside = input !== undefined && !(input instanceof vscode.TabInputWebview);
    const column = isBeside ? besideColumn() : vscode.ViewColumn.Active;
    const panel = createWebviewPanel(panelTypes.triage, untrusted(source.title), column);
    await this.adopt(panel, source, parts).read();
  }

  private async sourceOf(name: string): Promise<TriageSource> {
    if (name === listName) return listSource(this.list);
    if (name === newName) return newSource(() => this.history.newlyRisky());
    const uris = name.split('\n').map((uri) => vscode.Uri.parse(uri));
    return fileSource(uris, this.parts.worker);
  }

  private adopt(panel: vscode.WebviewPanel, source: TriageSource, parts: TriagePanelParts): TriagePanel {
    return this.panels.hold(new TriagePanel(panel, source, parts));
  }
}
