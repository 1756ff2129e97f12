import * as vscode from 'vscode';
import { isOpen, isRepeatable, type Scan, type Scans } from '../../core/scans';
import { ageWords, dateWords, utcWords } from '../common/ages';
import type { IndicatorTools, LoadIndicators } from '../common/indicatorTools';
import { hostWords } from '../common/verdict';
import { cutMiddle, visibleText } from '../common/visibleText';
import { changeWords, progressSentence, progressWords, scanLook } from './scanWords';

/** So often an open list tells ages anew, milliseconds. */
const agingMillis = 30_000;
/** Changes that come together are shown together. */
const gatherMillis = 100;

export const scansViewId = 'threatLookups.scans';

/** The view “Scans”: every scan in a line, newest first. */
export class ScansView implements vscode.TreeDataProvider<Scan>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Scan | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Scan>;
  private readonly owned: readonly { dispose(): unknown }[];
  private gathering: ReturnType<typeof setTimeout> | undefined;
  private tools: IndicatorTools | undefined;

  constructor(
    private readonly scans: Scans,
    private readonly loadIndicators: LoadIndicators,
  ) {
    this.view = vscode.window.createTreeView(scansViewId, { treeDataProvider: this, canSelectMany: true });
    const aging = setInterval(() => {
      if (this.view.visible) this.changed.fire(undefined);
    }, agingMillis);
    this.owned = [
      this.view,
      this.changed,
      this.view.onDidChangeVisibility(({ visible }) => {
        // Other windows may have scanned meanwhile.
        if (visible) void this.scans.load();
      }),
      new vscode.Disposable(() => clearInterval(aging)),
      new vscode.Disposable(() => clearTimeout(this.gathering)),
      new vscode.Disposable(
        scans.onChanged(() => {
          this.gathering ??= setTimeout(() => {
            this.gathering = undefined;
            this.showCount();
            this.changed.fire(undefined);
          }, gatherMillis);
        }),
      ),
    ];
  }

  /** What is selected in the view. */
  selected(): readonly Scan[] {
    return this.view.selection;
  }

  async getChildren(parent?: Scan): Promise<Scan[]> {
    if (parent !== undefined) return [];
    this.tools ??= await this.loadIndicators();
    return [...this.scans.list()];
  }

  getTreeItem(scan: Scan): vscode.TreeItem {
    const now = Date.now();
    const name = cutMiddle(visibleText(this.tools?.defang(scan.indicator.value) ?? scan.indicator.value), 80);
    const words = scan.progress.kind === 'done' ? changeWords(scan) : progressWords(scan, now);
    const { icon, color } = scanLook(scan);
    const item = new vscode.TreeItem(name);
    item.id = scan.id;
    item.description = `${words} · ${scan.kind} · ${ageWords(Math.min(scan.at, now), now)}`;
    item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
    item.tooltip = this.tooltip(scan, name, now);
    item.contextValue = contextOf(scan);
    item.accessibilityInformation = { label: `${name}, ${words}, ${scan.kind} scan` };
    const { type, value } = scan.indicator;
    item.command = { command: 'threatLookups.openRecord', title: 'Open Record', arguments: [{ type, value }] };
    return item;
  }

  dispose(): void {
    for (const owned of this.owned) owned.dispose();
  }

  private tooltip(scan: Scan, name: string, now: number): string {
    const sent = visibleText(this.tools?.defang(scan.sent.value) ?? scan.sent.value);
    return [
      name,
      progressSentence(scan, now),
      `${scan.kind === 'active' ? 'Active' : 'Passive'} scan at ${hostWords(scan.host)}, asked for on ${dateWords(scan.at, { locale: vscode.env.language })} (${utcWords(scan.at)})`,
      ...(scan.sent.value === scan.indicator.value ? [] : [`Sent: ${cutMiddle(sent, 200)}`]),
      ...(scan.store ? ['Stored, so that others can find it.'] : []),
      ...(scan.qid === undefined ? [] : [`Queue ID ${scan.qid}`]),
    ].join('\n');
  }

  /** How many go on, on the view's icon. */
  private showCount(): void {
    const open = this.scans.list().filter(isOpen).length;
    this.view.badge =
      open === 0 ? undefined : { value: open, tooltip: `${open} ${open === 1 ? 'scan' : 'scans'} under way` };
  }
}

/** What can be done with a scan, for the menus. */
function contextOf(scan: Scan): string {
  if (isOpen(scan)) return 'open';
  return isRepeatable(scan) ? 'repeatable' : 'done';
}
