import { formatSize, formatTimeAhead, plural, t } from '../../l10n';
import type { RequestError } from '../api/requestError';
import { urlProblemMessage } from '../api/strings';
import { joinSentences, serverMessage, taxiiErrorMessage } from '../api/taxii/strings';
import { formatInputFailure } from '../records/problems/inputFailure';
import type { MirrorState } from './ports';
import type { SyncError } from './syncError';

/** The stored amount of a collection or list. */
export type StoredAmount = Pick<MirrorState, 'objects' | 'indicators' | 'ranges'>;

/**
 * Why a sync did not complete, and whether what was `stored` before was kept. Problems of the store are formatted by
 * features.
 */
export function syncErrorMessage(error: SyncError, stored?: StoredAmount): string {
  const { objects = 0, indicators = 0, ranges = 0 } = stored ?? {};
  return joinSentences(messageOf(error), objects + indicators + ranges > 0 ? keptText(error) : undefined);
}

function keptText(error: SyncError): string | undefined {
  const { kind } = error;
  if (kind === 'emptyList' || kind === 'smallerList' || kind === 'incompleteList' || isNoList(error))
    return t('Earlier entries were kept.');
  if (kind === 'collectionNotFound' || kind === 'objectsNotFound') return t('Earlier objects were kept.');
  return undefined;
}

/** Whether something came in place of a list, or only a part of it. */
function isNoList(error: SyncError): boolean {
  return (
    error.kind === 'request' &&
    error.context?.part === 'list' &&
    ['partial', 'badShape', 'notJson'].includes(error.error.kind)
  );
}

function messageOf(error: SyncError): string {
  switch (error.kind) {
    case 'canceled':
      return t('Canceled.');
    case 'request':
      return taxiiErrorMessage(error.error, error.host, error.context);
    case 'pageRefused':
      return joinSentences(
        t("{0} reported another page, but didn't return it ({1}).", error.host, requestErrorCode(error.error)),
        serverMessage(error.error),
        t("New and changed objects were saved. Removed objects couldn't be detected."),
      );
    case 'collectionNotFound':
      return joinSentences(t("{0} doesn't have this collection.", error.host), serverMessage(error.error));
    case 'objectsNotFound':
      return joinSentences(
        t('{0} has the collection, but not its objects (HTTP 404).', error.host),
        serverMessage(error.error),
      );
    case 'endlessPages':
      return t('The server keeps returning the same objects. Sync stopped.');
    case 'tooManyPages':
      return t("The collection didn't end after {0} pages. Sync stopped.", error.pages);
    case 'noCursor':
      return t('The server reports more objects, but provides neither a cursor nor a date to continue from.');
    case 'tooManyOfOneDate':
      return t(
        'The server has more objects with the same date than fit on one page, and provides no cursor. Some of them may be missing.',
      );
    case 'sizeLimit':
      return t(
        'The collection reached its size limit of {0}. Objects received so far were saved.',
        formatSize(error.maxBytes),
      );
    case 'diskSpace':
      return t(
        'Only {0} of disk space is left. Objects received so far were saved. Free up space, then sync again.',
        formatSize(error.freeBytes),
      );
    case 'emptyList':
      return t('The file contains no domain, IP address, or URL.');
    case 'incompleteList':
      if (['movedList', 'webPage', 'unreadFormat'].includes(error.failure.kind))
        return formatInputFailure(error.failure);
      return joinSentences(t('The list is incomplete.'), formatInputFailure(error.failure));
    case 'smallerList':
      return t(
        'The list shrank from {0} to {1} and may be damaged.',
        formatSize(error.before),
        formatSize(error.bytes),
      );
    case 'missingEvents':
      return joinSentences(
        plural(error.count, {
          one: '{0} event is missing. The next sync will request it again.',
          other: '{0} events are missing. The next sync will request them again.',
        }),
        error.error === undefined
          ? undefined
          : taxiiErrorMessage(error.error.error, error.error.host, error.error.context),
      );
    case 'tooEarly':
      return error.host === undefined
        ? t('This list can be downloaded once a day. Next download: {0}.', formatTimeAhead(error.until, Date.now()))
        : t(
            '{0} limits downloads of this list. Next download: {1}.',
            error.host,
            formatTimeAhead(error.until, Date.now()),
          );
    case 'notMirrored':
      return t('No longer synced.');
    case 'offline':
      return t("Offline mode is on. TAXII servers and lists aren't synced; downloaded data remains available.");
    case 'badAddress':
      return urlProblemMessage(error.problem);
    case 'store':
      return t("The local store can't be used because of an unexpected error. See the output for details.");
    case 'exception':
      return t('The sync failed. See the output for details.');
  }
}

/** Why a sync waits or starts over, in as few words as a row has room for. */
export function requestErrorCode(error: RequestError): string {
  switch (error.kind) {
    case 'serverError':
    case 'badRequest':
      return t('HTTP {0}', error.status);
    case 'notFound':
      return t('HTTP {0}', 404);
    case 'nameNotFound':
      return t('host not found');
    case 'connectionRefused':
      return t('connection refused');
    case 'unreachable':
      return t('unreachable');
    case 'timeout':
      return t('timed out');
    case 'notJson':
      return t('invalid JSON');
    case 'badShape':
      return t('unexpected response');
    case 'rateLimited':
      return t('rate limit reached');
    case 'certificate':
      return t('certificate not trusted');
    case 'noTls':
      return t('no HTTPS');
    case 'canceled':
      return t('canceled');
    case 'keyRejected':
      return t('access denied');
    case 'badBaseUrl':
      return t('invalid URL');
    case 'tooLarge':
      return t('response too large');
    case 'partial':
      return t('incomplete response');
    case 'redirectRefused':
      return t('redirect not followed');
  }
}
