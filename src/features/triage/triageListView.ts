import * as vscode from 'vscode';
import { worseFirst, type RiskLevel } from '../../core/records/risk';
import { countNewlyRisky } from '../../core/triage/history/newlyRisky';
import { type TriageEntry, triageKey, type TriageState, triageStates } from '../../core/triage/triageEntry';
import { formatAge, formatUtc, t } from '../../l10n';
import { getArchiveEntry, fileName } from '../shared/files/largeLogUri';
import { viewIds } from '../shared/ids/contributionIds';
import { shownAnnotation } from '../shared/indicators/annotations';
import type { IndicatorTools } from '../shared/indicators/indicatorTools';
import { defangText } from '../../core/indicators/identity/defangText';
import { untrusted, untrustedLines, treeItem, uiLines, uiList, type UiText, type UiTreeView } from '../shared/ui';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { getAssessment, type LookUpParts } from './panel/lookUpRows';
import type { TriageHistory } from './history/triageHistory';
import { triageHistoryStrings } from './history/triageHistoryStrings';
import { strings } from './strings';
import type { NewTriageEntry, TriageList } from './triageList';
import type { TriageParts } from './triageParts';
import { uiText } from '../shared/ui/text';
import { judgmentIn, type Known } from '../../core/records/knowledge';
import { judgmentText } from '../../core/records/labels/judgmentLabels';
import { colorId, formatSource, riskStyle, verdictLabel } from '../../core/records/labels/verdict';
import { truncateText, truncateWords, visibleText } from '../../core/text/visibleText';
import { annotationStrings } from './annotate';

/** The row about what became risky after a triage. */
const newRow = { kind: 'newlyRisky' } as const;
type ViewRow = ListedRow | typeof newRow;

/** A row of the list. It is an argument of commands, which read its indicator. */
export interface ListedRow {
  readonly type: string;
  readonly value: string;
  readonly entry: TriageEntry;
}

type ViewParts = LookUpParts & Pick<TriageParts, 'contributions' | 'loadIndicators'>;

/** Waits for further verdicts; milliseconds. */
const verdictMillis = 300;
const maxNameLength = 60;
const [maxTagsLength, maxShownNote, maxShownTeam] = [60, 40, 60];
/** In the tooltip. */
const maxNoteLength = 400;
/** States that need work come first. */
const stateOrder: readonly TriageState[] = ['escalate', 'review', 'done'];

/**
 * The view “Triage”: indicators that became risky after a triage, then the triage list, entries that need work first.
 * Verdicts are from memory and the local store.
 */
