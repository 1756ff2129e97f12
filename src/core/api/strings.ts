import { t } from '../../l10n';
import type { BaseUrlProblem } from './baseUrl';

/** Why a text is not the URL of a service, a TAXII server, or a list, in a sentence for the user. */
export function urlProblemMessage(problem: BaseUrlProblem): string {
  switch (problem.kind) {
    case 'empty':
      return t('Enter a URL.');
    case 'noScheme':
      return problem.suggestion === undefined
        ? t('The URL must start with https://, for example https://intel.example.')
        : t('The scheme is missing. Did you mean {0}?', problem.suggestion);
    case 'notUrl':
      return t('Not a valid URL. Enter a URL such as https://intel.example.');
    case 'otherScheme':
      return t("The URL must start with https://. {0} isn't supported.", problem.scheme);
    case 'credentials':
      return t("The URL can't contain a user name or password. You can enter credentials in the next step.");
    case 'query':
      return t("The URL can't contain a query. Remove the question mark and everything after it.");
    case 'fragment':
      return t("The URL can't contain a fragment. Remove the # and everything after it.");
    case 'endpoint':
      return t('Remove {0} from the URL: {1} is enough.', problem.endpoint, problem.suggestion);
    case 'unencrypted':
      return t(
        'Anyone on the network can read what is sent over http://. Use https://, or allow http:// with the threatLookups.allowHttp setting.',
      );
  }
}

/** That a server doesn't use TLS, as one that expects http://. */
export function noTlsMessage(host: string): string {
  return t("{0} doesn't use HTTPS on this port. Check the URL.", host);
}
