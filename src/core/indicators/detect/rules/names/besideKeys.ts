import { isPseudoTld } from '../../../registry/specialNames';
import { isTopLevelDomain } from '../../../registry/suffixes';
import type { BareName } from './bareName';

/** How far around a name strings are examined: less than an incremental search does around an edit. */
const reach = 200;

/** Endings of files, which are named after the host that has them as well. */
const filePattern =
  /^(?:exe|dll|m?js|css|php|html?|txt|json|xml|png|jpe?g|gif|svg|ico|bin|dat|bat|vbs|apk|jar|csv|log|pdf|docx?|crt|key|pem|hta|lnk|iso|img|msi|scr|rar|xlsx?|tar|gz|tgz|wsf|elf|asp|aspx|jsp|cgi)$/;

/** Whether a label ends a dotted key: it is neither a TLD nor the extension of a file. */
function endsKey(label: string | undefined): boolean {
  if (label === undefined) return false;
  const lower = label.toLowerCase();
  return !isTopLevelDomain(lower) && !isPseudoTld(lower) && !filePattern.test(lower);
}

const keySource = String.raw`(?:[\w-]{1,63}\.){1,8}([A-Za-z_-]{2,63})`;
const keysBeforePattern = new RegExp(
  `(?:["'\`]${keySource}["'\`],\\s{0,32})?["'\`]${keySource}["'\`],\\s{0,32}["'\`]$`,
);
const keysAfterPattern = new RegExp(`^["'\`],\\s{0,32}["'\`]${keySource}["'\`](?:,\\s{0,32}["'\`]${keySource}["'\`])?`);

/** `"ann.lee", "jo.kim", "max.okafor"`: two of the nearest strings in a list are dotted, and end with no TLD. */
function isBetweenKeys({ text, start, end }: BareName): boolean {
  const [, ...before] = keysBeforePattern.exec(text.slice(Math.max(0, start - reach), start)) ?? [];
  const [, ...after] = keysAfterPattern.exec(text.slice(end, end + reach)) ?? [];
  return [...before, ...after].filter(endsKey).length > 1;
}

/** `"post.author"` beside `"post.title"`: a string nearby that starts with the same label is a dotted key. */
export function isBesideKey(name: BareName): boolean {
  const { text, start, end, first, tld, after } = name;
  if (isPseudoTld(tld) || !/^[a-z_-]+$/.test(first) || /^:\d/.test(after)) return false;
  if (isBetweenKeys(name)) return true;
  const prefix = text.slice(start - 1, start + first.length + 1);
  const around = text.slice(Math.max(0, start - reach), end + reach);
  for (let at = around.indexOf(prefix); at !== -1; at = around.indexOf(prefix, at + 1)) {
    const rest = around.slice(at + prefix.length, at + prefix.length + 128);
    if (endsKey(/^(?:[\w-]{1,63}\.){0,8}([A-Za-z_-]{2,63})["'`]/.exec(rest)?.[1])) return true;
  }
  return false;
}
