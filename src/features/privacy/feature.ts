import * as vscode from 'vscode';
import type { RequestLog, RequestLogStore } from '../../core/lookups/options';
import type { RequestLogEntry } from '../../core/lookups/types';
import type { LoadIndicators } from '../shared/indicators/indicatorTools';
import { panelTypes } from '../shared/ids/contributionIds';
import type { Contributions } from '../shared/commands/contributions';
import type { Notices } from '../shared/notices/notices';
import { errorDetails } from '../shared/text/errorDetails';
import { type Output, showWarningMessage } from '../shared/ui';
import type { PanelFocus } from '../shared/commands/panelFocus';
import type { Commands } from '../shared/commands/registerCommand';
import { registerReport } from '../shared/panels/reportPanel';
import type { SettingsFacade } from '../shared/settings/settings';
import { registerIgnoreNotices, showIgnoreFileProblems } from './ignoreProblems';
import { mergeEntries, RequestLogReport } from './requestLogReport';
import { uiText } from '../shared/ui/text';

export interface PrivacyParts {
  readonly requestLog: RequestLog;
  /** Also contains the requests of other windows. */
  readonly requestLogStore: RequestLogStore;
  readonly loadIndicators: LoadIndicators;
  readonly settings: SettingsFacade;
  readonly notices: Notices;
  readonly commands: Commands;
  readonly contributions: Pick<Contributions, 'panel'>;
  readonly output: Output;
  readonly panelFocus: Pick<PanelFocus, 'add'>;
  readonly extensionUri: vscode.Uri;
}

/** “Show Request Log”, “Clear Request Log…”, and notices about the ignore list. */
export function startPrivacy(parts: PrivacyParts): vscode.Disposable {
  const { requestLog, requestLogStore, loadIndicators, notices, commands, output } = parts;
  const stored = async (): Promise<readonly RequestLogEntry[] | undefined> => {
    try {
      return await requestLogStore.load();
    } catch (error) {
      output.warn(`The requests of other windows aren't listed: ${errorDetails(error)}`);
      return undefined;
    }
  };
  const report = new RequestLogReport();
  const view = registerReport(
    {
      viewType: panelTypes.requestLog,
      title: () => uiText('Request Log'),
      icon: 'history',
      load: async () => {
        const entries = await stored();
        return report.of(mergeEntries(requestLog.list(), entries ?? []), await loadIndicators(), entries !== undefined);
      },
      commands: { clear: 'threatLookups.clearSent' },
    },
    parts,
  );
  return vscode.Disposable.from(
    view,
    registerIgnoreNotices(parts.settings, parts.notices, parts.commands),
    showIgnoreFileProblems(parts.settings.ignoreFiles),
    new vscode.Disposable(requestLog.onChanged(() => view.refresh())),
    commands.register('threatLookups.showSent', () => view.show()),
    commands.register('threatLookups.clearSent', async (options) => {
      // The title bar of a panel passes other arguments.
      const isAgreed = options?.isAgreed === true || (await confirmClear());
      if (!isAgreed) return;
      requestLog.clear();
      view.refresh();
      notices.inform(uiText('The request log was cleared.'));
    }),
  );
}

async function confirmClear(): Promise<boolean> {
  const clear = uiText('Clear');
  const options = { modal: true, detail: uiText("This can't be undone. The request log is shared by all windows.") };
  return (await showWarningMessage(uiText('Clear the request log?'), options, clear)) === clear;
}
