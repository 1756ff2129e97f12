import * as vscode from 'vscode';
import type { RequestOptions } from '../../../core/api/requestOptions';
import type { RequestError } from '../../../core/api/requestError';
import { requestErrorCode } from '../../../core/lookups/requestOutcome';
import type { RequestSubject } from '../../../core/lookups/types';
import {
  untrusted,
  showErrorMessage,
  showWarningMessage,
  type UiText,
  uiSentences,
  withProgress,
} from '../../shared/ui';
import type { RequestLog } from '../../../core/lookups/options';
import { hostOfAddress } from '../mirrorLabels';
import { strings } from '../strings';
import { uiText } from '../../shared/ui/text';

/** The user's choice after an error. */
export type NextStep = 'again' | 'address' | 'signIn' | 'signInAnyway' | 'typeId' | 'elsewhere';

/** The subject of a request, for the request log. */
export interface HostRequest {
  readonly address: string;
  readonly what: string;
  readonly subject: RequestSubject;
}

/** One request to a host that isn't set up yet: with progress and Cancel, and listed in the request log. */
export async function requestFromHost<T extends { readonly error?: RequestError | undefined }>(
  requestLog: Pick<RequestLog, 'begin'>,
  { address, what, subject }: HostRequest,
  request: (options: RequestOptions) => Promise<T>,
): Promise<T> {
  let endRow: ReturnType<typeof requestLog.begin> | undefined;
  const onRequest = (): void => {
    endRow ??= requestLog.begin({ to: address, what: [what], subject, why: 'sync' });
  };
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: uiText('Requesting data from {0}…', hostOfAddress(address)),
    cancellable: true,
  };
  const answer = await withProgress(options, async (_, token) => {
    const ending = new AbortController();
    const listening = token.onCancellationRequested(() => ending.abort());
    try {
      return await request({ signal: ending.signal, onRequest });
    } finally {
      listening.dispose();
    }
  });
  endRow?.(answer.error === undefined ? 'answered' : requestErrorCode(answer.error));
  return answer;
}

export interface NextStepOptions {
  readonly detail?: string;
  readonly addOther?: UiText;
  /** The error, if it was one. */
  readonly error?: RequestError;
}

/**
 * Shows an error, and asks how to continue; stays until it is answered. After a timeout, a notification asks, since a
 * dialog would interrupt a user who has started to type elsewhere.
 */
export async function chooseNextStep(
  sentence: string,
  steps: readonly NextStep[],
  { detail = '', addOther, error }: NextStepOptions = {},
): Promise<NextStep | undefined> {
  const items = steps.flatMap((step) => {
    const title = step === 'elsewhere' ? addOther : strings.steps[step]();
    return title === undefined ? [] : [{ title, step }];
  });
  if (error?.kind === 'timeout') {
    const message = uiSentences(untrusted(sentence), uiText('Nothing was changed.'));
    return (await showErrorMessage(message, {}, ...items))?.step;
  }
  const options = { modal: true, detail: detail === '' ? undefined : untrusted(detail) };
  return (await showWarningMessage(untrusted(sentence), options, ...items))?.step;
}
