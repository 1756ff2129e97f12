import * as vscode from 'vscode';
import type { ContributionErrors } from './features/shared/commands/contributions';
import { LazyFeature } from './features/shared/commands/lazyFeature';
import { createStartServices, type StartServices } from './startServices';
import { registerAssistants } from './features/assistants/register';
import { registerConnection } from './features/connection/register';
import { registerEditing } from './features/editor/defang/register';
import { registerHighlights } from './features/highlights/register';
import { registerHover } from './features/hover/register';
import { registerLargeLogs } from './features/largeLogs/register';
import { registerLocalData } from './features/sources/localData/register';
import { registerSources } from './features/sources/register';
import { registerOpenIn } from './features/editor/openIn/register';
import { registerPrivacy } from './features/privacy/register';
import { registerQueries } from './features/queries/register';
import { registerRecords } from './features/records/register';
import { registerResults } from './features/results/register';
import { registerScans } from './features/scans/register';
import { registerTerminals } from './features/editor/terminalLinks/register';
import { registerTriage } from './features/triage/register';
import type { Services } from './services';

/**
 * Wires the extension: registers what each feature contributes. A feature's code and the parts that features share are
 * loaded when they are first needed.
 */
export function activate(context: vscode.ExtensionContext): void {
  const report = (show: (errors: ContributionErrors) => void): void => {
    // If the code that shows errors can't be loaded either, VS Code logs that.
    void ui.load().then((loaded) => show(loaded.errors));
  };
  const errors: ContributionErrors = {
    onCommandError: (id, error) => report((shown) => shown.onCommandError(id, error)),
    onStartError: (error) => report((shown) => shown.onStartError(error)),
  };
  const start = createStartServices(context, errors);
  const ui = new LazyFeature(async () => {
    const { createUiServices } = await import('./services');
    return createUiServices(context, start);
  }, errors.onStartError);
  const shared = new LazyFeature(async () => {
    const [{ createServices }, loaded] = await Promise.all([import('./services'), ui.load()]);
    const services = createServices(context, loaded);
    onServices(services);
    return { ...services, dispose: services.closeStore };
  }, errors.onStartError);
  const onServices = registerFeatures(context, start, shared.load);
  context.subscriptions.push(ui, start.contributions, shared);
  // `npm start` opens a demo in which every hover has an answer.
  if (process.env.THREAT_LOOKUPS_DEMO === '1') void vscode.commands.executeCommand('threatLookups.loadSample');
}

type LoadServices = () => Promise<Services>;

/** Registers each feature with the parts that it needs. Returns what to do when the shared parts are first needed. */
function registerFeatures(
  context: vscode.ExtensionContext,
  start: StartServices,
  load: LoadServices,
): (services: Services) => void {
  const media = vscode.Uri.joinPath(context.extensionUri, 'media');
  registerKnowledge(start, load);
  const { connection, scans, privacy, sources } = registerConnected(context, start, load, media);
  return ({ settings, dataChanged, ...services }) => {
    dataChanged(() => {
      void services.scans.load();
      sources.current()?.reload();
    });
    // The status bar item, the number of open scans of all windows, and notices about settings.
    connection.start();
    scans.start();
    privacy.checkSettings(settings);
  };
}

/** Registers the features that show and find known data. */
function registerKnowledge(start: StartServices, load: LoadServices): void {
  const { contributions } = start;
  registerHover(contributions, async () => {
    const services = await load();
    const { settings } = services;
    return {
      ...services,
      scansOutside: () => services.scanSettings().mode !== 'off',
      settings: () => {
        const { hover, lookups } = settings.current();
        return { ...hover, skipsWellKnown: lookups.skipWellKnown === true };
      },
    };
  });
  registerHighlights(contributions, async () => {
    const services = await load();
    return {
      ...services,
      isAutomatic: () => services.remoteService() !== undefined && services.mode() === 'automatic',
    };
  });
  registerEditing(contributions, load);
  registerOpenIn(contributions, load);
  registerTerminals(contributions, async () => {
    const services = await load();
    return { ...services, linkMode: () => services.settings.current().terminalLinks };
  });
  registerRecords(contributions, async () => {
    const services = await load();
    return { ...services, service: services.remoteService, isOffline: () => services.mode() === 'offline' };
  });
  registerTriage(start, async () => {
    const services = await load();
    const { reader, storeStatus } = services;
    return {
      ...services,
      unreadStore: () => storeStatus.unread,
      sources: {
        version: () => reader.sourcesVersion(),
        isChanging: () => reader.isChanging(),
        hasTriaged: () => reader.hasTriaged(),
      },
    };
  });
  registerLargeLogs(contributions, async () => {
    const services = await load();
    return { ...services, unreadStore: () => services.storeStatus.unread };
  });
  registerResults(contributions, load);
  registerQueries(contributions, async () => {
    const services = await load();
    const { serviceHost, canAsk, connection } = services;
    return { ...services, service: { host: serviceHost, canRequest: canAsk, onChanged: connection.onSwitched } };
  });
}

/** Features that connect, sync, scan, and import. */
function registerConnected(
  { extension }: vscode.ExtensionContext,
  start: StartServices,
  load: LoadServices,
  media: vscode.Uri,
) {
  const { contributions } = start;
  const sources = registerSources(start, async () => {
    const services = await load();
    return {
      ...services,
      keyOf: (baseUrl) => services.keys.get(baseUrl),
      connected: () => services.connection.state().remote?.address,
      onConnectionChanged: services.connection.onChanged,
      mirrorsVersion: () => services.reader.mirrorsVersion(),
    };
  });
  const connection = registerConnection(contributions, vscode.Uri.joinPath(media, 'sample.log'), async () => {
    const services = await load();
    return {
      ...services,
      localServiceUrl: () => services.localService.url(),
      isMirrorSetUp: async () => (await sources.load()).isSetUp(),
      isStoreNewer: () => services.storeStatus.isNewer,
    };
  });
  const scans = registerScans(start, async () => {
    const services = await load();
    return { ...services, isScanning: () => services.reader.isLeased('scans') };
  });
  registerLocalData(contributions, async () => {
    const services = await load();
    return {
      ...services,
      extensionId: extension.id,
      sampleFile: vscode.Uri.joinPath(media, 'sample-data.json').fsPath,
    };
  });
  registerAssistants(contributions, load);
  return { connection, scans, sources, privacy: registerPrivacy(contributions, load) };
}
