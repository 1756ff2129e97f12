import * as vscode from 'vscode';
import type { RequestOptions } from '../../core/api/requestOptions';
import type { RequestError } from '../../core/api/requestError';
import { requestErrorLabel } from '../../core/lookups/requestErrorLabel';
import { foreign, showWarningMessage, uiText, withProgress } from '../common/ui';
import type { MirrorFeatureParts } from './mirrorParts';
import { hostOfAddress } from './mirrorLabels';

/** What the user wants to do about a trouble; nothing where the question was left. */
export type NextStep = 'again' | 'address' | 'signIn' | 'signInAnyway' | 'typeId' | 'elsewhere';

const labels: Readonly<Record<Exclude<NextStep, 'elsewhere'>, string>> = {
  again: 'Try Again',
  address: 'Other Address…',
  signIn: 'Other Sign-In…',
  signInAnyway: 'Sign In All the Same…',
  typeId: 'Type Collection ID…',
};

/** What a question is about, for “What Was Sent”. */
export interface HostRequest {
  readonly address: string;
  readonly what: string;
}

/** One question to a host before anything of it is kept: with progress and Cancel, and listed in “What Was Sent”. */
export async function requestFromHost<T extends { readonly error?: RequestError | undefined }>(
  { sent }: Pick<MirrorFeatureParts, 'sent'>,
  { address, what }: HostRequest,
  ask: (options: RequestOptions) => Promise<T>,
): Promise<T> {
  let endRow: ReturnType<typeof sent.begin> | undefined;
  const onRequest = (): void => {
    endRow ??= sent.begin({ to: address, what: [what], why: 'sync' });
  };
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: uiText('Asking {0}…', hostOfAddress(address)),
    cancellable: true,
  };
  const answer = await withProgress(options, async (_, token) => {
    const ending = new AbortController();
    const listening = token.onCancellationRequested(() => ending.abort());
    try {
      return await ask({ signal: ending.signal, onRequest });
    } finally {
      listening.dispose();
    }
  });
  endRow?.(answer.error === undefined ? 'answered' : requestErrorLabel(answer.error));
  return answer;
}

/** Says what is wrong, and asks what to do about it; it stays until it is answered. */
export async function chooseNextStep(
  sentence: string,
  steps: readonly NextStep[],
  { detail = '', elsewhere = '' } = {},
): Promise<NextStep | undefined> {
  const items = steps.map((step) => ({ title: foreign(step === 'elsewhere' ? elsewhere : labels[step]), step }));
  const options = { modal: true, ...(detail === '' ? {} : { detail: foreign(detail) }) };
  return (await showWarningMessage(foreign(sentence), options, ...items))?.step;
}
