import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/types';
import type { Lookups } from '../../core/lookups/lookups';
import type { LookupReason, LookupResult } from '../../core/lookups/types';
import { fromRecordPanel, type PanelAction, type PanelView, type ToRecordPanel } from '../../webviews/messages/record';
import type { CommandId } from '../common/commands';
import { confirmWholeUrl } from '../common/confirmWholeUrl';
import { defangText } from '../common/defangText';
import type { IndicatorTools } from '../common/indicatorTools';
import type { Notices } from '../common/notices';
import type { Output } from '../common/output';
import type { Commands } from '../common/registerCommand';
import { cutMiddle, visibleText } from '../common/visibleText';
import { withoutPassword } from '../common/withoutPassword';
import { newNonce, panelHtml } from './panelHtml';
import { panelView } from './panelView';
import { rawJson } from './recordView';

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
    if (this.ended.signal.aborted) return;
    const message: ToRecordPanel = { kind: 'show', panel: this.view() };
    void this.panel.webview.postMessage(message);
  }

  private view(): PanelView {
    const { tools } = this;
    return panelView(
      this.result,
      {
        now: Date.now(),
        dates: { locale: vscode.env.language },
        defang: (value) => tools.defang(value),
        defangText: (text) => defangText(text, tools),
        canAsk: this.parts.canAsk(),
      },
      this.loadingFrom,
    );
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
        const known = this.result.known[read.data.record];
        if (known !== undefined) await this.copy(rawJson(known), 'Copied as JSON');
        return;
      }
    }
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

type OwnAction = 'lookUp' | 'lookUpWholeUrl' | 'scan' | 'openHost';

const commandOf: Readonly<Record<Exclude<PanelAction, OwnAction>, CommandId>> = {
  setKey: 'threatLookups.setKey',
  connect: 'threatLookups.connect',
  showDetails: 'threatLookups.showDetails',
  changeMode: 'threatLookups.changeMode',
  editIgnoreList: 'threatLookups.editIgnoreList',
  loadSample: 'threatLookups.loadSample',
};
