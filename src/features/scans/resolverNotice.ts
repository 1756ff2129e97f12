import * as vscode from 'vscode';
import { truncateText, visibleText } from '../common/visibleText';
import type { Settings } from '../common/settingValues';
import { type UiText, uiText } from '../common/ui';
import type { ScanFeatureParts } from './scanParts';

type ResolverParts = Pick<ScanFeatureParts, 'settings' | 'loadIndicators' | 'notices'>;

const setting = 'threatLookups.localService.resolver';

/** What is wrong with the name server of the settings, where scans of the local service would ask it. */
export async function resolverProblem(
  { enrichment, resolver, lookups }: Settings,
  loadIndicators: ScanFeatureParts['loadIndicators'],
): Promise<UiText | undefined> {
  if (enrichment === 'off' || lookups.mode === 'offline' || resolver === '') return undefined;
  if ((await loadIndicators()).parseResolver(resolver) !== undefined) return undefined;
  return uiText(
    '“{0}” is no name server, and scans can look nothing up: the setting {1} takes an address or a name, perhaps with a port, or nothing.',
    truncateText(visibleText(resolver), 80),
    setting,
  );
}

/** What to do about it. */
export const changeResolver = {
  label: uiText('Change Setting'),
  run: () => vscode.commands.executeCommand('workbench.action.openSettings', `@id:${setting}`),
};

/** Points it out when it is set or found at the start: once for each value and day. */
export function registerResolverNotice({ settings, loadIndicators, notices }: ResolverParts): vscode.Disposable {
  const tell = async (now: Settings): Promise<void> => {
    const problem = await resolverProblem(now, loadIndicators);
    if (problem !== undefined) await notices.offerOnce(`resolver:${now.resolver}`, 'warning', problem, changeResolver);
  };
  void tell(settings.current());
  return settings.onChanged(({ now, before }) => {
    if (now.resolver !== before.resolver || now.enrichment !== before.enrichment) void tell(now);
  });
}
