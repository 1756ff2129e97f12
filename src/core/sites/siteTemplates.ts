import type { IndicatorType } from '../indicators/identity/types';

/** A web site that has pages about indicators. */
export interface Site {
  readonly name: string;
  /** Addresses by the type of indicator, with `{value}` where the indicator is inserted. */
  readonly templates: Readonly<Partial<Record<IndicatorType, string>>>;
}

/** A page of a site. */
export interface SitePage {
  readonly url: string;
  readonly host: string;
  readonly origin: string;
}

/** The sites of a setting, and the number of entries without effect. */
export interface SiteSetting {
  readonly sites: readonly Site[];
  /** How many entries or addresses of entries aren't valid. */
  readonly invalid: number;
}

const types = ['domain', 'ip', 'url'] as const satisfies readonly IndicatorType[];
const placeholder = /\{value\}/g;
const maxSites = 100;
const maxNameLength = 100;
const maxUrlLength = 8_000;

/** Reads the setting: `{ "name": "…", "domain": "https://…{value}", "ip": …, "url": … }`. */
export function readSites(entries: readonly unknown[]): SiteSetting {
  const sites: Site[] = [];
  let invalid = Math.max(0, entries.length - maxSites);
  for (const entry of entries.slice(0, maxSites)) {
    const { name, ...rest } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
    const given = types.filter((type) => rest[type] !== undefined);
    const valid = given.flatMap((type) => {
      const template = rest[type];
      return typeof template === 'string' && sitePage(template, 'x') !== undefined ? [[type, template] as const] : [];
    });
    invalid += given.length - valid.length;
    const isNamed = typeof name === 'string' && name.trim() !== '' && name.length <= maxNameLength;
    if (isNamed && valid.length > 0) sites.push({ name: name.trim(), templates: Object.fromEntries(valid) });
    else if (given.length === 0 || !isNamed) invalid++;
  }
  return { sites, invalid };
}

/**
 * The page of a value, which is percent-encoded; undefined if the template isn't valid: https, on one line, without user name
 * and password, and with `{value}` after the host.
 */
export function sitePage(template: string, value: string): SitePage | undefined {
  const trimmed = template.trim();
  if (!/^https:\/\/[^\s\p{C}/?#{}]+[/?#][^\s\p{C}]*$/u.test(trimmed) || !trimmed.includes('{value}')) return undefined;
  const text = trimmed.replace(placeholder, () => encodeValue(value));
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.href.length > maxUrlLength) return undefined;
  return { url: url.href, host: url.host, origin: url.origin };
}

/** Percent-encodes everything but letters, digits, and `-._~`. */
function encodeValue(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
