import { parseListEntry } from '../../indicators';
import { substringBefore } from '../../text/trim';
import type { LineShape, ListRow, ListSink } from '../listRow';

const blocked = (value: string, reach?: ListRow['reach']): ListRow => ({
  value,
  reach,
  kind: 'blocklist',
  meaning: 'Blocked by a DNS or ad filter',
});

const sinkholes: ReadonlySet<string> = new Set(['0.0.0.0', '127.0.0.1', '::', '::1', '0', '127.1']);
/** Names at the top of hosts files, which name the machine itself. */
const ownNames =
  /^(?:localhost|local|broadcasthost|localhost\.localdomain|localhost4?6?\..*|ip6-\w+|0\.0\.0\.0|::1?|fe80::.*|ff0[0-2]::.*)$/i;
const hostsEntry = /^([\da-f.:%\w]+)[\s]+(\S.*)$/i;

function readHostsLine(line: string, sink: ListSink): void {
  const entry = hostsEntry.exec(substringBefore(line, '#').trim());
  if (entry === null) {
    if (substringBefore(line, '#').trim() !== '') sink.skip({ kind: 'noIndicator' }, line);
    return;
  }
  const [, address = '', names = ''] = entry;
  for (const name of names.trim().split(/\s+/)) {
    if (ownNames.test(name)) sink.skip({ kind: 'reserved' }, `${address} ${name}`);
    else if (sinkholes.has(address)) sink.take(blocked(name));
    else sink.skip({ kind: 'hostsEntry' }, `${address} ${name}`);
  }
}

