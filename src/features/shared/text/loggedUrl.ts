import { secretInAddress } from '../../../core/lists/gallery/addressSecret';
import { defang } from '../../../core/indicators/identity/defang';
import { visibleText } from '../../../core/text/visibleText';

/**
 * The URL of a request for the output channel, where VS Code makes links clickable: without its scheme, with the values
 * of its query decoded and defanged: “intel.example/api/indicator.php, indicator=login-update[.]example”.
 */
export function loggedUrl(url: string): string {
  if (!URL.canParse(url)) return visibleText(defang(url));
  const { host, pathname, searchParams } = new URL(url);
  const values = [...searchParams].map(([name, value]) => `${name}=${defang(value)}`);
  return visibleText([`${host}${pathname}`, ...values].join(', '));
}

/**
 * The URL of a request for a list in the output channel: without its scheme, and without its query and the parts of its
 * path that may be keys: “intel.example/lists/team.txt?…”.
 */
export function loggedListUrl(url: string): string {
  if (!URL.canParse(url)) return visibleText(defang(url));
  const { origin, host, pathname, search } = new URL(url);
  const [before, after] = (secretInAddress(origin + pathname)?.address ?? origin + pathname).split('{key}');
  const path = `${before ?? ''}${after === undefined ? '' : `…${after}`}`.slice(origin.length);
  return visibleText(`${host}${path}${search === '' ? '' : '?…'}`);
}
