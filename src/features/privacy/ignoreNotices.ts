import type * as vscode from 'vscode';
import { type ExceededLimit, ignoreLimits, ignoreListOf } from '../../core/lookups/policy/ignoreList';
import type { Notices } from '../shared/notices/notices';
import type { Commands } from '../shared/commands/registerCommand';
import type { Settings } from '../shared/settings/settingValues';
import type { SettingsFacade } from '../shared/settings/settings';
import { strings } from './strings';
import { uiText } from '../shared/ui/text';
import { truncateText, visibleText } from '../../core/text/visibleText';

interface IgnoreNoticeParts {
  readonly settings: SettingsFacade;
  readonly notices: Notices;
  readonly commands: Commands;
}

/** Reports invalid entries of the ignore list and a list that is too long, since users rely on them. Once per entry and day. */
export function registerIgnoreNotices({ settings, notices, commands }: IgnoreNoticeParts): vscode.Disposable {
  const notify = ({ lookups }: Settings): void => {
    const { beyond, problems } = ignoreListOf(lookups.ignore);
    const edit = (origin: ExceededLimit['origin']) => ({
      label: uiText('Edit Ignore List'),
      run: () => commands.run('threatLookups.editIgnoreList', origin),
    });
    if (beyond !== undefined) {
      const { origin, what } = beyond;
      const message = strings.tooLong(beyond, ignoreLimits[origin]);
      void notices.offerOnce(`ignoreList:${origin}:${what}`, 'warning', message, edit(origin));
    }
    for (const { pattern, origin, problem } of problems) {
      const sentence = strings.invalidPattern(
        origin,
        truncateText(visibleText(pattern), 80),
        strings.patternProblem(problem),
      );
      void notices.offerOnce(`ignore:${pattern.slice(0, 500)}`, 'warning', sentence, edit(origin));
    }
  };
  notify(settings.current());
  return settings.onChanged(({ now, before }) => {
    if (now.lookups.ignore !== before.lookups.ignore) notify(now);
  });
}
