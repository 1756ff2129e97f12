import * as vscode from 'vscode';
import type { ContributionErrors } from './features/shared/commands/contributions';
import { LazyFeature } from './features/shared/commands/lazyFeature';
import { registerFeatures } from './registerFeatures';
import { createStartServices } from './startServices';

/**
 * Wires the extension: registers what each feature contributes. A feature's code and the parts that features share are
 * loaded when they are first needed.
 */
export function activate(context: vscode.ExtensionContext): void {
  const report = (show: (errors: ContributionErrors) => void): void => {
    // Where the code that shows errors can't be loaded either, VS Code logs that.
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
