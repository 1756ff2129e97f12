import * as vscode from 'vscode';
import type { RequestLog, RequestLogStore } from '../../core/lookups/lookups';
import type { RequestLogEntry } from '../../core/lookups/types';
import type { LoadIndicators } from '../common/indicatorTools';
import type { Notices } from '../common/notices';
import { errorDetails } from '../common/errorDetails';
import { foreign, type Output, showWarningMessage, uiText } from '../common/ui';
import { ReadonlyDocuments } from '../common/readonlyDocuments';
import type { Commands } from '../common/registerCommand';
import type { SettingsFacade } from '../common/settings';
import { registerIgnoreNotices } from './ignoreNotices';
import { mergeEntries, requestLogText } from './requestLogText';

const documentName = 'What Was Sent';
/** An open list follows what is sent, but not keystroke by keystroke. */
const followMillis = 200;

export interface PrivacyParts {
  readonly sent: RequestLog;
  /** Holds what other windows sent, too. */
  readonly requestLogStore: RequestLogStore;
  readonly loadIndicators: LoadIndicators;
  readonly settings: SettingsFacade;
  readonly notices: Notices;
  readonly commands: Commands;
  readonly output: Output;
}

/** “Show Request Log”, “Clear Request Log…”, and a word on entries of the ignore list that can't be used. */
export function registerPrivacy(parts: PrivacyParts): vscode.Disposable {
  const { sent, requestLogStore, loadIndicators, notices, commands, output } = parts;
  const stored = async (): Promise<readonly RequestLogEntry[]> => {
    try {
      return await requestLogStore.load();
    } catch (error) {
      output.warn(`What other windows sent is not listed: ${errorDetails(error)}`);
      return [];
    }
  };
  const documents = new ReadonlyDocuments('threat-lookups-sent', async () => {
    return requestLogText(mergeEntries(sent.list(), await stored()), await loadIndicators());
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = sent.onChanged(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      documents.refresh(documentName);
    }, followMillis);
  });
  return vscode.Disposable.from(
    documents,
    registerIgnoreNotices(parts),
    new vscode.Disposable(stop),
    new vscode.Disposable(() => clearTimeout(timer)),
    commands.register('threatLookups.showSent', () => documents.show(documentName)),
    commands.register('threatLookups.clearSent', async (options) => {
      // The title bar of an editor hands on a Uri.
      const isAgreed = options?.isAgreed === true || (await askToClear());
      if (!isAgreed) return;
      sent.clear();
      documents.refresh(documentName);
      notices.tell(uiText('The list of what was sent is empty.'));
    }),
  );
}

async function askToClear(): Promise<boolean> {
  const clear = uiText('Clear');
  const detail = "This can't be undone. The list is that of all windows.";
  return (
    (await showWarningMessage(uiText('Clear what was sent?'), { modal: true, detail: foreign(detail) }, clear)) ===
    clear
  );
}
