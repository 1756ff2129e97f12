import type { IndicatorType } from '../../../core/indicators/identity/types';
import { formatAge, formatList, t } from '../../../l10n';
import { reservedMessage } from '../../shared/format/reservedMessage';
import { visibleText } from '../../shared/text/visibleText';
import type { ScreenshotError } from '../screenshot';

/** Notices of a record panel: why something is missing, and what can be done about it. */
export const noticeStrings = {
  lookUpAgain: () => t('Look Up Again'),
  lookUpOn: (host: string) => t('Look Up on {0}', host),
  tryAgain: () => t('Try Again'),
  changeMode: () => t('Change Lookup Mode…'),
  editIgnoreList: () => t('Edit Ignore List'),
  connect: () => t('Connect…'),
  import: () => t('Import…'),
  loadSample: () => t('Load Sample Data'),
  details: () => t('Details'),
  sendFullUrl: () => t('Send Full URL…'),
  openRecord: () => t('Open Record'),

  notKnownTo: (sources: readonly string[]) => t('Not known to {0}.', formatList(sources)),
  urlNotKnownTo: (sources: readonly string[]) => t("This URL isn't known to {0}.", formatList(sources)),
  domainNotKnownTo: (sources: readonly string[]) => t("This domain isn't known to {0}.", formatList(sources)),
  neitherKnownTo: (sources: readonly string[]) =>
    t('Neither this URL nor its host is known to {0}.', formatList(sources)),
  aboutHost: () => t("Its host couldn't be looked up."),
  checkedAt: (source: string, at: number, now: number) => t('{0} (checked {1})', source, formatAge(at, now)),
  nothingFound: () => t('No information found.'),
  noVerdict: () => t('No verdict found.'),
  nothingFoundNoService: () => t('No data found. No service is connected.'),
  noVerdictNoService: () => t('No verdict found. No service is connected.'),
  notInLocalStore: {
    threatByName: () => t('No threat with this name is in the local store.'),
    feedByName: () => t('No feed with this name is in the local store.'),
    threatById: (id: number) => t('No threat with the ID {0} is in the local store.', String(id)),
    feedById: (id: number) => t('No feed with the ID {0} is in the local store.', String(id)),
  },
  lookupSends: (value: string, host: string) => t('Not looked up yet. Looking it up sends {0} to {1}.', value, host),
  lookupSendsWithHost: (value: string, host: string) =>
    t('Not looked up yet. Looking it up sends {0} and its host to {1}.', value, host),
  lookupSendsUrlAndHost: (host: string) =>
    t('Not looked up yet. Looking it up sends this URL and its host to {0}.', host),
  lookupSendsThis: {
    domain: (host: string) => t('Not looked up yet. Looking it up sends this domain to {0}.', host),
    ip: (host: string) => t('Not looked up yet. Looking it up sends this IP address to {0}.', host),
    url: (host: string) => t('Not looked up yet. Looking it up sends this URL to {0}.', host),
  } satisfies Record<IndicatorType, (host: string) => string>,
  id: (id: number) => t('ID {0}', String(id)),
  threatName: (name: string) => t('the threat name “{0}”', name),
  feedName: (name: string) => t('the feed name “{0}”', name),
  hostNotQueriedYet: (host: string) => t("Its host isn't looked up yet on {0}.", host),
  notQueriedYet: (host: string) => t('Not looked up yet on {0}.', host),
  offline: (host: string) => t("Offline mode is on. {0} wasn't queried.", host),
  offlineNothingHere: () => t('Not in the local store. Offline mode is on.'),
  offlineUnread: () => t('Offline mode is on.'),
  offlineLocalOnly: () => t('Showing local data only. Offline mode is on.'),
  ignored: (pattern: string) => t('Ignored by “{0}”. Never sent.', pattern),
  fromOtherService: (host: string) => t("This record is from {0}, which isn't the connected service.", host),
  canceled: () => t('Canceled.'),
  lastRequestFailed: () => t('Not looked up because the last request failed.'),
  noPreviousScans: (source: string) => t('No previous scans on {0}.', source),
  context: (label: string, source: string) => t('{0} ({1})', label, source),
  contexts: (all: string) => t('Known context: {0}.', all),
  place: (place: string, sources: string) => t('Location: {0} ({1}).', place, sources),
  credit: (lines: string) => t('Credit: {0}.', lines),
  asOf: (source: string, date: string) => t('{0}, as of {1}', source, date),
  host: (host: string, verdict: string, sources: string) => t('Host {0}: {1} ({2})', host, verdict, sources),
  aboveName: (name: string, verdict: string, sources: string) =>
    t('{0}, above this name: {1} ({2})', name, verdict, sources),
  aboveHost: (name: string, verdict: string, sources: string) =>
    t('{0}, above the host: {1} ({2})', name, verdict, sources),
  note: (note: string) => t('Note: {0}', note),
  tags: (tags: readonly string[]) => t('Tags: {0}', tags.join(', ')),
  editNote: () => t('Edit Note…'),
  editTags: () => t('Edit Tags…'),
  sentReduced: (sent: string) => t('Sent {0} instead of the full URL.', sent),

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
