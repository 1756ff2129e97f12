import * as vscode from 'vscode';
import { useDisplayLanguage } from './features/common/displayLanguage';
import { errorDetails } from './features/common/errorDetails';
import { LazyFeature } from './features/common/lazyFeature';
import { registerConnection } from './features/connection/register';
import { registerHighlights } from './features/highlights/register';
import { registerHover } from './features/hover/register';
import { registerLocalData } from './features/localdata/register';
import { registerMirror } from './features/mirror/register';
import { registerPrivacy } from './features/privacy/register';
import { registerQueries } from './features/queries/register';
import { registerRecords } from './features/records/register';
import { registerResults } from './features/results/register';
import { registerScans } from './features/scans/register';
import { registerTriage } from './features/triage/register';
import type { Services } from './services';
import { createUiServices, type UiServices } from './uiServices';

/**
 * Wires the extension: registers what each feature contributes. A feature's code and the parts that features share are
 * loaded when they are first needed.
 */
export function activate(context: vscode.ExtensionContext): void {
  useDisplayLanguage();
  const ui = createUiServices(context);
  const onError = (error: unknown): void => ui.output.error(errorDetails(error));
  const shared = new LazyFeature(async () => {
    const { createServices } = await import('./services');
    const services = createServices(context, ui);
    onServices(services);
    return { ...services, dispose: services.closeStore };
  }, onError);
  const onServices = registerFeatures(context, ui, shared.load);
  context.subscriptions.push(shared);
  // `npm start` opens a demo in which every hover has an answer.
  if (process.env.THREAT_LOOKUPS_DEMO === '1') void ui.commands.run('threatLookups.loadSample');
}

/** Registers each feature with the parts that it needs. Returns what to do when the shared parts are first needed. */
function registerFeatures(
  { extension, extensionUri }: vscode.ExtensionContext,
  ui: UiServices,
  load: () => Promise<Services>,
): (services: Services) => void {
  const { contributions } = ui;
  const media = vscode.Uri.joinPath(extensionUri, 'media');
  const mirror = registerMirror(ui, async () => {
    const services = await load();
    return {
      ...services,
      keyOf: (baseUrl) => services.keys.get(baseUrl),
      connected: () => services.connection.state().remote?.address,
      mirrorsVersion: () => services.reader.mirrorsVersion(),
    };
  });
  registerHover(contributions, async () => {
    const services = await load();
    const { settings } = services;
    return {
      ...services,
      scansOutside: () => services.scanSettings().mode !== 'off',
      settings: () => settings.current().hover,
    };
  });
  registerRecords(contributions, async () => {
    const services = await load();
    return { ...services, service: services.remoteService, isOffline: () => services.mode() === 'offline' };
  });
  registerResults(contributions, load);
  const connection = registerConnection(contributions, vscode.Uri.joinPath(media, 'sample.log'), async () => {
    const services = await load();
    return {
      ...services,
      localServiceUrl: () => services.localService.url(),
      isMirrorSetUp: async () => (await mirror.load()).isSetUp(),
      isStoreNewer: () => services.storeStatus.isNewer,
    };
  });
  registerHighlights(contributions, async () => {
    const services = await load();
    return {
      ...services,
      media,
      isAutomatic: () => services.remoteService() !== undefined && services.mode() === 'automatic',
    };
  });
  const scans = registerScans(ui, async () => {
    const services = await load();
    return { ...services, isScanning: () => services.reader.isLeased('scans') };
  });
  registerTriage(contributions, async () => {
    const services = await load();
    return { ...services, unreadStore: () => services.storeStatus.unread };
  });
  registerQueries(contributions, async () => {
    const services = await load();
    const { serviceHost, canAsk, connection: current } = services;
    return { ...services, service: { host: serviceHost, canRequest: canAsk, onChanged: current.onSwitched } };
  });
  const privacy = registerPrivacy(contributions, load);
  registerLocalData(contributions, async () => {
    const services = await load();
    return {
      ...services,
      extensionId: extension.id,
      sampleFile: vscode.Uri.joinPath(media, 'sample-data.json').fsPath,
      onDataChanged: () => {
        services.onDataChanged();
        void services.scans.load();
        mirror.current()?.reload();
      },
    };
  });
  return ({ settings, output }) => {
    // The status bar item, and notices about settings.
    connection.start();
    scans.checkSettings(settings);
    privacy.checkSettings(settings);
    settings.moveFormerNames().catch((error: unknown) => {
      output.warn(`Settings with former names weren't moved: ${errorDetails(error)}`);
    });
  };
}
