import * as vscode from 'vscode';
import { isReserved } from '../../core/indicators/registry/reserved';
import { isOpen, type Scan, type Scans, isResumable, isRepeatable } from '../../core/scans';
import type { IndicatorTools, LoadIndicators } from '../shared/indicators/indicatorTools';
import { viewIds } from '../shared/ids/contributionIds';
import type { Contributions } from '../shared/commands/contributions';
import type { UiTreeView } from '../shared/ui';
import { pauseMessage, riskChangeLabel, progressMessage, progressLabel, scanIcon } from './scanText';
import { uiPlural, uiText } from '../shared/ui/text';
import { formatAge, formatDate, formatUtc } from '../../l10n';
import { hostLabel } from '../../core/records/labels/verdict';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { untrusted, treeItem, uiLines, uiList, type UiText } from '../shared/ui';
import { visibleText } from '../../core/text/visibleText';
import { strings } from './strings';
import { watchStoreFolder } from '../shared/files/watchStoreFolder';

const storeDebounceMillis = 250;

/**
 * Shows the scans of other windows: checks for them when the store is written to or this window gets the focus, not in
 * between.
 */
export function watchStore(
  scans: Pick<Scans, 'refresh'>,
  /** Folder of the store that all windows share. */
  storeFolder: vscode.Uri,
  /** Whether some window submits and polls now; reads one key. */
  isScanning: () => boolean,
): vscode.Disposable {
  let wasScanning = false;
  const refresh = (): void => {
    const isNow = isScanning();
    if (isNow || wasScanning) void scans.refresh();
    wasScanning = isNow;
  };
  return watchStoreFolder(storeFolder, storeDebounceMillis, refresh);
}

/** Leaves room for the state in a narrow view. */
const maxNameLength = 40;

/** A scan as a line of the “Scans” view. */
export function scanItem(scan: Scan, defang: (value: string) => string, now: number): vscode.TreeItem {
  const whole = visibleText(defang(scan.indicator.value));
  const name = truncateIndicator(whole, maxNameLength);
  const state = scan.progress.kind === 'done' ? riskChangeLabel(scan) : progressLabel(scan, now);
  const isActive = scan.kind === 'active';
  const { icon, color } = scanIcon(scan);
  const { type, value } = scan.indicator;
  return treeItem({
    label: untrusted(name),
    id: scan.id,
    description: uiList(
      state,
      isReserved(scan.indicator) ? uiText('local only') : isActive ? uiText('active') : uiText('passive'),
      untrusted(formatAge(Math.min(scan.at, now), now)),
    ),
    iconPath: new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color)),
    tooltip: uiLines(untrusted(truncateIndicator(whole, 200)), ...details(scan, defang, now)),
    contextValue: contextOf(scan),
    spoken: isActive ? uiText('{0}, {1}, active scan', name, state) : uiText('{0}, {1}, passive scan', name, state),
    // A scan without a result has nothing to show in a record.
    command: isRepeatable(scan)
      ? { command: 'threatLookups.showScanResult', title: uiText('Show Scan Result'), arguments: [{ id: scan.id }] }
      : { command: 'threatLookups.openRecord', title: uiText('Open Record'), arguments: [{ type, value }] },
  });
}

function details(scan: Scan, defang: (value: string) => string, now: number): readonly (UiText | undefined)[] {
  const requested = scan.kind === 'active' ? strings.requestedActive : strings.requestedPassive;
  return [
    progressMessage(scan, now),
    requested(hostLabel(scan.host), formatDate(scan.at), formatUtc(scan.at)),
    scan.sent.value === scan.indicator.value
      ? undefined
      : uiText('Sent: {0}', truncateIndicator(visibleText(defang(scan.sent.value)), 200)),
    scan.store ? uiText('Visible to others') : undefined,
    scan.qid === undefined ? undefined : uiText('Queue ID {0}', String(scan.qid)),
  ];
}

/** The `viewItem` words of a scan, for its menus. */
function contextOf(scan: Scan): string {
  if (isOpen(scan)) return 'open';
  if (isResumable(scan)) return ['repeatable', 'followable'].join(' ');
  return isRepeatable(scan) ? 'repeatable' : 'done';
}

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
        // Other windows may have scanned in the meantime.
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
