import { type BareName, isAmbiguous, isExact, isMailDomain, isObjectMember } from './bareName';
import { isInHostColumn } from './hostLists';
import { isMemberTld } from './tldKinds';
import { isPseudoTld } from '../../../registry/specialNames';
import type { Family } from '../../syntax/language';
import type { Rule } from '../rule';

/** Names of fields that contain a host, with a prefix (`dest_host`; `dns.question.name` is another field). */
const hostFields =
  '(?:host(?:_?name)?s?|fqdn|domain(?:[ _-]?names?)?|domain-name:value|dns_?(?:name|query|rrname)|qname|rrname|query(?:_?name)?|sni|server_?name|cname|ptr|name_?server|nserver|helo|ehlo|[sd]host|[sd]ntdom|relay|c2|cnc)';
/** A quote, possibly escaped by JSON strings inside JSON strings. */
const quote = `(?:\\\\{0,8}["'])`;

const fieldPattern = new RegExp(
  `(?:^|[^\\w$])(?:[\\w-]{0,24}[_.-])?${hostFields}(?:${quote}|\\])?\\s?(?::|=>?)\\s{0,4}(?:b?${quote})?[<[(]?$`,
  'i',
);
const elementPattern = new RegExp(
  `<(?:[\\w-]{0,24}[_.:-])?${hostFields}>$|\\b(?:name|key|field)=["'](?:[\\w-]{0,24}[_.-])?${hostFields}["']>$`,
  'i',
);
const feedFieldPattern = /["'](?:value|indicator|ioc|observable|artifact)\\?["']\s?:\s?\\?["']$/i;
const typeBeforePattern =
  /["']type["']\s?:\s?["'](?:domain(?:-name)?|hostname|host|fqdn|domain\|ip)["'][^{}]{0,160}["'](?:value|indicator)["']\s?:\s?["']$/i;
const typeAfterPattern = /^["'][^{}]{0,160}["']type["']\s?:\s?["'](?:domain(?:-name)?|hostname|host|fqdn)["']/i;
const schemePattern = /(?:^|[^a-z\d+.-])([a-z][a-z\d+.-]{0,24}):\/\/(?:[^\s/"'@<>]{1,48}@)?$/i;
/** Schemes that are not followed by a host. */
const hostlessSchemePattern =
  /^(?:file|chrome|chrome-.*|resource|res|assets?|package|content|app|classpath|jar|webpack.*|memory|node|data|intent|vscode.*|urn|about|javascript|docker|[a-z]+-(?:extension|app|resource))$/i;
const recordPattern = /^\.?\s{1,8}(?:\d{1,10}\s{1,8})?IN\s{1,8}(?:A{1,4}|NS|MX|TXT|CNAME|SOA|PTR|SRV|HTTPS|ANY)\b/;
const peerPattern = /^\.?\s?\(?\[(?:\d{1,3}\.){3}\d{1,3}\]/;
const greetingPattern = /\b(?:helo|ehlo)[ =][<"'[(]?$/i;
const cellStartPattern = /<t[dh](?:\s[^<>]{0,40})?>\s{0,4}$/i;
const cellEndPattern = /^\s{0,4}<\/t[dh]>/i;
const valueEndPattern = /^\.?(?:$|[\s"'<>)\],;&|}]|\\{1,8}["'n]|:\d|\/|:$)/;

const reach = 256;

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

/** The type is in the same object, before or after the value. */
function isTyped({ text, start, end }: BareName): boolean {
  return (
    typeBeforePattern.test(text.slice(Math.max(0, start - reach), start)) ||
    typeAfterPattern.test(text.slice(end, end + reach))
  );
}

function isFeedValue(name: BareName): boolean {
  const { before, after, labels, tld, kind } = name;
  if (!feedFieldPattern.test(before) || !/^\\?["'|]/.test(after)) return false;
  if (isTyped(name)) return true;
  return kind === 'plain' || labels.length > 2 || !isMemberTld(tld);
}

function isAuthorityOfScheme({ before, raw, labels, kind }: BareName): boolean {
  const scheme = schemePattern.exec(before)?.[1];
  if (scheme === undefined || hostlessSchemePattern.test(scheme)) return false;
  return kind !== 'file' || labels.length > 2 || raw === raw.toLowerCase();
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
    before: '"\'',
    after: '\\"\'|',
    test: isFeedValue,
    example: ['{"value":"mail-x.vercel.app"}', 'mail-x.vercel.app', 'json'],
    counterexample: ['{"value":"menu.open"}', 'menu.open', 'json'],
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
    after: '. \t',
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
    test: ({ before, after }) => greetingPattern.test(before) && valueEndPattern.test(after),
    example: ['EHLO a-site.pl', 'a-site.pl'],
    counterexample: ['run a-site.pl', 'a-site.pl'],
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
    id: 'is in a cell or column of hosts',
    strength: 'context',
    test: isInHostColumn,
    example: ['com.a-site.app,hostname', 'com.a-site.app', 'csv'],
    counterexample: ['com.a-site.app,package', 'com.a-site.app', 'csv'],
  },
  {
    id: 'fills a table cell',
    strength: 'context',
    after: '< \t\r\n',
    test: (name) =>
      name.labels.length > 2 &&
      isAmbiguous(name) &&
      cellStartPattern.test(name.before) &&
      cellEndPattern.test(name.after),
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
