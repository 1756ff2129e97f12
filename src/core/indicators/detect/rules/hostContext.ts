import { type BareName, isObjectMember } from './bareName';
import { isLabeledCell } from './hostList';
import { isMemberTld } from './tldKinds';
import type { Family } from '../syntax/language';

/** Text around a name that says it is a host, whatever the name looks like: a package, a file, or malware. */
export interface ContextRule {
  readonly id: string;
  /** The characters of which one directly precedes such a name; any by default. Saves most tests. */
  readonly before?: string;
  /** The same for the character after it. */
  readonly after?: string;
  /** Decides by the text around the name. */
  readonly test: (name: BareName, family: Family) => boolean;
  /** A text and the name in it that the rule is about. */
  readonly example: readonly [text: string, name: string];
  /** A similar text whose name isn't a host. */
  readonly counterexample: readonly [text: string, name: string];
  /** The language of both texts. */
  readonly language: string;
}

/** Names of fields that contain a host, with a prefix (`dest_host`, `dns.question.name` is another field). */
const hostFields =
  '(?:host(?:_?name)?s?|fqdn|domain(?:[ _-]?names?)?|dns_?(?:name|query|rrname)|qname|rrname|query(?:_?name)?|sni|server_?name|cname|ptr|name_?server|nserver|helo|ehlo|[sd]host|[sd]ntdom|relay|c2|cnc)';

const fieldPattern = new RegExp(
  `(?:^|[^\\w$])(?:[\\w-]{0,24}[_.-])?${hostFields}(?:\\\\?["']|\\])?\\s?(?::|=>?)\\s{0,4}(?:b?\\\\?["'])?[<[(]?$`,
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
const valueEndPattern = /^\.?(?:$|[\s"'<>)\],;&|}]|\\["'n]|:\d|\/|:$)/;

const reach = 256;

/** Whether a colon or an equals sign precedes a name, behind quotes, brackets, and spaces. */
function followsSeparator(before: string): boolean {
  let at = before.length - 1;
  while (at > before.length - 8 && ' "\'<[(\\b>'.includes(before.charAt(at))) at--;
  return before.charAt(at) === ':' || before.charAt(at) === '=';
}

function isFieldValue(name: BareName, family: Family): boolean {
  if (!followsSeparator(name.before) || !valueEndPattern.test(name.after) || !fieldPattern.test(name.before))
    return false;
  // `host: config.host` refers to another value; hosts in observed data don't.
  return family === 'prose' || !isObjectMember(name);
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
  if (!before.endsWith('/') && !before.endsWith('@')) return false;
  const scheme = schemePattern.exec(before)?.[1];
  if (scheme === undefined || hostlessSchemePattern.test(scheme)) return false;
  return kind !== 'file' || labels.length > 2 || raw === raw.toLowerCase();
}

/** In the order in which they are tried; each alone decides. */
export const contextRules: readonly ContextRule[] = [
  {
    id: 'host field',
    before: ':=> "\'<[(',
    test: isFieldValue,
    example: ['sni=app.a-site.in', 'app.a-site.in'],
    counterexample: ['class=app.mail.name', 'app.mail.name'],
    language: 'log',
  },
  {
    id: 'value of a feed',
    before: '"\'',
    after: '\\"\'|',
    test: isFeedValue,
    example: ['{"value":"mail-x.vercel.app"}', 'mail-x.vercel.app'],
    counterexample: ['{"value":"menu.open"}', 'menu.open'],
    language: 'json',
  },
  {
    id: 'scheme',
    before: '/@',
    test: isAuthorityOfScheme,
    example: ['stratum+tcp://pool.a-site.pl:3333', 'pool.a-site.pl'],
    counterexample: ['chrome://settings.pl', 'settings.pl'],
    language: 'log',
  },
  {
    id: 'DNS record',
    after: '. \t',
    test: ({ after }) => recordPattern.test(after),
    example: ['trojan.no-ip.biz IN A', 'trojan.no-ip.biz'],
    counterexample: ['found trojan.agent.biz in a file', 'trojan.agent.biz'],
    language: 'log',
  },
  {
    id: 'address in brackets',
    after: '. ([',
    test: ({ after }) => peerPattern.test(after),
    example: ['from a-site.pl ([192.0.2.7])', 'a-site.pl'],
    counterexample: ['from script.pl ([7])', 'script.pl'],
    language: 'log',
  },
  {
    id: 'mail greeting',
    before: ' =<"\'[(',
    test: ({ before, after }) => greetingPattern.test(before) && valueEndPattern.test(after),
    example: ['EHLO a-site.pl', 'a-site.pl'],
    counterexample: ['run a-site.pl', 'a-site.pl'],
    language: 'log',
  },
  {
    id: 'address beside it',
    after: '|',
    test: ({ after }) => /^\|(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/.test(after),
    example: ['"x": "tips.a-site.info|192.0.2.7"', 'tips.a-site.info'],
    counterexample: ['"x": "user.name.info|text"', 'user.name.info'],
    language: 'json',
  },
  {
    id: 'labeled cell',
    test: isLabeledCell,
    example: ['com.a-site.app,hostname', 'com.a-site.app'],
    counterexample: ['com.a-site.app,package', 'com.a-site.app'],
    language: 'csv',
  },
  {
    id: 'table cell',
    after: '< \t\r\n',
    test: ({ before, after, labels, kind }) =>
      labels.length > 2 && kind !== 'plain' && cellStartPattern.test(before) && cellEndPattern.test(after),
    example: ['<td>x-1.pages.dev</td>', 'x-1.pages.dev'],
    counterexample: ['<td>settings.dev</td>', 'settings.dev'],
    language: 'html',
  },
];

const setOf = (characters: string | undefined): ReadonlySet<string> | undefined =>
  characters === undefined ? undefined : new Set(characters);
const gatedRules = contextRules.map((rule) => ({ rule, befores: setOf(rule.before), afters: setOf(rule.after) }));

/** The rule by which the text around a name says that it is a host; undefined if none does. */
export function hostContextOf(name: BareName, family: Family): ContextRule | undefined {
  const { raw, value, after, tld } = name;
  // Calls, and members in mixed case, remain code in any context.
  if (
    (after.startsWith('(') && after.charAt(1) !== '[') ||
    (raw !== value && /[a-z][A-Z]/.test(raw) && isMemberTld(tld))
  )
    return undefined;
  const [last, next] = [name.before.slice(-1), after.slice(0, 1)];
  for (const { rule, befores, afters } of gatedRules)
    if (befores?.has(last) !== false && afters?.has(next) !== false && rule.test(name, family)) return rule;
  return undefined;
}
