import * as vscode from 'vscode';
import type { StoredRun } from '../../../core/runs';
import { formatAge, formatUtc } from '../../../l10n';
import { getServiceMessage } from '../../../core/api/requestError';
import { formatServiceMessage, fullMessageLength } from '../../shared/format/serviceMessage';
import { truncateText } from '../../../core/text/visibleText';
import { viewIds } from '../../shared/ids/contributionIds';
import type { Contributions } from '../../shared/commands/contributions';
import { untrusted, untrustedLines, treeItem, uiLines, type UiTreeView } from '../../shared/ui';
import type { QueryHistory } from '../runs/history';
import { endLabel, runTitle } from '../panel/resultsView';
import { uiText, uiPlural } from '../../shared/ui/text';

/** Interval for updating ages while the view is visible. */
const agingMillis = 30_000;

const plain = { shown: (text: string): string => text };

/** The query history: pinned runs first, newest first. */
export class HistoryView implements vscode.TreeDataProvider<StoredRun>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: UiTreeView<StoredRun>;
  private readonly listening: vscode.Disposable;
  private aging: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly history: QueryHistory,
    contributions: Pick<Contributions, 'view'>,
  ) {
    this.view = contributions.view(viewIds.queryHistory, this);
    this.listening = vscode.Disposable.from(
      history.onChanged(() => this.changed.fire(undefined)),
      this.view.onDidChangeVisibility(({ visible }) => this.refreshWhileVisible(visible)),
    );
    this.refreshWhileVisible(this.view.visible);
  }

  /** Updates ages and runs of other windows while the view is visible. */
  private refreshWhileVisible(isVisible: boolean): void {
    clearInterval(this.aging);
    this.aging = isVisible ? setInterval(() => this.changed.fire(undefined), agingMillis) : undefined;
    if (isVisible) this.changed.fire(undefined);
  }

  selected(): readonly StoredRun[] {
    return this.view.selection;
  }

  async getChildren(): Promise<StoredRun[]> {
    try {
      return [...(await this.history.list())];
    } catch {
      // The store shows a notice.
      return [];
    }
  }

  getTreeItem(run: StoredRun): vscode.TreeItem {
    return historyItem(run, Date.now());
  }

  dispose(): void {
    clearInterval(this.aging);
    this.listening.dispose();
    this.view.dispose();
    this.changed.dispose();
  }
}

/** An item of the view. */
export function historyItem(run: StoredRun, now: number): vscode.TreeItem {
  const title = runTitle(run, plain);
  const end = endLabel(run, formatAge(run.at, now));
  return treeItem({
    id: run.id,
    label: untrusted(title),
    description: untrusted(end),
    spoken: untrusted(`${title}, ${end}`),
    tooltip: uiLines(
      untrustedLines(truncateText(run.query, 1_000)),
      untrusted(' '),
      run.times === undefined ? undefined : uiPlural(run.times, { one: 'Run once', other: 'Run {0} times. Last run:' }),
      untrusted(endLabel(run)),
      untrusted(formatUtc(run.at)),
      untrusted(formatServiceMessage(endServiceMessage(run), fullMessageLength)),
    ),
    iconPath: new vscode.ThemeIcon(iconOf(run)),
    contextValue: run.pinned ? 'pinned' : 'run',
    command: { command: 'threatLookups.openHistory', title: uiText('Show Results'), arguments: [run] },
  });
}

function endServiceMessage({ end }: StoredRun): string | undefined {
  return end !== undefined && 'error' in end ? getServiceMessage(end.error) : undefined;
}

function iconOf({ pinned, end }: StoredRun): string {
  if (pinned) return 'pinned';
  switch (end?.kind) {
    case 'answered':
      return end.count === 0 ? 'circle-slash' : 'list-flat';
    case 'failed':
      return 'warning';
    default:
      return 'circle-outline';
  }
}
