import {
  type BareName,
  isAmbiguous,
  isDuration,
  isExact,
  isMailDomain,
  isObjectMember,
  isTypeCased,
  looksLikeHost,
} from './bareName';
import {
  adjacentHosts,
  isCertainName,
  isInHostColumn,
  isInHostList,
  isInLinesOfHosts,
  isLabeledCell,
} from './hostLists';
import { isHostlessScheme } from './schemes';
import { isMemberTld, isMostlyFileExtension } from './tldKinds';
import { isPseudoTld } from '../../../registry/specialNames';
import type { Family } from '../../syntax/language';
import type { Rule } from '../rule';

/** How far around a name its object or list is examined. */
const reach = 200;

/** Names of fields for hosts, whatever is in front: `dstHost`, `ADDomain`, `dns.server_name`. */
const anyHostField =
  /(?:hosts?|host[ _-]?names?|domains?|domain[ _-]?names?|fqdns?|(?:server|query|zone)[ _-]?name|name[ _-]?servers?|host_?and_?port|dns[._-]?(?:name|query|rrname|request)|(?:src|dst)_ref\.value)$/i;
/** Names of fields for hosts, alone or behind a separator. */
const hostField =
  /(?:^|[ _.-])(?:dns\.(?:question|answers?)\.name|domain-name:value|qname|rrname|rdata|query|sni|cname(?:_?records?)?|ptr|nserver|helo|ehlo|[rsd]host|[sd]ntdom|(?:src|dst|dest|source|destination|client|server|peer|node|cluster|device|machine|system|[sdcrl]ip)[ ._]?name|(?:source|destination)servicename|computer(?:_?name)?|workstation(?:_?name)?|relay|reverse|server|upstream|c2|cnc|(?:env(?:elope)?|header|smtp|mail)[-_. ]?from|header\.d|qh)$/i;
/** Names of fields whose value can be a URL without a scheme. */
const urlField = /(?:ur[il]|referr?er|requestaddr|(?:^|[ _.-])(?:request|page|site))$/i;
/** Names of lists of hosts. */
const hostList =
  /(?:hosts?|host_?names?|domains?|domain_?names?|fqdns?|servers?|answers?|cnames?|ptr|iocs?|indicators?|block_?list|deny_?list|sinkholes?|c2s?)$/i;
/** Names of objects that have a name which is that of a host. */
const hostObject = 'question|query|answers?|rr|host|server|manager|node|peer|upstream|gateway|nameserver';
/** Words for the type of an indicator that is a host. */
const hostTypes = '(?:domain(?:-?name)?|hostname|host|fqdn)(?:\\|ip|\\|port)?';
/** A quote, possibly escaped by JSON strings inside JSON strings. */
const quote = `(?:\\\\{0,8}["'])`;

