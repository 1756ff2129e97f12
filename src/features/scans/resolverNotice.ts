import * as vscode from 'vscode';
import type { NoticeAction } from '../shared/notices/notices';
import type { Settings } from '../shared/settings/settingValues';
import type { UiText } from '../shared/ui';
import type { ScanFeatureParts } from './scanParts';
import { strings } from './strings';
import { uiText } from '../shared/ui/text';
import { truncateText, visibleText } from '../../core/text/visibleText';

type ResolverParts = Pick<ScanFeatureParts, 'settings' | 'loadIndicators' | 'notices'>;

const setting = 'threatLookups.localService.resolver';

/** Describes the problem of the name server setting, if scans of the local service use it. */
export async function resolverProblem(
  { enrichment, resolver, lookups }: Settings,
  loadIndicators: ScanFeatureParts['loadIndicators'],
): Promise<UiText | undefined> {
  if (enrichment === 'off' || lookups.mode === 'offline' || resolver === '') return undefined;
  if ((await loadIndicators()).parseResolver(resolver) !== undefined) return undefined;
  return strings.invalidResolver(truncateText(visibleText(resolver), 80), setting);
}

/** Opens the setting. */
export function changeResolver(): NoticeAction {
  return {
    label: uiText('Change Setting'),
    run: () => vscode.commands.executeCommand('workbench.action.openSettings', `@id:${setting}`),
  };
}

/** Reports an unusable name server at start and when the setting changes, once per value and day. */
export function registerResolverNotice({ settings, loadIndicators, notices }: ResolverParts): vscode.Disposable {
  const check = async (now: Settings): Promise<void> => {
    const problem = await resolverProblem(now, loadIndicators);
    if (problem !== undefined)
      await notices.offerOnce(`resolver:${now.resolver}`, 'warning', problem, changeResolver());
  };
  void check(settings.current());
  return settings.onChanged(({ now, before }) => {
    if (now.resolver !== before.resolver || now.enrichment !== before.enrichment) void check(now);
  });
}
