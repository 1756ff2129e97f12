import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/types';
import type { Known } from '../../core/records/knowledge';
import type { Lookups } from '../../core/lookups/lookups';
import type { LookupReason, LookupResult } from '../../core/lookups/types';
import { fromRecordPanel, type PanelAction, type PanelView, type ToRecordPanel } from '../../webviews/messages/record';
import type { CommandId } from '../common/commands';
import { confirmWholeUrl } from '../common/confirmWholeUrl';
import type { IndicatorTools } from '../common/indicatorTools';
import type { Notices } from '../common/notices';
import type { Output } from '../common/output';
import type { Commands } from '../common/registerCommand';
import { textPieces } from '../common/textPieces';
import { cutMiddle, visibleText } from '../common/visibleText';
import { withoutPassword } from '../common/withoutPassword';
import { newNonce, panelHtml } from './panelHtml';
import { panelView } from './panelView';
import type { RecordContext } from './recordContext';
import { describe } from './description';
import { rawJson, recordId, recordRows } from './recordView';

/** What every record panel is handed. */
export interface RecordParts {
  readonly lookups: Lookups;
  readonly commands: Commands;
  readonly notices: Pick<Notices, 'tell'>;
  readonly output: Pick<Output, 'debug' | 'warn'>;
  readonly extensionUri: vscode.Uri;
  /** Whether a remote service is there to be asked, and the mode is not `offline`. */
  readonly canAsk: () => boolean;
  /** The host of the remote service, connected or not asked because of the mode. */
  readonly serviceHost: () => string | undefined;
}

export const recordViewType = 'threatLookups.record';

/** Where the panels' bundles are, seen from the extension's folder. */
const bundles = ['dist', 'webviews'];

