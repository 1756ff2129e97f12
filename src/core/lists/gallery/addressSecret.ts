/** An address with a placeholder in place of what looks like a key. */
export interface AddressSecret {
  /** With `{key}`. */
  readonly address: string;
  readonly secret: string;
  /** The parameter that contains the key; empty if it is a part of the path. */
  readonly name: string;
}

const secretName =
  /^(?:(?:api|app|access|auth|user|private|secret|feed|license|oink)[-_.]?)?(?:key|token|secret|pass|password|code|apikey|authkey|uuid)$/i;
const minParameter = 6;
/** Hosts whose paths contain names of versions and not keys. */
const openHosts = /(?:^|\.)(?:githubusercontent\.com|github\.com|gitlab\.com|jsdelivr\.net)$/i;

/** Finds what looks like a key in an address: in a parameter with such a name, or as a long random part of the path. */
export function secretInAddress(address: string): AddressSecret | undefined {
  if (!URL.canParse(address) || address.includes('{key}')) return undefined;
  const url = new URL(address);
  const parameters = url.search.slice(1).split('&');
  const at = parameters.findIndex((each) => isSecretParameter(each));
  if (at >= 0) {
    const [name = '', ...value] = (parameters[at] ?? '').split('=');
    const search = parameters.with(at, `${name}={key}`).join('&');
    return {
      address: `${url.origin}${url.pathname}?${search}`,
      secret: decoded(value.join('=')),
      name: decoded(name),
    };
  }
  if (openHosts.test(url.hostname)) return undefined;
  const parts = url.pathname.split('/');
  const part = parts.findIndex((each, at) => isRandom(each) || isNamedKey(parts[at - 1] ?? '', each));
  if (part < 0) return undefined;
  const pathname = parts.with(part, '{key}').join('/');
  return { address: `${url.origin}${pathname}${url.search}`, secret: decoded(parts[part] ?? ''), name: '' };
}

function isSecretParameter(parameter: string): boolean {
  const at = parameter.indexOf('=');
  return at > 0 && parameter.length - at > minParameter && secretName.test(decoded(parameter.slice(0, at)));
}

/** Whether a part of a path is more likely a key than a name: long, with many digits between letters. */
function isRandom(part: string): boolean {
  if (!/^[\w-]{20,200}$/.test(part)) return false;
  const changes = part.match(/[a-z](?=\d)|\d(?=[a-z])/gi) ?? [];
  return changes.length >= 5;
}

/** Whether a part of a path follows its name, such as `/key/…`. */
function isNamedKey(name: string, part: string): boolean {
  return secretName.test(name) && /^(?=.*\d)[\w-]{6,200}$/.test(part);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
