import type * as vscode from 'vscode';
import { type ExceededLimit, ignoreLimits, ignoreListOf } from '../../core/lookups/ignoreList';
import type { Notices } from '../common/notices';
import type { Commands } from '../common/registerCommand';
import type { Settings } from '../common/settingValues';
import type { SettingsFacade } from '../common/settings';
import { truncateText, visibleText } from '../common/visibleText';
import { type UiText, uiText } from '../common/ui/text';

interface IgnoreNoticeParts {
  readonly settings: SettingsFacade;
  readonly notices: Notices;
  readonly commands: Commands;
}

/** Tells which entries of the ignore list can't be used, and that the list is too long: somebody counts on them. Once per entry and day. */
export function registerIgnoreNotices({ settings, notices, commands }: IgnoreNoticeParts): vscode.Disposable {
  const tell = ({ lookups }: Settings): void => {
    const { beyond, problems } = ignoreListOf(lookups.ignore);
    const edit = (origin: ExceededLimit['origin']) => ({
      label: uiText('Edit Ignore List'),
      run: () => commands.run('threatLookups.editIgnoreList', origin),
    });
    if (beyond !== undefined) {
      const { origin, what } = beyond;
      void notices.offerOnce(`ignore list: ${origin} ${what}`, 'warning', beyondSentence(beyond), edit(origin));
    }
    for (const { pattern, origin, problem } of problems) {
      const whose = ownerWords(origin);
      const sentence = uiText(
        '“{0}” in {1} ignores nothing: {2}',
        truncateText(visibleText(pattern), 80),
        whose,
        problem,
      );
      void notices.offerOnce(`ignore:${pattern.slice(0, 500)}`, 'warning', sentence, edit(origin));
    }
  };
  tell(settings.current());
  return settings.onChanged(({ now, before }) => {
    if (now.lookups.ignore !== before.lookups.ignore) tell(now);
  });
}

function ownerWords(origin: ExceededLimit['origin']): string {
  return origin === 'workspace' ? "this workspace's ignore list" : 'your ignore list';
}

/** Why nothing is sent, and what to do about it. */
function beyondSentence({ origin, what }: ExceededLimit): UiText {
  const whose = ownerWords(origin);
  const why = {
    entries: uiText('has more than {0} entries', ignoreLimits[origin].entries.toLocaleString('en')),
    steps: uiText('has regular expressions that are too long or too many to check'),
    entry: uiText('has an entry that is too long to check'),
  }[what];
  return uiText('Nothing is sent to any service: {0} {1}. Shorten the list to look things up again.', whose, why);
}
