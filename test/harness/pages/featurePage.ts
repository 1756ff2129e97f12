import type * as vscode from 'vscode';
import { toResultsPanel } from '../../../src/webviews/messages/results';
import { FeatureHost } from './featureHost';
import { type PanelPage, type PanelPageOptions, usePanelPage } from './panelPage';
import { PanelStub } from './panelStub';
import { window } from '../fakeVsCode';

/** A feature and its panel. */
export interface FeaturePageOptions<T> {
  readonly viewType: string;
  /** Starts the feature, as the extension does. */
  readonly start: (parts: ReturnType<FeatureHost['parts']>) => { dispose(): unknown };
  /** Opens the panel with a command of the feature. */
  readonly show: (host: FeatureHost, prepared: T) => Promise<void>;
  /** Fills the store and the workspace. */
  readonly prepare: (host: FeatureHost) => T | Promise<T>;
  readonly settings?: () => Readonly<Record<string, unknown>>;
  /** Default: that of panels with rows. */
  readonly toPage?: PanelPageOptions['toPage'];
  readonly viewport?: PanelPageOptions['viewport'];
}

/** A panel in plain Chromium, and the surroundings of its feature. */
export interface FeaturePage {
  readonly panel: PanelPage;
  readonly host: FeatureHost;
  /** Panels without a page that the feature has opened since then. */
  readonly others: readonly PanelStub[];
}

/** Like `usePanelPage`, for a whole feature with a store of its own. */
export function useFeaturePage<T>(options: FeaturePageOptions<T>): () => FeaturePage {
  let host: FeatureHost | undefined;
  let prepared: T;
  const others: PanelStub[] = [];
  before(async () => {
    host = new FeatureHost(options.settings?.());
    prepared = await options.prepare(host);
  });
  const current = (): FeatureHost => {
    if (host === undefined) throw new Error('The feature runs inside tests and hooks only.');
    return host;
  };
  const panel = usePanelPage({
    toPage: 'toPage' in options ? options.toPage : toResultsPanel,
    ...(options.viewport === undefined ? {} : { viewport: options.viewport }),
    show: async ({ panel: webviewPanel, extensionUri, output, state }) => {
      // A new window knows only what is stored.
      current().forget();
      others.length = 0;
      let isOpen = state !== undefined;
      window.createWebviewPanel = (_, title) => {
        const isFirst = !isOpen;
        isOpen = true;
        return Object.assign(isFirst ? webviewPanel : otherPanel(others), { title });
      };
      const feature = options.start(current().parts(extensionUri, output.warn));
      if (state === undefined) await options.show(current(), prepared);
      else await current().restore(options.viewType, webviewPanel, state);
      return { dispose: () => void feature.dispose() };
    },
  });
  after(() => host?.stop());
  return () => ({ panel: panel(), host: current(), others });
}

/** A panel that the harness doesn't show. */
function otherPanel(others: PanelStub[]): vscode.WebviewPanel {
  const other = new PanelStub(() => Promise.resolve());
  others.push(other);
  return Object.assign(other.panel, { active: false });
}
