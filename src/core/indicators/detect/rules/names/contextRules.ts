import {
  type BareName,
  isAmbiguous,
  isExact,
  isMailDomain,
  isObjectMember,
  isTypeCased,
  looksLikeHost,
} from './bareName';
import { isInHostColumn, isInLinesOfHosts, isLabeledCell } from './hostLists';
import { isHostlessScheme } from './schemes';
import { isMemberTld } from './tldKinds';
import { isPseudoTld } from '../../../registry/specialNames';
import type { Family } from '../../syntax/language';
import type { Rule } from '../rule';

/** Names of fields that contain a host, with a prefix (`dest_host`; `dns.question.name` is another field). */
const hostFields =
  '(?:hosts?|domain(?:[ _-]?names?)?|domain-name:value|dns_?(?:name|query|rrname)|dns\\.(?:question|answers?)\\.name|qname|rrname|query|sni|cname|ptr|name_?server|nserver|helo|ehlo|[sd]host|[sd]ntdom|relay|c2|cnc|(?:env(?:elope)?|header|smtp|mail)[-_. ]?from|header\\.d|qh)|[\\w-]{0,24}(?:host_?name|fqdn|domain_?name|server_?name|query_?name|request_?host|host_?and_?port|computer(?:_?name)?)';
/** Words for the type of an indicator that is a host. */
const hostTypes = '(?:domain(?:-?name)?|hostname|host|fqdn)(?:\\|ip|\\|port)?';
/** A quote, possibly escaped by JSON strings inside JSON strings. */
const quote = `(?:\\\\{0,8}["'])`;

/** How far around a name its object or list is examined. */
const reach = 200;

