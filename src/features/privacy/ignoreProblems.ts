import * as vscode from 'vscode';
import { type ExceededLimit, ignoreLimits, getIgnoreList } from '../../core/lookups/policy/ignoreList';
import type { Notices } from '../shared/notices/notices';
import type { Commands } from '../shared/commands/registerCommand';
import type { Settings } from '../shared/settings/settingValues';
import type { SettingsFacade } from '../shared/settings/settings';
import { strings } from './strings';
import { uiText } from '../shared/ui/text';
import { truncateText, visibleText } from '../../core/text/visibleText';
import { type IgnoreFile, maxIgnoreFileBytes } from '../../core/lookups/policy/ignoreFile';
import type { IgnoreFiles } from '../shared/settings/ignoreFiles';
import { diagnostic } from '../shared/ui';
import { formatSize } from '../../l10n';

/** Reports invalid entries and too long ignore lists, since users rely on them. Once per entry and day. */
export function registerIgnoreNotices(
  settings: SettingsFacade,
  notices: Notices,
  commands: Commands,
): vscode.Disposable {
  const notify = ({ lookups }: Settings): void => {
    const { beyond, problems } = getIgnoreList(lookups.ignore);
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

/** Shows lines of ignore files that have no effect in the Problems view. */
export function showIgnoreFileProblems(files: Pick<IgnoreFiles, 'all' | 'onChanged'>): vscode.Disposable {
  let collection: vscode.DiagnosticCollection | undefined;
  const show = (): void => {
    const all = files.all();
    collection?.clear();
    if (all.length > 0) collection ??= vscode.languages.createDiagnosticCollection('threatLookupsIgnore');
    for (const { uri, file } of all) collection?.set(uri, diagnosticsOf(file));
  };
  show();
  return vscode.Disposable.from(files.onChanged(show), { dispose: () => collection?.dispose() });
}

function diagnosticsOf({ problems, unread }: IgnoreFile): readonly vscode.Diagnostic[] {
  const { Error, Warning } = vscode.DiagnosticSeverity;
  if (unread !== undefined)
    return [
      diagnostic(
        new vscode.Range(0, 0, 0, 0),
        unread === 'tooLarge'
          ? uiText(
              'Nothing is sent to any service because this file is larger than {0}. Shorten it.',
              formatSize(maxIgnoreFileBytes),
            )
          : uiText(
              "Nothing is sent to any service because this file can't be read. It must be a text file, not a symbolic link.",
            ),
        Error,
      ),
    ];
  return problems.map(({ line, start, end, text, problem }) =>
    diagnostic(
      new vscode.Range(line, start, line, end),
      strings.ignoreLine(truncateText(visibleText(text), 80), problem),
      problem === 'tooLong' ? Error : Warning,
    ),
  );
}
