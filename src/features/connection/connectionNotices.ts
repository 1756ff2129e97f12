import type * as vscode from 'vscode';
import type { RequestError } from '../../core/api/requestError';
import type { Commands } from '../shared/commands/registerCommand';
import type { Notices } from '../shared/notices/notices';
import { formatRequestError } from '../shared/format/formatRequestError';
import { untrusted, uiText } from '../shared/ui/text';
import { visibleText } from '../../core/text/visibleText';
import type { Connection } from './connection';
import type { RecentServices } from './recentServices';

/**
 * Notifications for what only the user can fix: a missing, rejected, or vanished key, and an invalid base URL; once per
 * cause and day. All other errors appear in hovers, the status bar, and the output channel only.
 */
export function registerConnectionNotices(
  connection: Connection,
  recent: RecentServices,
  notices: Notices,
  commands: Commands,
): vscode.Disposable {
  const notify = async (error: RequestError): Promise<void> => {
    const { remote } = connection.state();
    const { sentence, action } = formatRequestError(error, remote?.host ?? '');
    if (error.kind === 'badBaseUrl') {
      await notices.offerOnce(`badBaseUrl:${error.detail}`, 'warning', untrusted(sentence), {
        label: uiText('Connect…'),
        run: () => commands.run('threatLookups.connect'),
      });
      return;
    }
    if (error.kind !== 'keyRejected') return;
    const { address, host } = remote ?? { address: '', host: '' };
    const isVanished = !error.hadKey && recent.find(address)?.hadKey === true;
    await notices.offerOnce(
      `${isVanished ? 'keyGone' : rejectionOf(error)}:${address}`,
      'warning',
      isVanished ? uiText('The API key for {0} is no longer in the keychain.', visibleText(host)) : untrusted(sentence),
      ...(action === undefined ? [] : [{ label: action.label, run: () => commands.run(action.command) }]),
    );
  };
  const { error } = connection.state();
  if (error !== undefined) void notify(error);
  return connection.onRequestError((met) => void notify(met));
}

function rejectionOf({ hadKey, status }: RequestError & { readonly kind: 'keyRejected' }): string {
  if (!hadKey) return 'keyNeeded';
  return status === 403 ? 'notAllowed' : 'keyRejected';
}
