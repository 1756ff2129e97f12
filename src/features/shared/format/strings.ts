import type { RequestErrorCode } from '../../../core/lookups/requestOutcome';

import { t } from '../../../l10n';
import { uiPlural, uiText } from '../ui/text';

/** Text that several features show. */
export const strings = {
  // Errors of requests
  /** In two or three words. */
  requestError: (code: RequestErrorCode): string =>
    ({
      badBaseUrl: () => t('invalid base URL'),
      nameNotFound: () => t('host not found'),
      connectionRefused: () => t('connection refused'),
      unreachable: () => t('unreachable'),
      certificate: () => t('certificate not trusted'),
      noTls: () => t('no HTTPS'),
      timeout: () => t('timed out'),
      canceled: () => t('canceled'),
      tooLarge: () => t('response too large'),
      partial: () => t('incomplete response'),
      redirectRefused: () => t('redirect not followed'),
      notJson: () => t('invalid response'),
      badShape: () => t('invalid response'),
      badRequest: () => t('request rejected'),
      keyRejected: () => t('API key rejected'),
      keyRequired: () => t('API key required'),
      notAllowed: () => t('not allowed'),
      notFound: () => t('not found'),
      rateLimited: () => t('rate limit reached'),
      serverError: () => t('service error'),
    })[code](),

  // Buttons

  rowsCopied: (count: number) => uiPlural(count, { one: 'Copied {0} row.', other: 'Copied {0} rows.' }),

  editIgnoreList: () => uiText('Edit Ignore List'),

  open: () => uiText('Open'),

  // Commands, dialogs, and files

  openInBrowser: (host: string) => uiText('Open {0} in the browser?', host),
  addressFrom: (source: string) => uiText('The link comes from {0}.', source),
  addressFromElsewhere: (source: string) => uiText('The link comes from {0}, but it leads to another host.', source),
};
