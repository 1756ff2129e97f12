import type { RequestError } from '../../core/api/requestError';
import { formatList, formatTimeAhead } from '../../l10n';
import { uiPlural, uiText, type Icon, type UiText } from '../shared/ui/text';

/** Text that several modules of the feature show. `host` is a service as it is named within a sentence. */
export const strings = {
  // Which indicators, and how

  invalidResolver: (resolver: string, setting: string) =>
    uiText(
      "“{0}” isn't a name server, so scans can't look anything up. Set {1} to an IP address or a host name, optionally with a port, or leave it empty.",
      resolver,
      setting,
    ),

  blockedCounts: (reserved: number, ignored: number): string =>
    formatList([
      ...(reserved > 0 ? [uiText('{0} reserved', reserved)] : []),
      ...(ignored > 0 ? [uiText('{0} ignored', ignored)] : []),
    ]),
  pickTargetsTitle: (count: number, host: string) =>
    uiPlural(count, { one: 'Scan {0} Indicator on {1}', other: 'Scan {0} Indicators on {1}' }, host),

  // Options of a scan

  options: () => uiText('Options'),
  storeResult: (checkbox: Icon) => uiText('{0} Make the scan visible to others', checkbox),

  sendWholeUrl: (checkbox: Icon) => uiText('{0} Send the full URL', checkbox),

  on: () => uiText('on'),
  off: () => uiText('off'),

  // Progress and results

  result: (value: string, result: string) => uiText('{0}: {1}', value, result),
  resultOf: (value: string, result: string) => uiText('Scan of {0}: {1}', value, result),

  // The view “Scans”: a line, and its tooltip

  requestedPassive: (host: string, date: string, utc: string) =>
    uiText('Passive scan by {0}, requested on {1} ({2})', host, date, utc),
  requestedActive: (host: string, date: string, utc: string) =>
    uiText('Active scan by {0}, requested on {1} ({2})', host, date, utc),

  // Errors in a few words
  rateLimited: (retryAt: number, now: number): UiText =>
    retryAt > now
      ? uiText('rate limit reached, retrying {0}', formatTimeAhead(retryAt, now))
      : uiText('rate limit reached, retrying now'),
};

/** A service's error in a few words. */
export function errorLabel(error: RequestError, now: number): UiText {
  switch (error.kind) {
    case 'badBaseUrl':
      return uiText('invalid base URL');
    case 'nameNotFound':
      return uiText('host not found');
    case 'connectionRefused':
      return uiText('connection refused');
    case 'unreachable':
      return uiText('unreachable');
    case 'certificate':
      return uiText('certificate not trusted');
    case 'noTls':
      return uiText('no HTTPS');
    case 'timeout':
      return uiText('timed out');
    case 'canceled':
      return uiText('canceled');
    case 'tooLarge':
      return uiText('response too large');
    case 'partial':
      return uiText('incomplete response');
    case 'redirectRefused':
      return uiText('redirect not followed');
    case 'notJson':
    case 'badShape':
      return uiText('invalid response');
    case 'badRequest':
      return uiText('request rejected (HTTP {0})', String(error.status));
    case 'keyRejected':
      if (error.status === 403) return uiText('not allowed (HTTP 403)');
      return error.hadKey ? uiText('API key rejected (HTTP 401)') : uiText('API key required (HTTP 401)');
    case 'notFound':
      return uiText('no lookup API found (HTTP 404)');
    case 'rateLimited':
      return strings.rateLimited(error.retryAt, now);
    case 'serverError':
      return uiText('server error (HTTP {0})', String(error.status));
  }
}
