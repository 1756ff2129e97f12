import { parseNetwork } from '../../../core/indicators/identity/network';
import { uiText, type UiText } from '../ui/text';

/** MD5, SHA-1, SHA-256, SHA-384, or SHA-512. */
const hash = /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/i;
export const cve = /^CVE-\d{4}-\d{4,}$/i;
/** A name, also as the host of a URL, that isn't a domain or an IP address: `srv-dc01`, `fileserver.corp`, `setup.exe`. */
const name = /^(?=.*[a-z])(?:[a-z]+:\/\/)?[\w-]+(?:\.[\w-]+)*\.?(?::\d+)?(?:\/.*)?$/i;

/** A network without the brackets of a defanged address. */
const refanged = (text: string): string => text.replace(/[[({]([.:])[\])}]/g, '$1');

/** Returns the kind of an input that identifies something, but isn't an indicator. */
export function unsupportedKind(text: string): 'hash' | 'network' | undefined {
  if (hash.test(text)) return 'hash';
  return parseNetwork(refanged(text)) === undefined ? undefined : 'network';
}

export const unsupportedMessages = {
  hash: (): UiText => uiText("File hashes aren't supported. Enter a domain, IP address, or URL."),
  network: (): UiText =>
    uiText(
      "Networks aren't supported. Enter a single IP address. Its record shows the lists that contain its network.",
    ),
};

/** Why a text that isn't an indicator isn't one, and what to enter instead. */
export function notIndicatorMessage(typed: string): UiText {
  const text = typed.trim();
  const kind = unsupportedKind(text);
  if (kind !== undefined) return unsupportedMessages[kind]();
  if (cve.test(text)) return uiText("CVEs aren't indicators. Use “Open Record…” to find a threat by its name.");
  return name.test(text)
    ? uiText(
        "Enter a name with a public top-level domain such as .com. Internal names and file names aren't looked up.",
      )
    : uiText('Enter a valid domain, IP address, or URL.');
}
