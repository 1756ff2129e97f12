import type * as vscode from 'vscode';
import { checkIgnorePattern } from '../../core/lookups/ignore';
import type { Notices } from '../common/notices';
import type { Commands } from '../common/registerCommand';
import type { Settings } from '../common/settingValues';
import type { SettingsFacade } from '../common/settings';
import { cutText, visibleText } from '../common/visibleText';
import { uiText } from '../common/ui/text';

interface IgnoreNoticeParts {
  readonly settings: SettingsFacade;
  readonly notices: Notices;
  readonly commands: Commands;
}

/** Tells which entries of the ignore list can't be used: somebody counts on them. Once per entry and day. */
export function registerIgnoreNotices({ settings, notices, commands }: IgnoreNoticeParts): vscode.Disposable {
  const tell = ({ lookups }: Settings): void => {
    for (const { pattern, origin } of lookups.ignore) {
      const problem = checkIgnorePattern(pattern);
      if (problem === undefined) continue;
      const whose = origin === 'workspace' ? "this workspace's ignore list" : 'your ignore list';
      const sentence = uiText('“{0}” in {1} ignores nothing: {2}', cutText(visibleText(pattern), 80), whose, problem);
      const edit = { label: uiText('Edit Ignore List'), run: () => commands.run('threatLookups.editIgnoreList') };
      void notices.offerOnce(`ignore:${pattern}`, 'warning', sentence, edit);
    }
  };
  tell(settings.current());
  return settings.onChanged(({ now, before }) => {
    if (now.lookups.ignore !== before.lookups.ignore) tell(now);
  });
}
