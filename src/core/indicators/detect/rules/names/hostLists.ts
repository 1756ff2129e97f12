import { type BareName, isTypeCased, isUnlikeMember } from './bareName';
import { tldKind, isMemberTld } from './tldKinds';
import { isBelowLongSuffix, isTopLevelDomain } from '../../../registry/suffixes';

const fieldSource = 'domains?|domain[ _-]names?|host[ _]?names?|fqdns?|subdomains?';
const cellBeforePattern = new RegExp(`(?:^|[\\s,;|"'\`*])(?:${fieldSource})["'\`*]{0,3}\\s?[,;|\\t]\\s?["'\`]?$`, 'i');
const cellAfterPattern = new RegExp(
  `^["'\`]?\\s?[,;|\\t]\\s?["'\`*]{0,3}(?:${fieldSource})(?! ?[\\w-]|["']?\\s?[:=])`,
  'i',
);

/** Words before a name that label it as a host, in common report languages. */
const hostKeywordPattern =
  /(?:domains?|hostnames?|\bhost|websites?|fqdn|domen[ayę]|domin(?:io|ios|i|e)|домен\p{L}{0,2}|域名|ドメイン|도메인)[ \t:：为為は"'`*]{1,4}$/iu;

/** A host directly before or after the name in a single-line list. */
const listedBeforePattern = /(?:\.|\[\.\])(?:com|net|org|ru|cn|top|xyz)["'`]?\s?[,;]\s(?:and |or |i |и )?["'`]?$/;
const listedAfterPattern =
  /^["'`]?\s?[,;]\s(?:and |or |i |и )?["'`]?[\w-]{1,24}(?:\[?\.\]?[\w-]{1,24})?(?:\.|\[\.\])(?:com|net|org|ru|cn|top|xyz)(?![\w.-])/;

/** `domain,evil.pl` and `evil.pl | hostname`: the adjacent cell labels the name as a host. */
export function isLabeledCell({ before, after }: BareName): boolean {
  // The ends of these words come first, because most cells have other ones.
  return (
    (/[ens]["'`*]{0,3}\s?[,;|\t]\s?["'`]?$/i.test(before.slice(-8)) && cellBeforePattern.test(before)) ||
    (/^["'`]?\s?[,;|\t]\s?["'`*]{0,3}[dfhs]/i.test(after.slice(0, 8)) && cellAfterPattern.test(after))
  );
}

/** Like {@link isLabeledCell}, but also with a word for hosts or another host beside it. */
export function isHostCell({ before, after }: BareName): boolean {
  return (
    cellBeforePattern.test(before) ||
    cellAfterPattern.test(after) ||
    hostKeywordPattern.test(before) ||
    listedBeforePattern.test(before) ||
    listedAfterPattern.test(after)
  );
}

/** How far around a name lines are examined: less than an incremental search does around an edit. */
const reach = 200;

const columnPattern = new RegExp(`^(?:\\w{1,16}[ _.-])?(?:${fieldSource}|indicators?|iocs?)$`, 'i');
/** `setup.zip,filename`: the next cell labels it as something else. */
const fileCellPattern = /^["'`]?\s?[,;|\t]\s?["'`]?(?:file|path|hash|process|script|malware)/i;
const separatorBeforePattern = /([,;|\t])[ \t]{0,8}["'`]?$/;
/** A comma at the end of a line ends an item of a list. */
const separatorAfterPattern = /^["'`]?[ \t]{0,8}([,;|\t])(?=[^\r\n])/;

/** Whether a cell above a name, in the same column of a table, is a header for hosts or certainly a host. */
export function isInHostColumn({ text, start, end, raw, before, after }: BareName): boolean {
  const separator = separatorBeforePattern.exec(before.slice(-12))?.[1] ?? separatorAfterPattern.exec(after)?.[1];
  if (separator === undefined || /[\w.]\/$/.test(before) || fileCellPattern.test(after.slice(0, 16))) return false;
  const from = Math.max(0, start - reach);
  const above = text.slice(from, start).split('\n');
  const column = (above.pop() ?? '').split(separator).length - 1;
  // A truncated line is ignored.
  if (from > 0) above.shift();
  return above
    .slice(-maxNearbyLines)
    .some((line) => isCellOfHosts(line.split(separator)[column], end - start, isTypeCased(raw)));
}

function isCellOfHosts(cell: string | undefined, length: number, isType: boolean): boolean {
  const content = cell?.trim().replace(/^["'`]|["'`]$/g, '') ?? '';
  if (content === '' || content.length > 8 * length + 64) return false;
  return columnPattern.test(content) || (!isType && isCertainName(content));
}

/** How many lines above and below are examined, because lists of files can be long. */
const maxNearbyLines = 8;

/** Bullets, numbers, and quotes before a list item. */
const itemPattern = /^(?:[-*•–>|+]|\d{1,4}[.)])?\s?["'`]?$/;

/** Whether a name fills its line in a list with an adjacent item that is certainly a host. */
export function isInHostList({ text, start, end }: BareName): boolean {
  const from = Math.max(0, start - reach);
  const above = text.slice(from, start).split('\n');
  const below = text.slice(end, end + reach).split('\n');
  const before = above.pop() ?? '';
  const after = below.shift() ?? '';
  if (!itemPattern.test(before.trim()) || !/^["'`]?[,;|]?\s?$/.test(after)) return false;
  // Truncated lines are ignored.
  if (from > 0) above.shift();
  if (end + reach < text.length) below.pop();
  return containsHost(above.toReversed().slice(0, maxNearbyLines)) || containsHost(below.slice(0, maxNearbyLines));
}

/** Whether a certain host occurs before a line that is neither a host, nor an address, nor a similar name. */
function containsHost(lines: readonly string[]): boolean {
  for (const line of lines) {
    const item = /^(?:[-*•–>|+]\s|\d{1,4}[.)]\s)?["'`]?([\w.[\]:/-]{4,253})["'`]?[,;|]?$/.exec(line.trim())?.[1];
    if (item === undefined) return false;
    if (/^(?:\d{1,3}\[?\.\]?){3}\d{1,3}$/.test(item)) continue;
    const name = /^(?:h[tx]{2}ps?:\/\/)?((?:[\w-]{1,63}\[?\.\]?){1,8}[a-z]{2,12})(?:[:/]|$)/i.exec(item)?.[1] ?? '';
    const tld = name
      .slice(name.lastIndexOf('.') + 1)
      .replace(']', '')
      .toLowerCase();
    if (name === '' || !isTopLevelDomain(tld)) return false;
    if (tldKind(tld) !== 'file' && tld !== 'in' && isCertainHost(name, tld)) return true;
  }
  return false;
}

/** Whether a text is a name that is neither a package nor a member nor a file. */
export function isCertainName(content: string): boolean {
  const tld = /^(?:[a-z0-9-]{1,63}\.){1,8}([a-z]{2,12})$/i.exec(content)?.[1]?.toLowerCase();
  if (tld === undefined || !isTopLevelDomain(tld) || /^(?:com|org|net|io|java|javax|android)\./i.test(content))
    return false;
  // Namespaces don't end with these.
  if (isTypeCased(content) && tld !== 'com' && tld !== 'org') return false;
  const kind = tldKind(tld);
  return (
    kind === 'plain' ||
    (kind === 'member' && content.split('.').some(isUnlikeMember)) ||
    isBelowLongSuffix(content.toLowerCase())
  );
}

/** Whether a name is a line between lines of which one is such a name, or an address where it isn't a file. */
export function isInLinesOfHosts(name: BareName): boolean {
  const { text, start, end, kind, labels } = name;
  if (!/(?:^|\n)$/.test(text.slice(Math.max(0, start - 1), start))) return false;
  const above = text
    .slice(Math.max(0, start - reach), start)
    .split('\n')
    .slice(0, -1)
    .slice(-maxNearbyLines);
  const [rest = '', ...below] = text.slice(end, end + reach).split(/\r?\n/, maxNearbyLines + 1);
  if (rest !== '') return false;
  const canBeBesideAddress = kind !== 'file' && labels.length > 2;
  return [...above, ...below].some(
    (line) => isCertainName(line.trim()) || (canBeBesideAddress && ipv4Pattern.test(line.trim())),
  );
}

const ipv4Pattern = /^(?:\d{1,3}\.){3}\d{1,3}$/;

function isCertainHost(name: string, tld: string): boolean {
  return tldKind(tld) === 'plain' || !isMemberTld(tld) || name.includes('[') || name.split('.').some(isUnlikeMember);
}

const itemBeforePattern = /["'[,][ \t]*(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,12})["']?,\s{0,32}b?["']?$/i;
const itemAfterPattern = /^["']?,\s{0,32}b?["']?(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,12})["'\],]/i;
const lineBeforePattern = /-[ \t]+["']?\*?\.?((?:[\w-]+\.)+[a-z]{2,12})["']?[ \t]*\r?\n[ \t]*-[ \t]+["']?\*?\.?$/i;
const lineAfterPattern = /^["']?[ \t]*\r?\n[ \t]*-[ \t]+["']?\*?\.?((?:[\w-]+\.)+[a-z]{2,12})["']?[ \t]*(?:\r?\n|$)/i;

/** `["evil-site.com", "t.co"]`: how many of the two neighbors in a list, including YAML, are certainly hosts. */
export function adjacentHosts({ before, after }: BareName): number {
  const isInLines = /-[ \t]+["']?\*?\.?$/.test(before.slice(-12));
  if (!isInLines && !/,\s{0,32}b?["']?$/.test(before.slice(-36)) && !/^["']?,/.test(after.slice(0, 2))) return 0;
  const neighbors = isInLines
    ? [lineBeforePattern.exec(before), lineAfterPattern.exec(after)]
    : [itemBeforePattern.exec(before), itemAfterPattern.exec(after)];
  return neighbors.filter((found) => found?.[1] !== undefined && isCertainItem(found[1])).length;
}

function isCertainItem(item: string): boolean {
  return isUnambiguousTld(item.slice(item.lastIndexOf('.') + 1).toLowerCase()) || isBelowLongSuffix(item.toLowerCase());
}

function isUnambiguousTld(tld: string): boolean {
  const kind = tldKind(tld);
  return kind === 'plain' || (kind === 'member' && tld.length === 2 && isTopLevelDomain(tld) && !isMemberTld(tld));
}
