import * as vscode from 'vscode';
import type { Lookups } from '../../core/lookups/lookups';
import type { Subject } from '../../core/records/subject';
import { fromRecordPanel, type PanelAction, type ToRecordPanel } from '../../webviews/messages/record';
import { errorDetails } from '../shared/text/errorDetails';
import type { IndicatorTools } from '../shared/indicators/indicatorTools';
import type { Notices } from '../shared/notices/notices';
import { untrusted, type Output, setPanelTitle, type UiText } from '../shared/ui';
import { showPage } from '../shared/panels/showPage';
import type { PanelHistory } from './panelHistory';
import { readSubject } from './readSubject';
import type { PagePort, RecordPage, RecordContext } from './recordPage';
import { subjectIcon, subjectTitle } from './subjectLabel';
import { uiText } from '../shared/ui/text';
import { truncateMiddle, visibleText, truncateText } from '../../core/text/visibleText';
import type { UnreadStore } from '../../core/lookups/unreadStore';
import type { Known } from '../../core/records/knowledge';
import type { RiskView } from '../../webviews/messages/parts';
import { getText } from '../../webviews/messages/linkedText';
import { worseFirst } from '../../core/records/risk';
import { unreadStoreMessage } from '../shared/format/unreadStore';
import { t, formatList, formatAge } from '../../l10n';
import { formatSource, verdictNotes, verdictLabel, riskView } from '../../core/records/labels/verdict';

const maxShown = 3;

/** Describes an indicator from local data in a few lines, for the tooltip in a panel. */
function describe(
  known: readonly Known[],
  context: RecordContext,
  unread?: UnreadStore,
): { readonly risk?: RiskView; readonly lines: readonly string[] } {
  const [lead, ...others] = known;
  if (lead === undefined)
    return { lines: [unread === undefined ? t('Not in the local store.') : unreadStoreMessage(unread)] };
  const { record } = lead;
  const shown = (text: string): string => truncateText(visibleText(text), 200);
  const note = [record.retired ? t('retired') : undefined, ...verdictNotes(lead)]
    .filter((part) => part !== undefined)
    .join(' · ');
  const reasons = [...record.riskFactors].sort((a, b) => worseFirst(a.risk, b.risk));
  const threats = record.threats.slice(0, maxShown).map(({ name }) => shown(name));
  const lines = [
    note === '' ? undefined : note,
    ...reasons.slice(0, maxShown).map(({ description }) => getText(context.linkedText(truncateText(description, 200)))),
    threats.length === 0 ? undefined : t('Threats: {0}', formatList(threats)),
    record.timestamps.seen === undefined
      ? undefined
      : t('Last seen {0}', formatAge(record.timestamps.seen, context.now)),
    t('Source: {0}, {1}', shown(formatSource(lead.source)), formatAge(lead.asOf, context.now)),
    ...others.slice(0, maxShown).map((each) => `${shown(formatSource(each.source))}: ${verdictLabel(each.record)}`),
  ];
  return { risk: riskView(record.risk), lines: lines.filter((line) => line !== undefined) };
}

/** Dependencies of every record panel. */
export interface PanelParts {
  readonly lookups: Lookups;
  readonly tools: IndicatorTools;
  readonly notices: Pick<Notices, 'inform' | 'offer'>;
  readonly output: Pick<Output, 'debug' | 'warn'>;
  readonly extensionUri: vscode.Uri;
  readonly context: () => RecordContext;
  readonly pageFor: (subject: Subject, port: PagePort) => RecordPage;
  readonly openBeside: (subject: Subject) => Promise<void>;
  readonly exportPage: (page: RecordPage) => Promise<void>;
  /** Opens a query with this Explore term; sends nothing. */
  readonly findOthers: (term: string) => Promise<unknown>;
  /** The user opened it. */
  readonly remember: (page: Pick<RecordPage, 'subject' | 'risk'>) => void;
  /** The panel shows another page, or back and forward lead elsewhere. */
  readonly onDidNavigate: () => void;
}

/** Pages kept besides the visible one. */
const maxCachedPages = 10;

/** How often a visible panel updates the ages in its sentences. */
const agesMillis = 60_000;

/** A panel that shows one subject after another, like a browser tab. Its only state is its history. */
export class RecordPanel implements vscode.Disposable {
  private readonly owned: readonly vscode.Disposable[];
  private page: RecordPage;
  private visit = 0;
  private visits = 0;
  /** Loaded pages for going back and forward, the most recent last. */
  private readonly cachedPages = new Map<Subject, { readonly page: RecordPage; readonly visit: number }>();
  private isEnded = false;

  constructor(
    readonly panel: vscode.WebviewPanel,
    private history: PanelHistory,
    private readonly parts: PanelParts,
  ) {
    this.page = this.pageFor(history.current);
    const ages = setInterval(() => {
      if (panel.visible) this.show();
    }, agesMillis);
    this.owned = [
      new vscode.Disposable(() => clearInterval(ages)),
      panel.webview.onDidReceiveMessage((message: unknown) => {
        this.receive(message).catch((error: unknown) => this.parts.output.warn(`Record panel: ${errorDetails(error)}`));
      }),
    ];
    this.name();
    showPage(panel.webview, { extensionUri: parts.extensionUri, bundle: 'record', title: this.page.title });
  }

  get subject(): Subject {
    return this.history.current;
  }

  get current(): RecordPage {
    return this.page;
  }

  can(where: 'back' | 'forward'): boolean {
    return this.history.step(where) !== undefined;
  }

