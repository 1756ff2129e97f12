import { getHost } from '../../indicators/identity/getHost';
import type { Indicator } from '../../indicators/identity/types';
import { substringBefore } from '../../text/trim';
import type { UrlDetail } from '../types';

/**
 * The part of an indicator that is sent: a URL never with credentials and fragment, and only as much of the rest as
 * `detail` allows; everything else unchanged. An unreadable URL is returned unchanged and never sent.
 */
export function redactIndicator(indicator: Indicator, detail: UrlDetail): Indicator {
  if (indicator.type !== 'url') return indicator;
  if (detail === 'hostOnly') return getHost(indicator) ?? indicator;
  const value = withoutUserinfo(substringBefore(indicator.value, '#'));
  return { type: 'url', value: detail === 'full' ? value : substringBefore(value, '?') };
}

/** The authority ends at the first slash, question mark, or backslash; its last `@` ends the credentials. */
function withoutUserinfo(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)([^/?\\]*)/i, (_all, scheme: string, authority: string) => {
    return scheme + authority.slice(authority.lastIndexOf('@') + 1);
  });
}
