import type * as vscode from 'vscode';
import type { RequestError } from '../../core/api/requestError';
import type { Commands } from '../common/registerCommand';
import type { Notices } from '../common/notices';
import { formatRequestError } from '../common/formatRequestError';
import { foreign, uiText } from '../common/ui/text';
import { visibleText } from '../common/visibleText';
import type { Connection } from './connection';
import type { RecentServices } from './recentServices';

interface NoticeParts {
  readonly connection: Connection;
  readonly recent: RecentServices;
  readonly notices: Notices;
  readonly commands: Commands;
}

/**
 * Pop-ups for what only the user can mend: a key that is missing, refused or gone, and an unusable base URL; once per
 * cause and day. All other troubles stay in hovers, the status bar and the output channel.
 */
export function registerConnectionNotices(parts: NoticeParts): vscode.Disposable {
  const { error } = parts.connection.state();
  if (error !== undefined) void tell(error, parts);
  return parts.connection.onRequestError((met) => void tell(met, parts));
}

async function tell(error: RequestError, { connection, recent, notices, commands }: NoticeParts): Promise<void> {
  const { remote } = connection.state();
  const address = remote?.address ?? '';
  const host = remote?.host ?? '';
  if (error.kind === 'badBaseUrl') {
    const sentence = uiText('{0} {1}', formatRequestError(error, host).sentence, error.detail);
    await notices.offerOnce(`badBaseUrl:${error.detail}`, 'warning', sentence, {
      label: uiText('Connect…'),
      run: () => commands.run('threatLookups.connect'),
    });
    return;
  }
  if (error.kind !== 'keyRejected') return;
  const isAllowedLess = error.status === 403;
  const { sentence, action } = formatRequestError(error, host);
  const vanished = !error.hadKey && recent.find(address)?.hadKey === true;
  await notices.offerOnce(
    `${vanished ? 'keyGone' : !error.hadKey ? 'keyNeeded' : isAllowedLess ? 'notAllowed' : 'keyRejected'}:${address}`,
    'warning',
    vanished ? uiText('The key for {0} is no longer in the key chain.', visibleText(host)) : foreign(sentence),
    ...(action === undefined ? [] : [{ label: foreign(action.label), run: () => commands.run(action.command) }]),
  );
}