const fieldPattern = new RegExp(
  `(?:^|[^\\w$])(?:(?:[\\w-]{0,24}[_.-])?${hostFields})(?:${quote}|\\])?\\s?(?::|=>?)\\s{0,4}(?:b?${quote})?[<[(]?$`,
  'i',
);
const elementPattern = new RegExp(
  `<(?:(?:[\\w-]{0,24}[_.:-])?${hostFields})>$|\\b(?:name|key|field)=["'](?:(?:[\\w-]{0,24}[_.-])?${hostFields})["']>$|\\bsearch=["']Network/DNS["'][^<>]{0,40}/?><Content(?: [^<>]{0,40})?>$|\\btype=["']${hostTypes}["'][^<>]{0,40}>$`,
  'i',
);
const feedFieldPattern = /["'](?:value|indicator|ioc|observable|artifact|name)\\?["']\s?:\s?\\?["']$/i;
const schemePattern = /(?:^|[^a-z\d+.-])([a-z][a-z\d+.-]{0,24}):\/\/(?:[^\s/"'@<>]{1,48}@)?$/i;
const recordPattern =
  /^\t\d{1,5}\tC_|^\.?(?:\s{1,8}(?:\d{1,10}\s{1,8})?IN\s{1,8}|\/IN\/|(?<=\.)\s)(?:A{1,4}|NS|MX|TXT|CNAME|SOA|PTR|SRV|HTTPS|SVCB|HINFO|CAA|DS|DNSKEY|ANY)\b/;
const peerPattern = /^\.?\s?\(?\[(?:\d{1,3}\.){3}\d{1,3}\]/;
const connectionPattern =
  /\b(?:connect(?:ed|ing|ion)? to|scan report for|(?:name|dns) resolution (?:failed )?for|resolve host|lookup(?: of)?) ["'`(]?$/i;
const greetingPattern = /\b(?:helo|ehlo)[ =][<"'[(]?$/i;
const cellStartPattern = /<t[dh](?:\s[^<>]{0,40})?>\s{0,4}(?:<code>)?$/i;
const itemStartPattern = /<li>(?:<code>)?$/i;
const cellEndPattern = /^\s{0,4}(?:<\/code>)?<\/(?:t[dh]|li)>/i;
const headerPattern = /<th(?:\s[^<>]{0,40})?>\s{0,4}(?:domains?|host ?names?|hosts?|indicators?|iocs?)\s{0,4}<\/th>/i;

function fillsCell(name: BareName): boolean {
  const { text, start, before, after, labels } = name;
  if (!isAmbiguous(name) || !cellEndPattern.test(after)) return false;
  if (itemStartPattern.test(before)) return labels.length > 2 && looksLikeHost(name);
  if (!cellStartPattern.test(before)) return false;
  return labels.length > 2 || headerPattern.test(text.slice(Math.max(0, start - reach), start));
}
const valueEndPattern = /^\.?(?:$|[\s"'<>)\],;&|}]|\\{1,8}["'n]|:\d|\/|:$)/;

/** Whether a colon or an equals sign precedes a name, behind quotes, brackets, and spaces. */
function followsSeparator(before: string): boolean {
  let at = before.length - 1;
  while (at > before.length - 12 && ' "\'<[(\\b>'.includes(before.charAt(at))) at--;
  return before.charAt(at) === ':' || before.charAt(at) === '=';
}

/** `"t.co"`: too short for a member. */
function isShortString(name: BareName): boolean {
  return name.labels[0]?.length === 1 && name.tld.length === 2 && isExact(name);
}

function isFieldValue(name: BareName, family: Family): boolean {
  if (!followsSeparator(name.before) || !valueEndPattern.test(name.after) || !fieldPattern.test(name.before))
    return false;
  // `host: config.host` refers to another value; hosts in observed data don't.
  return (
    family === 'prose' ||
    !isObjectMember(name) ||
    isShortString(name) ||
    (family === 'data' && (isPseudoTld(name.tld) || !isMemberTld(name.tld)))
  );
}

const typeBeforePattern = /["']?\b\w{0,32}type["']?\s?[:=]\s?["']?([\w|-]{2,24})["']?[,\s][^{}]{0,160}$/i;
const typeAfterPattern = /^[^{}]{0,160}["',\s]\w{0,32}type["']?\s?[:=]\s?["']?([\w|-]{2,24})/i;
const hostTypePattern = new RegExp(`^${hostTypes}$`, 'i');
const otherTypePattern = /file|path|hash|md5|sha\d|user|account|mutex|registry|process|malware|package|text|comment/i;

/** What the type beside a value, in the same object, says about it. */
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
/** What such commands act on, beside the names of objects. */
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

const yamlListPattern =
  /(?:^|\n)[ \t]{0,32}(?:- )?["']?(?:[\w-]{0,24}[_-])?(?:domains?|hosts?|hostnames?|fqdns?|nameservers?)["']?:[ \t]*\r?\n(?:[ \t]*-[ \t]+[^\n]{1,120}\n){0,16}[ \t]*-[ \t]+["']?$/i;
const jsonListPattern =
  /["'](?:[\w-]{0,24}[_-])?(?:domains?|hosts?|hostnames?|fqdns?|nameservers?|answers)["']\s{0,4}:\s{0,4}\[(?:\s{0,32}["'][^"'\]\n]{1,100}["'],){0,16}\s{0,32}["']$/i;

const headingPattern =
  /(?:^|\n)#{1,6} [^\n]{0,60}\b(?:domains?|host ?names|hosts)\b[^\n]{0,60}\n\s{0,4}(?:[-*] [^\n]{1,120}\n){0,16}[-*] `?$/i;

/** An item of a list in JSON, YAML, or Markdown whose key or heading says that it contains hosts. */
function isInListOfHosts({ text, start, before: near }: BareName): boolean {
  if (!/(?:[-*] |[[,]\s{0,32}["'])["'`]?$/.test(near.slice(-36))) return false;
  const before = text.slice(Math.max(0, start - reach), start);
  return yamlListPattern.test(before) || jsonListPattern.test(before) || headingPattern.test(before);
}

function isAuthorityOfScheme({ before, raw, labels, kind }: BareName): boolean {
  const scheme = schemePattern.exec(before)?.[1];
  if (scheme === undefined || isHostlessScheme(scheme)) return false;
  return kind !== 'file' || labels.length > 2 || !isTypeCased(raw);
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

/** The text around a name says that it is a host, whatever the name looks like. */
export const contextRules: readonly Rule<BareName>[] = [
  {
    id: 'is the value of a field for hosts',
    strength: 'context',
    before: ':=> "\'<[(',
    test: isFieldValue,
    example: ['sni=com.a-site.app', 'com.a-site.app'],
    counterexample: ['class=app.mail.name', 'app.mail.name'],
  },
  {
    id: 'is in an XML element for hosts',
    strength: 'context',
    before: '>',
    after: '<',
    test: ({ before }) => elementPattern.test(before),
    example: ['<Data Name="QueryName">updater.sh</Data>', 'updater.sh', 'xml'],
    counterexample: ['<Data Name="Image">updater.sh</Data>', 'updater.sh', 'xml'],
  },
  {
    id: 'is the value of a feed',
    strength: 'context',
    before: '"\' ',
    test: isFeedValue,
    example: ['{"value":"mail-x.vercel.app"}', 'mail-x.vercel.app', 'json'],
    counterexample: ['{"value":"menu.open"}', 'menu.open', 'json'],
  },
  {
    id: 'is the name of a DNS question or answer',
    strength: 'context',
    before: '"\'',
    test: ({ before }) =>
      /["'](?:question|query|answers?|rr)\\?["']\s?:\s?\[?\s?\{\s?\\?["'](?:rr|q)?name\\?["']\s?:\s?\\?["']$/i.test(
        before,
      ),
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
    id: 'is a rule of a block list',
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
    before: ' "\'\t`',
    test: isInListOfHosts,
    example: ['domains:\n  - a.pl\n  - updater.sh', 'updater.sh', 'yaml'],
    counterexample: ['scripts:\n  - a.pl\n  - updater.sh', 'updater.sh', 'yaml'],
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
    example: ['from a-site.pl ([192.0.2.7])', 'a-site.pl'],
    counterexample: ['from script.pl ([7])', 'script.pl'],
  },
  {
    id: 'greets a mail server',
    strength: 'context',
    before: ' =<"\'[(',
    test: ({ before, after }) => greetingPattern.test(before.slice(-8)) && valueEndPattern.test(after),
    example: ['EHLO a-site.pl', 'a-site.pl'],
    counterexample: ['run a-site.pl', 'a-site.pl'],
  },
  {
    id: 'is connected to or resolved',
    strength: 'context',
    families: ['prose'],
    before: ' "\'`(',
    test: (name) =>
      connectionPattern.test(name.before) &&
      valueEndPattern.test(name.after) &&
      !isObjectMember(name) &&
      !isTypeCased(name.raw),
    example: ['* Connected to a-site.sh port 443', 'a-site.sh'],
    counterexample: ['* Committed to a-site.sh port 443', 'a-site.sh'],
  },
  {
    id: 'has an address',
    strength: 'context',
    after: ' ',
    test: ({ after }) => /^ has (?:IPv6 )?address (?:\d|[\da-f]{0,4}:)/.test(after),
    example: ['java.a-site.com has address 192.0.2.7', 'java.a-site.com'],
    counterexample: ['java.a-site.com has addresses', 'java.a-site.com'],
  },
  {
    id: 'is an alternative name of a certificate',
    strength: 'context',
    before: ':.',
    test: ({ before }) => /(?:^|[\s,;"'=([])DNS:(?:\*\.)?$/.test(before),
    example: ['X509v3: DNS:java.a-site.com', 'java.a-site.com'],
    counterexample: ['X509v3: RID:java.a-site.com', 'java.a-site.com'],
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
    test: isLabeledCell,
    example: ['com.a-site.app,hostname', 'com.a-site.app', 'csv'],
    counterexample: ['com.a-site.app,package', 'com.a-site.app', 'csv'],
  },
  {
    id: 'is in a column of hosts',
    strength: 'context',
    families: ['prose', 'data'],
    test: isInHostColumn,
    example: ['date,domain\n2026-01-02,updater.sh', 'updater.sh', 'csv'],
    counterexample: ['date,script\n2026-01-02,updater.sh', 'updater.sh', 'csv'],
  },
  {
    id: 'is a line in a list of hosts',
    strength: 'context',
    families: ['prose'],
    test: isInLinesOfHosts,
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
    before: '=',
    test: ({ before, after }) => /(?:^|[\s"',/(])CN=$/.test(before) && !/^,\s?(?:OU|CN|DC)=/i.test(after),
    example: ['subject="CN=com.a-site.app"', 'com.a-site.app'],
    counterexample: ['subject="CN=com.a-site.app,OU=x"', 'com.a-site.app'],
  },
  {
    id: 'fills a table cell',
    strength: 'context',
    after: '< \t\r\n',
    test: fillsCell,
    example: ['<td>x-1.pages.dev</td>', 'x-1.pages.dev', 'html'],
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