/** Hosts files: names that are sent to an address of this machine. The address is never listed. */
export const hostsFile: LineShape = {
  id: 'hosts',
  cut: 'lines',
  kind: 'blocklist',
  recognizes: ({ data }) =>
    data.length > 0 && data.filter((line) => sinkholes.has(hostsEntry.exec(line)?.[1] ?? '')).length * 2 > data.length,
  reader: (_, sink) => (line) => {
    if (!/^\s*(?:#|$)/.test(line)) readHostsLine(line, sink);
  },
};

/** Options of a rule under which it isn't for the whole name everywhere. */
const narrowing =
  /(?:^|,)~?(?:domain|denyallow|app|ctag|client|from|to|removeparam|csp|permissions|removeheader|replace|cookie|stealth|urltransform|uritransform|header|method)(?:=|,|$)|(?:^|,)dnsrewrite=(?!NXDOMAIN|REFUSED|0\.0\.0\.0|::)/;
/** Lists for DNS servers contain lines of hosts files as well. */
const hostsLine = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+\S/;

/** The options of a rule without `badfilter`; undefined if it doesn't have that. */
function withoutBadfilter(options: string): string | undefined {
  const all = options.replace(/^\$/, '').split(',');
  const others = all.filter((each) => each !== 'badfilter');
  return others.length === all.length ? undefined : others.join(',');
}

/** A rule that removes the same rule, or the same exception, without `badfilter`. */
function readRemoval(rule: string, options: string, line: string, sink: ListSink): void {
  const isException = rule.startsWith('@@');
  const target = narrowing.test(options) ? undefined : ruleTarget(rule.slice(isException ? 2 : 0));
  // The other rule lists nothing either.
  if (target === undefined) sink.skip({ kind: 'removalRule' }, line);
  else sink.remove(isException ? 'exception' : 'rule', target[0], target[1], line);
}

function readAdblockRule(line: string, sink: ListSink): void {
  const [, rule = '', , options = ''] = /^(.*?)(\$([\w~].*))?$/.exec(line) ?? [];
  const others = withoutBadfilter(options);
  if (others !== undefined) readRemoval(rule, others, line, sink);
  else if (line.startsWith('@@')) readException(line, sink);
  else if (/#[@?$%]?#|#@\?#/.test(line)) sink.skip({ kind: 'cosmeticRule' }, line);
  else if (hostsLine.test(line)) readHostsLine(line, sink);
  else if (/^\/.*\/(?:\$|$)/.test(line)) sink.skip({ kind: 'patternRule' }, line);
  else if (narrowing.test(options)) sink.skip({ kind: 'restrictedRule' }, line);
  else readBlockingRule(rule, line, sink);
}

function readBlockingRule(rule: string, line: string, sink: ListSink): void {
  const target = ruleTarget(rule);
  // A plain line of a list that mixes forms.
  const isPlain = /^(?:[a-z]+:\/\/|[\da-f.:]+\/\d{1,3}$)/i.test(line) && parseListEntry(line) !== undefined;
  if (target !== undefined) sink.take(blocked(...target));
  else if (isPlain) sink.take(blocked(line));
  else sink.skip({ kind: 'patternRule' }, line);
}

/** The target of a rule: a name, its subdomains, or both, an address, or a URL; undefined for a pattern. */
export function ruleTarget(rule: string): readonly [value: string, reach?: ListRow['reach']] | undefined {
  const url = /^\|(https?:\/\/[^|*^]+)\|?$/.exec(rule);
  if (url !== null) return [url[1] ?? ''];
  const [, anchor = '', name] = /^(\|\|(?:\*\.)?)?([\p{L}\p{N}._:[\]-]+?)\^?\|?$/u.exec(rule) ?? [];
  if (name === undefined || !/[.:]/.test(name)) return undefined;
  return [name, anchor === '' ? undefined : anchor.endsWith('*.') ? 'below' : 'all'];
}

/** An exception for a whole name lifts rules for it; others, for pages or some sites, don't. */
function readException(line: string, sink: ListSink): void {
  const [, rule = '', , options = ''] = /^@@(.*?)(\$([\w~].*))?$/.exec(line) ?? [];
  const target = narrowing.test(options) ? undefined : ruleTarget(rule);
  if (target === undefined) sink.skip({ kind: 'exception' }, line);
  else sink.except(...target, line);
}

/** Whether a line is a rule of this form, which no other list has; lists for DNS servers contain hosts as well. */
function isRule(line: string): boolean {
  return /^(?:@@|\|)|#[@?$%]?#|\^|^\/.*\/(?:\$|$)|\$[\w~]/.test(line) || hostsLine.test(line);
}

/** Lists for ad blockers. Exceptions, cosmetic rules, and rules with patterns or for some sites list nothing. */
export const adblockList: LineShape = {
  id: 'adblock',
  cut: 'lines',
  kind: 'blocklist',
  recognizes: ({ lines, data }) =>
    lines.some((line) => /^\[Adblock(?: Plus)?\b|^\[uBlock/i.test(line)) ||
    (data.some((line) => /^(?:@@)?\|\|[^|]/.test(line)) &&
      data.filter((line) => isRule(line.trim())).length * 2 >= data.length),
  reader: (_, sink) => (line) => {
    const text = line.trim();
    // As in a hosts file, `#` is a comment, but `##` and `#@#` begin cosmetic rules.
    if (text === '' || /^(?:!|\[|#(?![@?$%#]))/.test(text)) return;
    readAdblockRule(text, sink);
  },
};

/** Zones whose names are answered as usual. */
const notBlocking = /^(?:(?:always_|type)?transparent|nodefault|inform)$/;

/** Whether a record has an address that isn't one of a blocklist. */
function isOwnRecord(text: string): boolean {
  const [, target] = /\s(?:A|AAAA)\s+([\da-f.:]+)["'\s]*$/i.exec(text) ?? [];
  return target !== undefined && !sinkholes.has(target);
}

function readResolverLine(text: string, sink: ListSink): void {
  const [kind = '', name = '', action = ''] = text.replaceAll('"', ' ').split(/\s+/);
  const plainName = name.replace(/\.$/, '');
  if (kind === 'local-zone:') {
    if (notBlocking.test(action)) sink.skip({ kind: 'exception' }, text);
    else sink.take(blocked(plainName, 'all'));
  } else if (kind === 'local-data:') {
    // A record of an own host.
    if (isOwnRecord(text)) sink.skip({ kind: 'hostsEntry' }, text);
    else sink.take(blocked(plainName));
  } else readDnsmasqLine(text, sink);
}

function readDnsmasqLine(text: string, sink: ListSink): void {
  const rule = /^(address|server|local)=\/(.+)\/([^/]*)$/.exec(text);
  if (rule === null) {
    sink.skip({ kind: 'resolverSetting' }, text);
    return;
  }
  const [, setting = '', names = '', target = ''] = rule;
  const isBlocking = setting === 'address' ? /^(?:|#|0\.0\.0\.0|::1?|127\.0\.0\.1)$/.test(target) : target === '';
  for (const name of names.split('/')) {
    if (isBlocking) sink.take(blocked(name, 'all'));
    else sink.skip({ kind: 'forwarder' }, text);
  }
}

/** Settings of the resolvers dnsmasq and Unbound. Forwarding a name doesn't state anything about it. */
export const resolverSettings: LineShape = {
  id: 'resolver',
  cut: 'lines',
  kind: 'blocklist',
  recognizes: ({ data }) => data.some((line) => /^\s*(?:(?:address|server|local)=\/|local-(?:zone|data):)/.test(line)),
  reader: (_, sink) => (line) => {
    const text = substringBefore(line.trim(), ' #').trim();
    if (text === '' || text.startsWith('#') || /^server:$/.test(text)) return;
    readResolverLine(text, sink);
  },
};