/** One panel about one indicator: shows what is known here, then what the service says, and follows changes. */
export class RecordPanel implements vscode.Disposable {
  private readonly owned: vscode.Disposable[] = [];
  private readonly ended = new AbortController();
  private result: LookupResult;
  private loadingFrom: string | undefined;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly indicator: Indicator,
    private readonly tools: IndicatorTools,
    private readonly parts: RecordParts,
    private readonly lookupKey: string,
  ) {
    this.result = parts.lookups.local(indicator, 'record');
    const defanged = visibleText(tools.defang(withoutPassword(indicator.value)));
    panel.title = cutMiddle(defanged, 40);
    panel.iconPath = new vscode.ThemeIcon('shield');
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(parts.extensionUri, ...bundles)],
    };
    this.owned.push(
      panel.webview.onDidReceiveMessage((message: unknown) => {
        this.receive(message).catch((error: unknown) => this.parts.output.warn(`Record panel: ${String(error)}`));
      }),
      new vscode.Disposable(parts.lookups.onChanged((key) => this.changed(key))),
    );
    panel.webview.html = panelHtml({
      title: defanged,
      script: this.bundle('record.js'),
      style: this.bundle('record.css'),
      nonce: newNonce(),
    });
  }

  reveal(): void {
    this.panel.reveal();
  }

  /** Asks the service as far as the mode allows for `reason`; the panel shows what is known meanwhile. */
  async lookUp(
    reason: LookupReason,
    wish: { readonly again?: boolean; readonly wholeUrl?: boolean } = {},
  ): Promise<void> {
    const { lookups } = this.parts;
    const { state } = this.result;
    if (state.kind === 'pending' || state.kind === 'notAsked' || state.kind === 'trouble')
      this.loadingFrom = state.host;
    else if (wish.again === true) this.loadingFrom = 'the service';
    if (this.loadingFrom !== undefined) this.show();
    this.result = await lookups.lookUp(this.indicator, { reason, signal: this.ended.signal, ...wish });
    this.loadingFrom = undefined;
    this.show();
  }

  dispose(): void {
    this.ended.abort();
    for (const owned of this.owned) owned.dispose();
  }

  private changed(key: string | undefined): void {
    if (this.loadingFrom !== undefined || (key !== undefined && key !== this.lookupKey)) return;
    const local = this.parts.lookups.local(this.indicator, 'record');
    // What is told of the last lookup stays, unless the store now says more.
    const saysMore = local.known.length > 0 || this.result.known.length > 0 || local.state.kind !== 'pending';
    if (saysMore) this.result = local.state.kind === 'pending' ? { ...local, state: this.result.state } : local;
    this.show();
  }

  private show(): void {
    this.post({ kind: 'show', panel: this.view() });
  }

  private view(): PanelView {
    return panelView(this.result, this.context(), this.loadingFrom);
  }

  private context(): RecordContext {
    const { tools } = this;
    return {
      now: Date.now(),
      dates: { locale: vscode.env.language },
      defang: (value) => tools.defang(value),
      pieces: (text) => textPieces(text, tools),
      canAsk: this.parts.canAsk(),
    };
  }

  private post(message: ToRecordPanel): void {
    if (!this.ended.signal.aborted) void this.panel.webview.postMessage(message);
  }

  private async receive(message: unknown): Promise<void> {
    const read = fromRecordPanel.safeParse(message);
    if (!read.success) {
      this.parts.output.warn('A record panel sent a message that is not one of its own.');
      return;
    }
    switch (read.data.kind) {
      case 'ready':
        this.show();
        return;
      case 'act':
        await this.act(read.data.action);
        return;
      case 'copy':
        await this.copy(
          read.data.what === 'value' ? this.indicator.value : this.tools.defang(this.indicator.value),
          read.data.what === 'value' ? 'Copied as it is' : 'Copied defanged',
        );
        return;
      case 'copyRaw': {
        const known = this.known(read.data.record);
        if (known !== undefined) await this.copy(rawJson(known), 'Copied as JSON');
        return;
      }
      case 'copyText':
        await this.copy(read.data.text, `Copied ${visibleText(read.data.what)}`);
        return;
      case 'rows': {
        const { record, section, from } = read.data;
        const known = this.known(record);
        if (known === undefined) return;
        this.post({ kind: 'rows', record, section, from, rows: recordRows(known, section, from, this.context()) });
        return;
      }
      case 'open': {
        const { subject } = read.data;
        if (subject.kind !== 'indicator') return;
        const { type, value } = subject;
        await this.parts.commands.run('threatLookups.openRecord', { type, value });
        return;
      }
      case 'describe': {
        const { indicator } = read.data;
        const { known } = this.parts.lookups.local(indicator, 'record');
        this.post({ kind: 'described', indicator, ...describe(known, this.context()) });
        return;
      }
      default:
        return;
    }
  }

  private known(id: string): Known | undefined {
    return this.result.known.find((each) => recordId(each) === id);
  }

  private async copy(text: string, words: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
    this.parts.notices.tell(`${words}: ${this.panel.title}`);
  }

  private async act(action: PanelAction): Promise<void> {
    switch (action) {
      case 'lookUp':
        return this.lookUp('click', { again: true });
      case 'lookUpWholeUrl':
        return this.lookUpWhole();
      case 'scan':
        await this.parts.commands.run('threatLookups.scan', this.indicator);
        return;
      case 'openHost': {
        const host = this.result.worseHost?.record;
        if (host === undefined) return;
        const { type, value } = host;
        await this.parts.commands.run('threatLookups.openRecord', { type, value });
        return;
      }
      case 'openBeside':
      case 'export':
      case 'explore':
        return;
      default:
        await this.parts.commands.run(commandOf[action]);
    }
  }

  private async lookUpWhole(): Promise<void> {
    const { lookups, serviceHost } = this.parts;
    const wouldSend = lookups.wouldSend(this.indicator, true);
    const mayGo = await confirmWholeUrl(wouldSend, serviceHost() ?? '');
    if (mayGo) await this.lookUp('click', { again: true, wholeUrl: true });
  }

  private bundle(file: string): string {
    return this.panel.webview.asWebviewUri(vscode.Uri.joinPath(this.parts.extensionUri, ...bundles, file)).toString();
  }
}

type OwnAction = 'lookUp' | 'lookUpWholeUrl' | 'scan' | 'openHost' | 'openBeside' | 'export' | 'explore';

const commandOf: Readonly<Record<Exclude<PanelAction, OwnAction>, CommandId>> = {
  setKey: 'threatLookups.setKey',
  connect: 'threatLookups.connect',
  showDetails: 'threatLookups.showDetails',
  changeMode: 'threatLookups.changeMode',
  editIgnoreList: 'threatLookups.editIgnoreList',
  loadSample: 'threatLookups.loadSample',
};
