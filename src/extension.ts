import * as vscode from 'vscode';
import { useDisplayLanguage } from './features/common/displayLanguage';
import { errorDetails } from './features/common/errorDetails';
import { registerConnection } from './features/connection';
import { registerHighlights } from './features/highlights';
import { registerHoverFeature } from './features/hover';
import { registerLocalData } from './features/localdata';
import { registerMirror } from './features/mirror';
import { registerPrivacy } from './features/privacy';
import { registerQueries } from './features/queries/registerQueries';
import { registerRecords } from './features/records';
import { registerResults } from './features/results';
import { registerScans, scanSettingsOf } from './features/scans';
import { registerTriage } from './features/triage';
import { createServices } from './services';

/** Wires the extension: creates the shared parts, and registers each feature with those that it needs. */
export function activate(context: vscode.ExtensionContext): void {
  useDisplayLanguage();
  const services = createServices(context);
  const { settings, connection, reader, storeStatus, localService, scans } = services;
  const media = vscode.Uri.joinPath(context.extensionUri, 'media');

  const mirror = registerMirror({
    ...services,
    keyOf: (baseUrl) => services.keys.get(baseUrl),
    connected: () => connection.state().remote?.address,
    mirrorsVersion: () => reader.mirrorsVersion(),
  });

  context.subscriptions.push(
    mirror,
    { dispose: services.closeStore },
    registerHoverFeature({
      ...services,
      scansOutside: () => scanSettingsOf(settings.current()).mode !== 'off',
      settings: () => settings.current().hover,
    }),
    registerRecords({
      ...services,
      service: services.remoteService,
      isOffline: () => services.mode() === 'offline',
    }),
    registerResults(services),
    registerConnection({
      ...services,
      sampleLog: vscode.Uri.joinPath(media, 'sample.log'),
      localServiceUrl: () => localService.url(),
      isMirrorSetUp: () => mirror.isSetUp(),
      isStoreNewer: () => storeStatus.isNewer,
    }),
    registerHighlights({
      ...services,
      media,
      isAutomatic: () => services.remoteService() !== undefined && services.mode() === 'automatic',
    }),
    registerScans({ ...services, isScanning: () => reader.isLeased('scans') }),
    registerTriage({ ...services, unreadStore: () => storeStatus.unread }),
    registerQueries({
      ...services,
      service: { host: services.serviceHost, canRequest: services.canAsk, onChanged: connection.onSwitched },
    }),
    registerPrivacy(services),
    registerLocalData({
      ...services,
      extensionId: context.extension.id,
      sampleFile: vscode.Uri.joinPath(media, 'sample-data.json').fsPath,
      onDataChanged: () => {
        services.onDataChanged();
        void scans.load();
        mirror.reload();
      },
    }),
  );

  settings.moveFormerNames().catch((error: unknown) => {
    services.output.warn(`Settings with former names weren't moved: ${errorDetails(error)}`);
  });
  // `npm start` opens a demo in which every hover has an answer.
  if (process.env.THREAT_LOOKUPS_DEMO === '1') void services.commands.run('threatLookups.loadSample');
}
