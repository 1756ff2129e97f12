import type * as vscode from 'vscode';
import { useDisplayLanguage } from './features/shared/settings/displayLanguage';
import { errorDetails } from './features/shared/text/errorDetails';
import { LazyFeature } from './features/shared/commands/lazyFeature';
import { registerFeatures } from './registerFeatures';
import { createUiServices } from './uiServices';

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
