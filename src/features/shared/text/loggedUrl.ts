import { defang } from '../../../core/indicators/identity/defang';
import { visibleText } from './visibleText';

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