  /** Opens the current page: `shown` sends nothing, `record` sends what the lookup mode allows automatically. */
  async start(how: 'shown' | 'record'): Promise<void> {
    const { page } = this;
    await page.open(how);
    if (page === this.page && how === 'record' && page.isUnknown !== true) this.parts.remember(page);
  }

  /** Shows another subject in this panel. */
  async goTo(subject: Subject): Promise<void> {
    await this.move(this.history.goTo(subject));
  }

  /** Goes one step back or forward, if there is one. */
  async step(where: 'back' | 'forward'): Promise<void> {
    const next = this.history.step(where);
    if (next !== undefined) await this.move(next);
  }

  /** Shows the current page again. */
  refresh(): void {
    this.show();
  }

  dispose(): void {
    this.isEnded = true;
    this.page.dispose();
    for (const { page } of this.cachedPages.values()) page.dispose();
    for (const owned of this.owned) owned.dispose();
  }

  private async move(history: PanelHistory): Promise<void> {
    this.leave();
    this.history = history;
    const { current, state } = history;
    const there = this.cachedPages.get(current);
    this.cachedPages.delete(current);
    const reachable = new Set([...state.back, ...state.forward]);
    for (const [subject, { page }] of this.cachedPages) if (!reachable.has(subject)) this.forget(subject, page);
    this.page = there?.page ?? this.pageFor(current);
    this.visit = there?.visit ?? ++this.visits;
    this.show();
    if (there === undefined) await this.start('record');
    else this.parts.remember(this.page);
  }

  /** Caches the loaded page for the way back; cancels pending requests. */
  private leave(): void {
    const { page, visit, history } = this;
    if (page.view().loading !== undefined || page.isUnknown === true) {
      page.dispose();
      return;
    }
    page.leave();
    this.cachedPages.set(history.current, { page, visit });
    const [oldest] = this.cachedPages;
    if (this.cachedPages.size > maxCachedPages && oldest !== undefined) this.forget(oldest[0], oldest[1].page);
  }

  private forget(subject: Subject, page: RecordPage): void {
    page.dispose();
    this.cachedPages.delete(subject);
  }

  private pageFor(subject: Subject): RecordPage {
    const isShown = (): boolean => this.page === page;
    const page: RecordPage = this.parts.pageFor(subject, {
      changed: () => {
        if (!isShown()) return;
        this.history = this.history.renamed(page.subject);
        this.show();
      },
      post: (message) => {
        if (isShown()) this.post(message);
      },
      copy: (text, notice) => this.copy(text, notice),
      goTo: (next) => this.goTo(next),
    });
    return page;
  }

  private show(): void {
    this.name();
    const { parts, history } = this;
    const titleAt = (where: 'back' | 'forward'): string | undefined => {
      const [subject] = history.state[where];
      return subject && subjectTitle(subject, parts.tools);
    };
    const [back, forward] = [titleAt('back'), titleAt('forward')];
    const { subject, back: behind, forward: ahead } = history.state;
    this.post({
      kind: 'show',
      panel: {
        ...this.page.view(),
        state: { subject, back: [...behind], forward: [...ahead] },
        visit: this.visit,
        back,
        forward,
      },
    });
  }

  private name(): void {
    const { panel, page } = this;
    const title = truncateMiddle(page.title, 40);
    setPanelTitle(panel, untrusted(title));
    panel.iconPath = new vscode.ThemeIcon(subjectIcon(page.subject.kind));
    this.parts.onDidNavigate();
  }

  private post(message: ToRecordPanel): void {
    if (!this.isEnded) void this.panel.webview.postMessage(message);
  }

  private async receive(message: unknown): Promise<void> {
    const read = fromRecordPanel.safeParse(message);
    if (!read.success) {
      this.parts.output.warn('A record panel sent a message that is not one of its own.');
      return;
    }
    const { data } = read;
    switch (data.kind) {
      case 'ready':
        this.show();
        return;
      case 'act':
        return this.act(data.action);
      case 'go':
        return this.step(data.where);
      case 'open': {
        const subject = readSubject(data.subject, (text) => this.parts.tools.parseIndicator(text));
        if (subject === undefined) this.parts.notices.inform(uiText('No record exists for this item.'));
        else await (data.beside ? this.parts.openBeside(subject) : this.goTo(subject));
        return;
      }
      case 'copy': {
        const { copied } = this.page;
        const isDefanged = data.what === 'defanged';
        return this.copy(
          isDefanged ? copied.defanged : copied.value,
          isDefanged ? (title) => uiText('Copied defanged: {0}', title) : (title) => uiText('Copied: {0}', title),
        );
      }
      case 'copyText':
        return this.copy(data.text, (title) => uiText('Copied {0}: {1}', visibleText(data.what), title));
      case 'findOthers':
        await this.parts.findOthers(data.term);
        return;
      case 'describe': {
        const { indicator } = data;
        const { known, unread } = this.parts.lookups.local(indicator, 'record');
        this.post({ kind: 'described', indicator, ...describe(known, this.parts.context(), unread) });
        return;
      }
      default:
        await this.page.answer(data);
    }
  }

  private async act(action: PanelAction): Promise<void> {
    if (action === 'openBeside') await this.parts.openBeside(this.page.subject);
    else if (action === 'export') await this.parts.exportPage(this.page);
    else await this.page.act(action);
  }

  private async copy(text: string, notice: (title: string) => UiText): Promise<void> {
    await vscode.env.clipboard.writeText(text);
    this.parts.notices.inform(notice(this.panel.title));
  }
}
