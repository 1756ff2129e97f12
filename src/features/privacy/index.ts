import * as vscode from 'vscode';
import type { RequestLog, RequestLogStore } from '../../core/lookups/lookups';
import type { RequestLogEntry } from '../../core/lookups/types';
import type { LoadIndicators } from '../common/indicatorTools';
import type { Notices } from '../common/notices';
import { errorDetails } from '../common/errorDetails';
import { type Output, showWarningMessage } from '../common/ui';
import { ReadonlyDocuments } from '../common/readonlyDocuments';
import type { Commands } from '../common/registerCommand';
import type { SettingsFacade } from '../common/settings';
import { registerIgnoreNotices } from './ignoreNotices';
import { mergeEntries, requestLogText } from './requestLogText';
import { strings } from './strings';

/** How often an open request log is refreshed at most. */
const refreshMillis = 200;

export interface PrivacyParts {
  readonly requestLog: RequestLog;
  /** Also contains the requests of other windows. */
  readonly requestLogStore: RequestLogStore;
  readonly loadIndicators: LoadIndicators;
  readonly settings: SettingsFacade;
  readonly notices: Notices;
  readonly commands: Commands;
  readonly output: Output;
}

/** “Show Request Log”, “Clear Request Log…”, and notices about the ignore list. */
export function registerPrivacy(parts: PrivacyParts): vscode.Disposable {
  const { requestLog, requestLogStore, loadIndicators, notices, commands, output } = parts;
  const documentName = strings.requestLog();
  const stored = async (): Promise<readonly RequestLogEntry[]> => {
    try {
      return await requestLogStore.load();
    } catch (error) {
      output.warn(`The requests of other windows aren't listed: ${errorDetails(error)}`);
      return [];
    }
  };
  const documents = new ReadonlyDocuments('threat-lookups-sent', async () => {
    return requestLogText(mergeEntries(requestLog.list(), await stored()), await loadIndicators());
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = requestLog.onChanged(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      documents.refresh(documentName);
    }, refreshMillis);
  });
  return vscode.Disposable.from(
    documents,
    registerIgnoreNotices(parts),
    new vscode.Disposable(stop),
    new vscode.Disposable(() => clearTimeout(timer)),
    commands.register('threatLookups.showSent', () => documents.show(documentName)),
    commands.register('threatLookups.clearSent', async (options) => {
      // The title bar of an editor passes a Uri.
      const isAgreed = options?.isAgreed === true || (await confirmClear());
      if (!isAgreed) return;
      requestLog.clear();
      documents.refresh(documentName);
      notices.tell(strings.cleared());
    }),
  );
}

async function confirmClear(): Promise<boolean> {
  const clear = strings.clearButton();
  const options = { modal: true, detail: strings.clearDetail() };
  return (await showWarningMessage(strings.confirmClear(), options, clear)) === clear;
}
