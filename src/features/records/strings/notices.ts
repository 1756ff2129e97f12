import type { IndicatorType } from '../../../core/indicators/identity/types';
import { formatAge, formatList, t } from '../../../l10n';
import { reservedMessage } from '../../shared/format/reservedMessage';
import { visibleText } from '../../shared/text/visibleText';
import type { ScreenshotError } from '../screenshot';

/** Notices of a record panel: why something is missing, and what can be done about it. */
export const noticeStrings = {
  lookUpOn: (host: string) => t('Look Up on {0}', host),

  notKnownTo: (sources: readonly string[]) => t('Not known to {0}.', formatList(sources)),
  urlNotKnownTo: (sources: readonly string[]) => t("This URL isn't known to {0}.", formatList(sources)),
  domainNotKnownTo: (sources: readonly string[]) => t("This domain isn't known to {0}.", formatList(sources)),
  neitherKnownTo: (sources: readonly string[]) =>
    t('Neither this URL nor its host is known to {0}.', formatList(sources)),

  checkedAt: (source: string, at: number, now: number) => t('{0} (checked {1})', source, formatAge(at, now)),

  notInLocalStore: {
    threatByName: () => t('No threat with this name is in the local store.'),
    feedByName: () => t('No feed with this name is in the local store.'),
    threatById: (id: number) => t('No threat with the ID {0} is in the local store.', String(id)),
    feedById: (id: number) => t('No feed with the ID {0} is in the local store.', String(id)),
  },
  lookupSends: (value: string, host: string) => t('Not looked up yet. Looking it up sends {0} to {1}.', value, host),

  lookupSendsUrlAndHost: (host: string) =>
    t('Not looked up yet. Looking it up sends this URL and its host to {0}.', host),
  lookupSendsThis: {
    domain: (host: string) => t('Not looked up yet. Looking it up sends this domain to {0}.', host),
    ip: (host: string) => t('Not looked up yet. Looking it up sends this IP address to {0}.', host),
    url: (host: string) => t('Not looked up yet. Looking it up sends this URL to {0}.', host),
  } satisfies Record<IndicatorType, (host: string) => string>,
  id: (id: number) => t('ID {0}', String(id)),
  threatName: (name: string) => t('the threat name “{0}”', name),

  notQueriedYet: (host: string) => t('Not looked up yet on {0}.', host),

  noPreviousScans: (source: string) => t('No previous scans on {0}.', source),

  aboveName: (name: string, verdict: string, sources: string) =>
    t('{0}, above this name: {1} ({2})', name, verdict, sources),
  aboveHost: (name: string, verdict: string, sources: string) =>
    t('{0}, above the host: {1} ({2})', name, verdict, sources),

  screenshotFailed: (host: string, error: ScreenshotError): string => {
    switch (error.kind) {
      case 'offline':
        return t('Offline mode is on. Nothing was loaded.');
      case 'blocked':
        return error.by.kind === 'reserved'
          ? reservedMessage(error.by)
          : t('{0} is ignored by “{1}”. It is never contacted.', host, visibleText(error.by.pattern));
      case 'redirected':
        return t("{0} redirected to another URL. Redirects aren't followed.", host);
      case 'status':
        return t("{0} didn't return the image (HTTP {1}).", host, String(error.status));
      case 'tooLarge':
        return t('The image from {0} exceeds the {1} MB limit.', host, error.maxMegabytes);
      case 'notImage':
        return t("The response from {0} isn't an image.", host);
      case 'timedOut':
        return t("{0} didn't respond within {1} seconds.", host, error.seconds);
      case 'unreachable':
        return t("Can't reach {0}.", host);
    }
  },
};