export class TriageListView implements vscode.TreeDataProvider<ViewRow>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: UiTreeView<ViewRow>;
  private readonly listening: vscode.Disposable;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isLoaded = false;
  private tools: Pick<IndicatorTools, 'defang' | 'findIndicators'> | undefined;

  constructor(
    private readonly list: TriageList,
    private readonly history: Pick<TriageHistory, 'unseen' | 'dropped' | 'onChanged'>,
    private readonly parts: ViewParts,
  ) {
    this.view = parts.contributions.view(viewIds.triageList, this);
    const stop = parts.lookups.onChanged(() => {
      if (this.view.visible) this.timer ??= setTimeout(() => this.refresh(), verdictMillis);
    });
    this.listening = vscode.Disposable.from(
      { dispose: stop },
      list.onChanged(() => this.refresh()),
      history.onChanged(() => this.refresh()),
      this.view.onDidChangeVisibility(({ visible }) => {
        // Other windows may have changed the list in the meantime.
        if (visible) void list.load();
      }),
    );
  }

  get visible(): boolean {
    return this.view.visible;
  }

  /** Returns the rows for a command of the view's menu; undefined if it came from elsewhere. */
  rowsOf(clicked: unknown, selected: unknown): readonly NewTriageEntry[] | undefined {
    const given: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
    const keys = new Set(given.flatMap((each) => (isListedRow(each) ? [triageKey(each.entry.indicator)] : [])));
    return keys.size === 0 ? undefined : this.list.list().filter(({ indicator }) => keys.has(triageKey(indicator)));
  }

  async getChildren(parent?: ViewRow): Promise<ViewRow[]> {
    if (parent !== undefined) return [];
    if (!this.isLoaded) {
      this.isLoaded = true;
      this.tools = await this.parts.loadIndicators();
      await this.list.load();
    }
    const listed = this.list
      .list()
      .map((entry) => ({ row: { ...entry.indicator, entry }, risk: this.riskOf(entry) }))
      .sort(
        (a, b) =>
          stateOrder.indexOf(a.row.entry.state) - stateOrder.indexOf(b.row.entry.state) ||
          worseFirst(a.risk, b.risk) ||
          b.row.entry.at - a.row.entry.at,
      )
      .map(({ row }) => row);
    return this.history.unseen().length === 0 ? listed : [newRow, ...listed];
  }

  getTreeItem(row: ViewRow): vscode.TreeItem {
    return 'kind' in row ? this.newItem() : this.listedItem(row);
  }

  private listedItem({ entry }: ListedRow): vscode.TreeItem {
    const { indicator, state, at } = entry;
    const { whole, note, tags } = this.shownText(entry);
    const { lead, known } = getAssessment(indicator, this.parts);
    const { icon, color, label } = riskStyle(lead?.record.risk ?? 'unknown');
    const verdict = lead === undefined ? t('No information') : verdictLabel(lead.record);
    const now = Date.now();
    return treeItem({
      id: triageKey(indicator),
      label: untrusted(truncateIndicator(whole, maxNameLength)),
      description: uiList(
        untrusted(strings.stateLabel(state)),
        untrusted(lead === undefined ? verdict : label),
        untrusted(tags && truncateText(tags.join(', '), maxTagsLength)),
        untrusted(note && `“${truncateWords(visibleText(note.replace(/\s+/g, ' ')), maxShownNote)}”`),
        this.teamText(known, maxShownTeam),
      ),
      tooltip: uiLines(
        untrusted(truncateIndicator(whole, 200)),
        untrusted(lead === undefined ? verdict : t('{0} ({1})', verdict, formatSource(lead.source))),
        untrusted(t('{0}, {1} ({2})', strings.stateLabel(state), formatAge(Math.min(at, now), now), formatUtc(at))),
        untrusted(originLabel(entry)),
        note === undefined ? undefined : untrustedLines(annotationStrings.noteLine(truncateText(note, maxNoteLength))),
        untrusted(tags && annotationStrings.tagsLine(tags)),
        this.teamText(known, maxNoteLength),
      ),
      iconPath: new vscode.ThemeIcon(icon, new vscode.ThemeColor(colorId(color, lead?.record.retired ?? false))),
      contextValue: state,
      command: { command: 'threatLookups.openRecord', title: uiText('Open Record'), arguments: [{ ...indicator }] },
    });
  }

  /** The texts of an entry, defanged; nothing until the code for that is loaded. */
  private shownText(entry: ListedRow['entry']): { readonly whole: string } & ReturnType<typeof shownAnnotation> {
    const { tools } = this;
    if (tools === undefined) return { whole: '' };
    const whole = visibleText(tools.defang(entry.indicator.value));
    return { whole, ...shownAnnotation(entry, (text) => defangText(text, tools)) };
  }

  /** The team's judgment on one line; undefined without one, or until the code to defang it is loaded. */
  private teamText(known: readonly Known[], maxLength: number): UiText | undefined {
    const judgment = judgmentIn(known);
    const { tools } = this;
    if (judgment === undefined || tools === undefined) return undefined;
    const said = visibleText(defangText(judgmentText(judgment), tools).replace(/\s+/g, ' '));
    return uiText('Team: {0}', truncateWords(said, maxLength));
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listening.dispose();
    this.view.dispose();
    this.changed.dispose();
  }

  private refresh(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    // An unreadable list must not look like an empty one.
    this.view.message = untrusted(this.list.unread === undefined ? '' : t("The triage list couldn't be read"));
    this.changed.fire(undefined);
  }

  private newItem(): vscode.TreeItem {
    const rows = this.history.unseen();
    const { indicators, files } = countNewlyRisky(rows);
    const { dropped } = this.history;
    const limit = dropped === 0 ? undefined : triageHistoryStrings.onlyLast(rows.length, rows.length + dropped);
    return treeItem({
      id: newRow.kind,
      label: triageHistoryStrings.title(),
      description: triageHistoryStrings.counts(indicators, files),
      tooltip: uiLines(triageHistoryStrings.rowTooltip(), limit),
      iconPath: new vscode.ThemeIcon('bell-dot'),
      contextValue: newRow.kind,
      command: { command: 'threatLookups.showNewlyRisky', title: triageHistoryStrings.title() },
    });
  }

  private riskOf({ indicator }: TriageEntry): RiskLevel {
    return getAssessment(indicator, this.parts).lead?.record.risk ?? 'unknown';
  }
}

function isListedRow(value: unknown): value is ListedRow {
  const entry = typeof value === 'object' && value !== null && 'entry' in value ? value.entry : undefined;
  const state = typeof entry === 'object' && entry !== null && 'state' in entry ? entry.state : undefined;
  return triageStates.some((each) => each === state);
}

/** Names the origin of an entry. */
function originLabel({ from }: TriageEntry): string {
  if (from.kind === 'words') return from.words;
  if (from.kind === 'record') return t('record');
  const file = vscode.Uri.parse(from.uri);
  return t('{0}, line {1}', getArchiveEntry(file) ?? fileName(file), String(from.line));
}
