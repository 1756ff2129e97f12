import type * as vscode from 'vscode';
import type { Trouble } from '../../core/api/trouble';
import type { Commands } from '../common/registerCommand';
import type { Notices } from '../common/notices';
import { troubleSentence } from '../common/troubleSentence';
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
  const { trouble } = parts.connection.state();
  if (trouble !== undefined) void tell(trouble, parts);
  return parts.connection.onTrouble((met) => void tell(met, parts));
}

async function tell(trouble: Trouble, { connection, recent, notices, commands }: NoticeParts): Promise<void> {
  const { remote } = connection.state();
  const address = remote?.address ?? '';
  const host = remote?.host ?? '';
  if (trouble.kind === 'badBaseUrl') {
    const sentence = uiText('{0} {1}', troubleSentence(trouble, host).sentence, trouble.detail);
    await notices.offerOnce(`badBaseUrl:${trouble.detail}`, 'warning', sentence, {
      label: uiText('Connect…'),
      run: () => commands.run('threatLookups.connect'),
    });
    return;
  }
  if (trouble.kind !== 'keyRefused') return;
  const isAllowedLess = trouble.status === 403;
  const { sentence, action } = troubleSentence(trouble, host);
  const vanished = !trouble.hadKey && recent.find(address)?.hadKey === true;
  await notices.offerOnce(
    `${vanished ? 'keyGone' : !trouble.hadKey ? 'keyNeeded' : isAllowedLess ? 'notAllowed' : 'keyRefused'}:${address}`,
    'warning',
    vanished ? uiText('The key for {0} is no longer in the key chain.', visibleText(host)) : foreign(sentence),
    ...(action === undefined ? [] : [{ label: foreign(action.label), run: () => commands.run(action.command) }]),
  );
}
