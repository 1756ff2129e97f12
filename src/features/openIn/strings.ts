import type { BlockReason } from '../../core/lookups/types';
import { t } from '../../l10n';
import { reservedMessage } from '../shared/format/reservedMessage';
import { foreign, icon, uiPlural, type UiText, uiText } from '../shared/ui';

/** Text of “Open In…”. */
export const strings = {
  title: () => t('Open In'),
  titleOf: (name: string) => uiText('Open {0} In', name),
  pick: () => uiText('Select a site. It receives the address that is shown.'),
  addSites: () => uiText('{0} Add Sites…', icon('add')),
  editSites: () => uiText('{0} Edit Sites', icon('settings-gear')),
  addTitle: () => uiText('Add Sites'),
  addPrompt: () => uiText('Select sites to offer in “Open In…”. Nothing is sent now.'),
  allAdded: () => uiText('All sites that are offered are already added.'),
  noPage: (name: string) => uiText('No site has an address for {0}.', name),
  invalid: (count: number) =>
    uiPlural(count, {
      one: '{0} address in threatLookups.openIn.sites has no effect. An address needs https, and the value after the host.',
      other:
        '{0} addresses in threatLookups.openIn.sites have no effect. An address needs https, and the value after the host.',
    }),
  blocked: (by: BlockReason): UiText =>
    by.kind === 'reserved'
      ? foreign(reservedMessage(by))
      : uiText('Ignored by “{0}”. Ignored indicators are never sent.', by.pattern),
  offline: () => uiText('Nothing was opened: offline mode is on.'),
  change: () => uiText('Change…'),
  confirm: (host: string) => uiText('Open a page on {0}?', host),
  confirmDetail: (name: string) =>
    uiText('The site receives this address from your browser. You are asked once for “{0}”.', name),
  open: () => uiText('Open'),
};