/** The name of a field and what separates it from its value: `host: `, `"host": "`, `Host|contains: '`, `SPF(mailfrom): `. */
const fieldPattern = new RegExp(
  `(?:^|[^\\w$.-])((?:[\\w-]{1,24} ){0,2}[\\w.-]{1,48}|domain-name:value)(?:${quote}|[\\])]|\\|[a-z|]{1,24})?\\s?(?::\\*{0,2}|=>?)\\s{0,4}(?:b?${quote}|\`)?[<[({]?(?:\\*?\\.)?$`,
  'i',
);
/** Like `fieldPattern`, but with other names in front of the one in question. */
const fieldOfNamesPattern = new RegExp(
  `(?:^|[^\\w$.-])([\\w.-]{1,48})${quote}?\\s?[:=]\\s{0,4}${quote}(?:[\\w-]{1,63}\\.[\\w.:-]{1,64}[,; ] ?){1,4}$`,
  'i',
);
/** The name of an XML element, or the attribute that names its content. */
const elementPattern =
  /<(?:\w{1,16}:)?([\w.-]{1,48})(?: (?!name=|key=|field=)[^<>]{0,60})?>$|\b(?:name|key|field)=["']([\w .-]{1,48})["']>$/i;
const typedElementPattern = new RegExp(
  `\\bsearch=["']Network/DNS["'][^<>]{0,40}/?><Content(?: [^<>]{0,40})?>$|\\btype=["']${hostTypes}["'][^<>]{0,40}>$`,
  'i',
);

const hostObjectPattern = new RegExp(
  `["'](?:${hostObject})\\\\?["']\\s?:\\s?\\[?\\s?\\{\\s?\\\\?["'](?:rr|q)?name\\\\?["']\\s?:\\s?\\\\?["']$`,
  'i',
);

/** Whether a field, an element, or a key is named like those for hosts. */
export function isHostField(field: string | undefined): boolean {
  return field !== undefined && (anyHostField.test(field) || hostField.test(field));
}

const feedFieldPattern =
  /["'](?:[\w-]{0,24}_|ioc)?(?:value|indicator|ioc|observable|artifact|name)\\?["']\s?:\s?\\?["']$/i;
const schemePattern = /(?:^|[^a-z\d+.-])([a-z][a-z\d+.-]{0,24}):\/\/(?:[^\s/"'@<>]{1,48}@)?$/i;
const recordPattern =
  /^\t\d{1,5}\tC_|^\.?(?:\s{1,8}(?:\d{1,10}\s{1,8})?IN\s{1,8}|\/IN\/|(?<=\.)\s)(?:A(?! [a-z])|A{2,4}|NS|MX|TXT|CNAME|SOA|PTR|SRV|HTTPS|SVCB|HINFO|CAA|DS|DNSKEY|ANY)\b|^\/IN(?=[:\s])|^(?:\/| )(?:A{1,4}|NS|MX|TXT|CNAME|PTR|SRV|HTTPS|SVCB)(?:\/IN\b| (?:NOERROR|NXDOMAIN|SERVFAIL|REFUSED)\b)/;
const peerPattern = /^\.?\)?\s?(?:\(?\[|\()(?:(?:\d{1,3}\.){3}\d{1,3}|[\da-f:]{2,39}:[\da-f:.]{1,39})[\])]/i;
/** Words that a host follows, whatever it looks like. */
const phrasePattern =
  /(?:\b(?:connect(?:ed|ing|ions?)? (?:to|with|from)|(?:timed out|handshake|established) with|(?:scan report|resolution(?: failed)?|certificate|lookup(?: failed)?|quer(?:y|ies)|records?) for|resolv(?:e|ed|ing)(?: host(?:name)?)?|lookup(?: of)?|host(?:name)?|domain(?: name)?|visit(?:ed|s|ing)?|brows(?:ed|ing) to|navigat(?:ed|ing) to|(?:web ?|phishing )?site|hosted (?:on|at)|downloaded from|served from|communicat(?:ed|es|ing) with|contact(?:ed|s|ing)|C2(?: server)?|ping(?:ing)?|whois|nslookup|dig|traceroute to|beacon(?:s|ed|ing)? to|callbacks? to|redirect(?:s|ed)? to|(?:log(?:ged)? ?in|logon|sign-?in) (?:via|to|at)|rpz [\w-]{1,16} [\w-]{1,16} rewrite|IN CNAME|wants|dynamic list:)|\bCONNECT|\] via|(?:gravity|exactly|regex) (?:blocked|denied)) ["'`(]?$/i;
/** Phrases about a host after its name. */
const followingPhrasePattern =
  /^["'`]?\.? (?:has (?:IPv6 )?address (?:\d|[\da-f]{0,4}:)|resolve[sd]? to\b|does(?:n't| not) resolve\b|is an alias for\b|domain name pointer\b|record not found\b|is (?:0\.0\.0\.0|::|NXDOMAIN|NODATA|<CNAME>)(?!\w)|[\w ]{0,12}blocked due to\b|\[A{1,4}\] via\b)/;
/** A command that opens what follows its options, of which none has a value. */
const commandPattern =
  /(?:^|[\s;&|(`$"'])(?:curl|wget)(?: (?:-[A-Za-z]{0,6}[a-ce-hj-np-zABCEG-JL-SU-Z]|--(?:silent|location|insecure|fail|quiet|no-check-certificate))){0,4} ["']?$/;

function isOpenedByCommand({ before, after, kind, tld }: BareName): boolean {
  if (kind === 'file' && isMostlyFileExtension(tld) && !/^[/:]/.test(after)) return false;
  return commandPattern.test(before) && valueEndPattern.test(after);
}

const greetingPattern = /\b(?:helo|ehlo)[ =][<"'[(]?$|\sH=\(?$/i;
const cellStartPattern = /<t[dh](?:\s[^<>]{0,40})?>\s{0,4}(?:<code>)?$/i;
const itemStartPattern = /<li>(?:<code>)?$/i;
const cellEndPattern = /^\s{0,4}(?:<\/code>)?<\/(?:t[dh]|li)>/i;
const headerPattern = /<th(?:\s[^<>]{0,40})?>\s{0,4}(?:domains?|host ?names?|hosts?|indicators?|iocs?)\s{0,4}<\/th>/i;

/** Whether the item before or after it in a list is certainly a host. */
function isBesideHostItem({ before, after }: BareName): boolean {
  const [, above] = />([\w.-]{4,64})(?:<\/code>)?<\/li>\s{0,8}<li>(?:<code>)?$/.exec(before) ?? [];
  const [, below] = /^(?:<\/code>)?<\/li>\s{0,8}<li>(?:<code>)?([\w.-]{4,40})</.exec(after) ?? [];
  return [above, below].some((item) => item !== undefined && isCertainName(item));
}

function fillsCell(name: BareName): boolean {
  const { text, start, before, after, labels } = name;
  if (!isAmbiguous(name) || !cellEndPattern.test(after)) return false;
  if (itemStartPattern.test(before)) return (labels.length > 2 && looksLikeHost(name)) || isBesideHostItem(name);
  if (!cellStartPattern.test(before)) return false;
  return (labels.length > 2 && !isDuration(name)) || headerPattern.test(text.slice(Math.max(0, start - reach), start));
}
const valueEndPattern = /^\.?(?:$|[\s"'<>)\],;&|}]|\\{1,8}["'nrt]|:\d|\/|:$)/;

/** The last character before a name that isn't one of `skipped`. */
function markBefore(before: string, skipped: string): string {
  let at = before.length - 1;
  while (at > before.length - 36 && skipped.includes(before.charAt(at))) at--;
  return before.charAt(at);
}

/** Whether a colon or an equals sign precedes a name, behind quotes, brackets, and spaces. */
function followsSeparator(before: string): boolean {
  const mark = markBefore(before, ' "\'`<[({*.\\b>');
  return mark === ':' || mark === '=';
}

/** `"t.co"`: too short for a member. */
function isShortString(name: BareName): boolean {
  return name.labels[0]?.length === 1 && name.tld.length === 2 && isExact(name);
}

function isFieldValue(name: BareName, family: Family): boolean {
  const { before, after } = name;
  if (!followsSeparator(before) || !valueEndPattern.test(after)) return false;
  const field = fieldPattern.exec(before)?.[1];
  // `<Source name="PocketReader.java">`
  if (name.tld === 'java' && family !== 'prose') return false;
  if (!isHostField(field)) return field !== undefined && urlField.test(field) && isUrlValue(name, family);
  // `host: config.host` refers to another value; hosts in observed data don't.
  return (
    family === 'prose' ||
    !isObjectMember(name) ||
    isShortString(name) ||
    (family === 'data' && (isPseudoTld(name.tld) || !isMemberTld(name.tld)))
  );
}

/** Whether the value of a field for URLs starts with a host: not `url=main.pl`, `page: home.page`. */
function isUrlValue(name: BareName, family: Family): boolean {
  const { labelCount, kind, after, tld } = name;
  // `sourceMappingURL=style.css.map` is a file beside the text.
  if (family === 'code' || isObjectMember(name) || tld === 'map') return false;
  if (labelCount > 2 || /^(?::\d|\/)/.test(after)) return true;
  return kind === 'file' ? family === 'prose' && looksLikeHost(name) : family === 'prose' || !isMemberTld(tld);
}

/** Whether it is one of several names in a field for hosts: `"hosts": "a.example b.example"`. */
function isInFieldOfNames({ before, after }: BareName): boolean {
  // A name is in front of it, and most are not.
  if (!/\.[\w:-]{1,64}[,; ] ?$/.test(before) || !valueEndPattern.test(after)) return false;
  return isHostField(fieldOfNamesPattern.exec(before)?.[1]);
}

/** Whether an XML element is for hosts. */
function isElementForHosts({ before }: BareName): boolean {
  if (typedElementPattern.test(before)) return true;
  const [, element, attribute] = elementPattern.exec(before) ?? [];
  return isHostField(element ?? attribute);
}

const typeBeforePattern = /["']?\b\w{0,32}type["']?\s?[:=]\s?["']?([\w|-]{2,24})["']?[,\s][^{}]{0,160}$/i;
const typeAfterPattern = /^[^{}]{0,160}["',\s]\w{0,32}type["']?\s?[:=]\s?["']?([\w|-]{2,24})/i;
const hostTypePattern = new RegExp(`^${hostTypes}$`, 'i');
const otherTypePattern = /file|path|hash|md5|sha\d|user|account|mutex|registry|process|malware|package|text|comment/i;

/** The kind of value by the type beside it in the same object. */
function typeBeside({ text, start, end }: BareName): 'host' | 'other' | undefined {
  const type =
    typeBeforePattern.exec(text.slice(Math.max(0, start - reach), start))?.[1] ??
    typeAfterPattern.exec(text.slice(end, end + reach))?.[1];
  if (type === undefined) return undefined;
  return hostTypePattern.test(type) ? 'host' : otherTypePattern.test(type) ? 'other' : undefined;
}

/** Whether a value of a feed has a type that isn't a host: `{"type":"filename","value":"a.mov"}`. */
export function isTypedAsOther(name: BareName): boolean {
  return feedFieldPattern.test(name.before) && typeBeside(name) === 'other';
}

/** TLDs that end the names of commands and settings: `menu.open`. */
const actionTldPattern =
  /^(?:open|show|select|run|play|call|search|next|click|download|date|name|total|read|build|watch|win|fit)$/;
/** Objects of such commands, besides names of objects in code. */
const subjectPattern =
  /^(?:\w{1,4}|(?:banner|brand|browser|calendar|category|chart|column|company|contact|course|customer|dashboard|dialog|display|email|filter|folder|graph|invoice|layout|login|modal|mouse|notification|order|panel|photo|pipeline|player|popup|product|report|search|setting|sidebar|start|toast|toolbar|touch|update|workflow)s?)$/i;
const yamlValuePattern = /\n[ \t]{0,32}(?:- )?(?:value|indicator|ioc):[ \t]{1,8}["']?$/;
const yamlColonPattern = /: {1,8}["']?$/;

function isFeedValue(name: BareName): boolean {
  const { before, after, labels, tld, kind } = name;
  if (yamlColonPattern.test(before.slice(-10)) && yamlValuePattern.test(before)) return typeBeside(name) === 'host';
  if (before.endsWith(' ') || !feedFieldPattern.test(before) || !/^\\?["'|]/.test(after)) return false;
  const type = typeBeside(name);
  if (type !== undefined || /name\\?["']\s?:\s?\\?["']$/.test(before)) return type === 'host';
  if (kind === 'plain' || labels.length > 2) return true;
  return !(isObjectMember(name) || (actionTldPattern.test(tld) && subjectPattern.test(labels[0] ?? '')));
}

// Spaces in front of an item are at one position only: in two, a list that doesn't match takes ages.
const yamlListPattern =
  /(?:^|\n)[ \t]{0,32}(?:- )?["']?([\w.-]{1,48})(?:\|[\w|]{1,24})?["']?:[ \t]*\r?\n(?:[ \t]*-[ \t]+[^\s][^\n]{0,119}\n){0,16}[ \t]*-[ \t]+["']?(?:\*?\.)?$/;
const jsonListPattern =
  /([\w.-]{1,48})(?:\\?["'])?\s{0,4}:\s{0,4}\[(?:\s{0,32}(?:\\?["'])?[^\s"',\]][^"',\]\n]{0,99}["']?,){0,16}\s{0,32}(?:\\?["'])?$/;

const headingPattern =
  /(?:^|\n)#{1,6} [^\n]{0,60}\b(?:domains?|host ?names|hosts)\b[^\n]{0,60}\n\s{0,4}(?:[-*] [^\n]{1,120}\n){0,16}[-*] `?$/i;

/** An item of a list in JSON, YAML, or Markdown with a key or heading for hosts. */
function isInListOfHosts(name: BareName, family: Family): boolean {
  const { text, start, before: near } = name;
  // `host: ['host.name', …]` lists names of fields.
  if (family !== 'prose' && name.kind !== 'plain' && isObjectMember(name)) return false;
  const mark = markBefore(near, ' "\'`\\.\n\r\t');
  if (!'-*,['.includes(mark)) return false;
  const before = text.slice(Math.max(0, start - reach), start);
  const pattern = mark === ',' || mark === '[' ? jsonListPattern : yamlListPattern;
  const key = pattern.exec(before)?.[1];
  if (key !== undefined) return hostList.test(key) || isHostField(key);
  return pattern === yamlListPattern && headingPattern.test(before);
}

function isAuthorityOfScheme({ before, raw, labelCount, kind }: BareName): boolean {
  const scheme = schemePattern.exec(before)?.[1];
  if (scheme === undefined || isHostlessScheme(scheme)) return false;
  return kind !== 'file' || labelCount > 2 || !isTypeCased(raw);
}

const queryTypes = '(?:A{1,4}|NS|MX|TXT|CNAME|SOA|PTR|SRV|HTTPS|SVCB|ANY)';
const dnsmasqPattern = /\b(?:query\[\w{1,12}\]|reply|cached|forwarded|config|validation) $/;
const beforeQuestionPattern = new RegExp(`\\b${queryTypes} IN $|\\] {1,3}${queryTypes} {2,8}$`);

function isInNameServerMessage({ before, after }: BareName): boolean {
  const near = before.slice(-20);
  if (near.endsWith("question for '")) return after.startsWith('|');
  if (near.endsWith('(')) return /#\d{1,5} \($/.test(near) && after.startsWith(')');
  if (near.endsWith("'")) return /\b(?:resolving|in) '$/.test(near) && /^'\??[:)\s]/.test(after);
  if (/\bfor (?:key|zone) $/.test(near)) return /^\.?(?:\s|$)/.test(after);
  if (beforeQuestionPattern.test(near)) return true;
  return dnsmasqPattern.test(near) && /^ (?:is|to|from) /.test(after);
}

function isInPhrase(name: BareName, family: Family): boolean {
  const { before, after, labels, tld } = name;
  if (!phrasePattern.test(before) || !valueEndPattern.test(after) || isObjectMember(name)) return false;
  return family === 'prose' || labels.length > 2 || !isMemberTld(tld);
}

/** `open update.sh:443`; not `Main.java:80`, which is the number of a line. */
function hasServicePort({ raw, labelCount, before, after }: BareName): boolean {
  if (!/^:(?:80|443|8080|8443|22|21|25|53)\b(?!:[1-9])/.test(after) || /(?:^|[^/])\/$|\\$/.test(before)) return false;
  return labelCount > 2 || !isTypeCased(raw);
}

/** A host in a column of the log of a web server or proxy: in front of a status, or between a scheme and a port. */
function isInWebColumn({ before, after }: BareName): boolean {
  return (
    /^ [1-5]\d\d \d{1,3} \d{1,6}(?: \d|$)/.test(after) ||
    (/\s(?:https?|tcp|ssl) $/.test(before) && /^ \d{2,5} [/-]/.test(after))
  );
}

/** A name in braces or parentheses as filters of mail, proxies, and firewalls write them. */
function isInBraces({ before, after }: BareName): boolean {
  if (before.endsWith('{'))
    return (before.endsWith('){') && /^:\w{1,16};?\}/.test(after)) || (/\s\{$/.test(before) && after.startsWith('|'));
  if (before.endsWith('"')) return / msg="$/.test(before) && /^:[A-Z][\w /&-]{2,32}"/.test(after);
  return /\((?:generic|dns):$/i.test(before);
}

/** Rules by which the text around a name makes it a host, whatever the name looks like. */
export const contextRules: readonly Rule<BareName>[] = [
  {
    id: 'is the value of a field for hosts',
    strength: 'context',
    before: ':=> "\'<[({.',
    test: isFieldValue,
    example: ['sni=com.a-site.app', 'com.a-site.app'],
    counterexample: ['class=app.mail.name', 'app.mail.name'],
  },
  {
    id: 'is in an XML element for hosts',
    strength: 'context',
    before: '>',
    after: '<',
    test: isElementForHosts,
    example: ['<Data Name="QueryName">updater.sh</Data>', 'updater.sh', 'xml'],
    counterexample: ['<Data Name="Image">updater.sh</Data>', 'updater.sh', 'xml'],
  },
  {
    id: 'is the value of a feed',
    strength: 'context',
    before: '"\' ',
    test: isFeedValue,
    example: ['{"value":"pocket.small.open"}', 'pocket.small.open', 'json'],
    counterexample: ['{"value":"menu.open"}', 'menu.open', 'json'],
  },
  {
    id: 'is the name of an object that is a host',
    strength: 'context',
    before: '"\'',
    test: ({ before }) => hostObjectPattern.test(before),
    example: ['{"question":{"name":"updater.sh"}}', 'updater.sh', 'json'],
    counterexample: ['{"question":{"text":"updater.sh"}}', 'updater.sh', 'json'],
  },
  {
    id: 'is the whole text',
    strength: 'context',
    families: ['prose'],
    test: (name) => {
      const { text, start, end } = name;
      return start < 8 && end + 8 > text.length && text.trim().length === end - start && !isObjectMember(name);
    },
    example: ['updater.sh', 'updater.sh'],
    counterexample: ['run updater.sh', 'updater.sh'],
  },
  {
    id: 'is a rule of a blocklist',
    strength: 'context',
    before: '| \t',
    test: ({ before, after }) =>
      before.endsWith('||')
        ? after.startsWith('^')
        : /(?:^|\n)(?:0\.0\.0\.0|127\.0\.0\.1|::1?)[ \t]{1,8}$/.test(before),
    example: ['0.0.0.0 updater.sh', 'updater.sh'],
    counterexample: ['0.0.0.1 updater.sh', 'updater.sh'],
  },
  {
    id: 'is in a list whose key or heading is for hosts',
    strength: 'context',
    before: ' "\'\t`.[,',
    test: isInListOfHosts,
    example: ['domains:\n  - a.pl\n  - updater.sh', 'updater.sh', 'yaml'],
    counterexample: ['scripts:\n  - a.pl\n  - updater.sh', 'updater.sh', 'yaml'],
  },
  {
    id: 'is beside a host in a list of data',
    strength: 'context',
    families: ['data'],
    test: (name) => name.kind !== 'plain' && adjacentHosts(name) > 0 && !isTypeCased(name.raw),
    example: ['["evil-site.com", "com.a-site.app"]', 'com.a-site.app', 'json'],
    counterexample: ['["evil.txt", "com.a-site.app"]', 'com.a-site.app', 'json'],
  },
  {
    id: 'follows a scheme',
    strength: 'context',
    before: '/@',
    test: isAuthorityOfScheme,
    example: ['stratum+tcp://pool.a-site.pl:3333', 'pool.a-site.pl'],
    counterexample: ['chrome://settings.pl', 'settings.pl'],
  },
  {
    id: 'is the domain of an email address',
    strength: 'context',
    before: '@',
    test: (name, family) =>
      isMailDomain(name) && (family === 'prose' || !/^[=[]/.test(name.after)) && !/^\dx\./.test(name.value),
    example: ['from ann@com.a-site.app', 'com.a-site.app'],
    counterexample: ['from @com.a-site.app', 'com.a-site.app'],
  },
  {
    id: 'is in a DNS record',
    strength: 'context',
    after: '. \t/',
    test: ({ after }) => recordPattern.test(after),
    example: ['trojan.no-ip.biz IN A', 'trojan.no-ip.biz'],
    counterexample: ['found trojan.agent.biz in a file', 'trojan.agent.biz'],
  },
  {
    id: 'is followed by its address in brackets',
    strength: 'context',
    after: '. ([',
    test: ({ after }) => peerPattern.test(after),
    example: ['from pocket.pl ([192.0.2.7])', 'pocket.pl'],
    counterexample: ['from script.pl ([7])', 'script.pl'],
  },
  {
    id: 'greets a mail server',
    strength: 'context',
    before: ' =<"\'[(',
    test: ({ before, after }) => greetingPattern.test(before.slice(-8)) && valueEndPattern.test(after),
    example: ['EHLO pocket.pl', 'pocket.pl'],
    counterexample: ['run pocket.pl', 'pocket.pl'],
  },
  {
    id: 'is connected to or resolved',
    strength: 'context',
    families: ['prose', 'data', 'markup'],
    before: ' "\'`(',
    test: isInPhrase,
    example: ['* Connected to a-site.sh port 443', 'a-site.sh'],
    counterexample: ['* Committed to a-site.sh port 443', 'a-site.sh'],
  },
  {
    id: 'is opened by a command',
    strength: 'context',
    families: ['prose', 'data', 'markup'],
    before: ' "\'',
    test: isOpenedByCommand,
    example: ['curl -fsSL pocket.sh/x', 'pocket.sh', 'shellscript'],
    counterexample: ['curl -o pocket.sh/x', 'pocket.sh', 'shellscript'],
  },
  {
    id: 'has an address or is resolved',
    strength: 'context',
    after: ' .\'"`',
    test: ({ after }) => followingPhrasePattern.test(after),
    example: ['com.a-site.app has address 192.0.2.7', 'com.a-site.app'],
    counterexample: ['com.a-site.app has addresses', 'com.a-site.app'],
  },
  {
    id: 'is one of several names in a field for hosts',
    strength: 'context',
    before: ' ,;',
    test: isInFieldOfNames,
    example: ['{"hostnames":"a-site.net user.name"}', 'user.name', 'json'],
    counterexample: ['{"fieldnames":"a-site.net user.name"}', 'user.name', 'json'],
  },
  {
    id: 'is an answer in an event of Windows',
    strength: 'context',
    before: ' ',
    after: ';',
    test: ({ before }) => /\btype: {1,3}\d{1,3} $/.test(before),
    example: ['type:  5 a-site.app;::ffff:192.0.2.7;', 'a-site.app', 'xml'],
    counterexample: ['style: 5 a-site.app;', 'a-site.app', 'xml'],
  },
  {
    id: 'is the peer behind an address',
    strength: 'context',
    before: '[:',
    test: ({ before, after }) =>
      before.endsWith('[')
        ? /(?:\d\.\d{1,3}|:[\da-f]{0,4})\[$/i.test(before) && /^\](?:$|[\s.,;:])/.test(after)
        : /:\d{1,5}:X\d{1,3}:$/.test(before),
    example: ['between 192.0.2.7[com.a-site.app] and', 'com.a-site.app'],
    counterexample: ['between x[com.a-site.app] and', 'com.a-site.app'],
  },
  {
    id: 'is in braces of a filter',
    strength: 'context',
    families: ['prose'],
    before: '{:"',
    test: isInBraces,
    example: ['URIBL_BLOCKED(0.00){a-site.sh:url}', 'a-site.sh'],
    counterexample: ['URIBL_BLOCKED {a-site.sh:url}', 'a-site.sh'],
  },
  {
    id: 'is followed by the port of a service',
    strength: 'context',
    families: ['prose'],
    after: ':',
    test: hasServicePort,
    example: ['open update.sh:443', 'update.sh'],
    counterexample: ['error in update.sh:12', 'update.sh'],
  },
  {
    id: 'is in the column of a web log',
    strength: 'context',
    families: ['prose'],
    before: ' ',
    after: ' ',
    test: isInWebColumn,
    example: ['GET http com.a-site.app 80 /x', 'com.a-site.app'],
    counterexample: ['GET http com.a-site.app x', 'com.a-site.app'],
  },
  {
    id: 'ends with the root dot in quotes',
    strength: 'context',
    families: ['prose'],
    before: '"',
    after: '.',
    test: ({ labelCount, after }) => labelCount > 2 && after.startsWith('."'),
    example: ['"A","com.a-site.app.","x"', 'com.a-site.app'],
    counterexample: ['"uses com.a-site.app."', 'com.a-site.app'],
  },
  {
    id: 'is an alternative name of a certificate',
    strength: 'context',
    before: ':.',
    test: ({ before }) => /(?:^|[\s,;"'=([])DNS:(?:\*\.)?$/.test(before),
    example: ['X509v3: DNS:com.a-site.app', 'com.a-site.app'],
    counterexample: ['X509v3: RID:com.a-site.app', 'com.a-site.app'],
  },
  {
    id: 'is joined with its address',
    strength: 'context',
    after: '|',
    test: ({ after }) => /^\|(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/.test(after),
    example: ['"x": "tips.a-site.info|192.0.2.7"', 'tips.a-site.info', 'json'],
    counterexample: ['"x": "user.name.info|text"', 'user.name.info', 'json'],
  },
  {
    id: 'is beside a cell that says what it is',
    strength: 'context',
    families: ['prose', 'data', 'markup'],
    test: isLabeledCell,
    example: ['com.a-site.app,hostname', 'com.a-site.app', 'csv'],
    counterexample: ['com.a-site.app,package', 'com.a-site.app', 'csv'],
  },
  {
    id: 'is in a column of hosts',
    strength: 'context',
    families: ['prose', 'data'],
    test: (name, family) => (family === 'prose' || !isObjectMember(name)) && isInHostColumn(name),
    example: ['date,domain\n2026-01-02,updater.sh', 'updater.sh', 'csv'],
    counterexample: ['date,script\n2026-01-02,updater.sh', 'updater.sh', 'csv'],
  },
  {
    id: 'is a line in a list of hosts',
    strength: 'context',
    families: ['prose'],
    test: (name) => isInLinesOfHosts(name) || (/[-*•] ["'`]?$/.test(name.before.slice(-3)) && isInHostList(name)),
    example: ['a-site.de\ncom.a-site.app', 'com.a-site.app'],
    counterexample: ['org.a-site.page\ncom.a-site.app', 'com.a-site.app'],
  },
  {
    id: 'is in a message of a name server',
    strength: 'context',
    before: "( '",
    test: isInNameServerMessage,
    example: ['client 192.0.2.7#59735 (com.a-site.app): query', 'com.a-site.app'],
    counterexample: ['client 7 (com.a-site.app): query', 'com.a-site.app'],
  },
  {
    id: 'signs mail',
    strength: 'context',
    before: '=@',
    test: ({ before, after }) =>
      /(?:^|[\s(;])[di]=@?$/.test(before) &&
      (/^;?\s?s=/.test(after) || /(?:dkim|\bs=[^\s;]{1,63};?\s[di]=@?$)/i.test(before)),
    example: ['signature verified (d=com.a-site.app s=x)', 'com.a-site.app'],
    counterexample: ['signature verified (d=com.a-site.app x=s)', 'com.a-site.app'],
  },
  {
    id: 'is the common name of a certificate',
    strength: 'context',
    before: '=.',
    test: ({ before, after }) => /(?:^|[\s"',/(])CN=(?:\*\.)?$/.test(before) && !/^,\s?(?:OU|CN|DC)=/i.test(after),
    example: ['subject="CN=com.a-site.app"', 'com.a-site.app'],
    counterexample: ['subject="CN=com.a-site.app,OU=x"', 'com.a-site.app'],
  },
  {
    id: 'fills a table cell',
    strength: 'context',
    after: '< \t\r\n',
    test: fillsCell,
    example: ['<td>pocket.small.open</td>', 'pocket.small.open', 'html'],
    counterexample: ['<td>settings.dev</td>', 'settings.dev', 'html'],
  },
  {
    id: 'has an escaped dot and a TLD that is nothing else',
    strength: 'context',
    test: ({ escaped, kind }) => escaped && kind === 'plain',
    example: ['/^(?:com\\.a-site\\.net)$/', 'com\\.a-site\\.net', 'typescript'],
    counterexample: ['/^(?:menu\\.open)$/', 'menu\\.open', 'typescript'],
  },
];
