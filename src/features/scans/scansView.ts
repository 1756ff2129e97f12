import * as vscode from 'vscode';
import { isOpen, type Scan, type Scans } from '../../core/scans';
import type { IndicatorTools, LoadIndicators } from '../shared/indicators/indicatorTools';
import { viewIds } from '../shared/ids/contributionIds';
import type { Contributions } from '../shared/commands/contributions';
import type { UiTreeView } from '../shared/ui';
import { scanItem } from './scanItem';
import { pauseMessage } from './scanText';
import { uiPlural } from '../shared/ui/text';

/** How often a visible list updates its ages, in milliseconds; more often while it counts down to a request. */
const refreshMillis = 30_000;
const countdownMillis = 5_000;
const debounceMillis = 100;

/** The view “Scans”: one line per scan, newest first. */
export class ScansView implements vscode.TreeDataProvider<Scan>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Scan | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: UiTreeView<Scan>;
  private readonly owned: readonly { dispose(): unknown }[];
  private pendingUpdate: ReturnType<typeof setTimeout> | undefined;
  private tools: IndicatorTools | undefined;

  constructor(
    private readonly scans: Scans,
    private readonly loadIndicators: LoadIndicators,
    contributions: Pick<Contributions, 'view'>,
  ) {
    this.view = contributions.view(viewIds.scans, this);
    if (this.view.visible) void scans.load();
    let elapsed = 0;
    const refreshTimer = setInterval(() => {
      elapsed += countdownMillis;
      const isDue = elapsed >= refreshMillis || scans.list().some(isCountingDown);
      if (!this.view.visible || !isDue) return;
      elapsed = 0;
      this.showPauses();
      this.changed.fire(undefined);
    }, countdownMillis);
    this.owned = [
      this.view,
      this.changed,
      this.view.onDidChangeVisibility(({ visible }) => {
        // Other windows may have scanned meanwhile.
        if (visible) void this.scans.load();
      }),
      new vscode.Disposable(() => clearInterval(refreshTimer)),
      new vscode.Disposable(() => clearTimeout(this.pendingUpdate)),
      new vscode.Disposable(
        scans.onChanged(() => {
          this.pendingUpdate ??= setTimeout(() => {
            this.pendingUpdate = undefined;
            this.showCount();
            this.showPauses();
            this.changed.fire(undefined);
          }, debounceMillis);
        }),
      ),
    ];
  }

  selected(): readonly Scan[] {
    return this.view.selection;
  }

  async getChildren(parent?: Scan): Promise<Scan[]> {
    if (parent !== undefined) return [];
    this.tools ??= await this.loadIndicators();
    return [...this.scans.list()];
  }

  getTreeItem(scan: Scan): vscode.TreeItem {
    return scanItem(scan, (value) => this.tools?.defang(value) ?? value, Date.now());
  }

  dispose(): void {
    for (const owned of this.owned) owned.dispose();
  }

  private showPauses(): void {
    this.view.message = pauseMessage(this.scans.list(), Date.now());
  }

  /** Shows the number of running scans on the view's icon. */
  private showCount(): void {
    const open = this.scans.list().filter(isOpen).length;
    this.view.badge =
      open === 0
        ? undefined
        : { value: open, tooltip: uiPlural(open, { one: '{0} scan running', other: '{0} scans running' }) };
  }
}

/** Whether the line counts down to the next request. */
function isCountingDown(scan: Scan): boolean {
  const { progress } = scan;
  if (!isOpen(scan)) return false;
  return progress.kind === 'waiting' ? progress.retryAt !== undefined : 'error' in progress;
}
