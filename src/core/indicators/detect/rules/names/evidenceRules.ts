import {
  type BareName,
  isComparison,
  isExact,
  isFullyQualified,
  isListItem,
  isPrivateHost,
  isTypeCased,
} from './bareName';
import { adjacentHosts, isHostCell } from './hostLists';
import { isHostlessScheme } from './schemes';
import { isMemberTld, isMostlyFileExtension } from './tldKinds';
import type { Rule } from '../rule';

const inCode = ['data', 'markup', 'code'] as const;

function isAuthority({ before, labelCount, kind }: BareName): boolean {
  if (kind === 'file' && labelCount < 3) return false;
  if (/[^\w-](?:stuns?|turns?|sips?|xmpp):$/i.test(before)) return true;
  // `src="//cdn.a-site.dev/x.js"`
  if (/["'(=]\/\/(?:\*\.)?$/.test(before)) return true;
  if (!/[a-z\d*}]:\/\/(?:\*\.)?$/i.test(before)) return false;
  const [, scheme] = /(?:^|[^\w-])([a-z][\w-]{0,24}):\/\/$/i.exec(before) ?? [];
  return scheme === undefined || !isHostlessScheme(scheme);
}

/** `z.lt`, `vt.lt`: as likely a method or a comparison as a host; not `x.com`. */
function isShort(name: BareName): boolean {
  return (name.first.length === 1 && name.tld.length === 2) || isComparison(name);
}

/** Names that are certain in observed data, where members and files are rare: private machines, `a.b.py.`. */
function isCertainInData(name: BareName): boolean {
  if (name.kind === 'plain' || !isExact(name)) return false;
  return isPrivateHost(name) || (name.tld.length === 2 && name.after.startsWith('.'));
}

/** Whether a name with an ambiguous TLD is between hosts; a common file extension needs one on both sides. */
function isBetweenHosts(name: BareName): boolean {
  if (name.kind === 'plain' || (!isListItem(name) && !isExact(name))) return false;
  return adjacentHosts(name) > (isMostlyFileExtension(name.tld) ? 1 : 0);
}

/** A form that only hosts have. */
export const evidenceRules: readonly Rule<BareName>[] = [
  {
    id: 'starts with www',
    strength: 'evidence',
    test: ({ first }) => first === 'www',
    example: ['open www.sh', 'www.sh'],
    counterexample: ['open wwx.sh', 'wwx.sh'],
  },
  {
    id: 'is a machine on a private network',
    strength: 'evidence',
    families: ['prose'],
    test: isPrivateHost,
    example: ['joined SERVER.LOCAL', 'SERVER.LOCAL'],
    counterexample: ['uses Thread.local', 'Thread.local'],
  },
  {
    id: 'is a short link',
    strength: 'evidence',
    families: ['prose'],
    after: '/',
    test: ({ raw, value, tld, labels, after }) =>
      raw === value &&
      labels.length === 2 &&
      labels[0]?.length === 1 &&
      tld.length === 2 &&
      /^\/[\w+@-]{2}/.test(after),
    example: ['join t.me/channel', 't.me'],
    counterexample: ['join t.me', 't.me'],
  },
  {
    id: 'ends with the root dot',
    strength: 'evidence',
    families: ['prose'],
    after: '.',
    test: (name) =>
      name.kind === 'file' && !isTypeCased(name.raw) && !/[/\\]$/.test(name.before) && isFullyQualified(name),
    example: ['_ldap._tcp.main.sh. 600', '_ldap._tcp.main.sh'],
    counterexample: ['ran main.sh.', 'main.sh'],
  },
  {
    id: 'is beside a word for hosts or another host',
    strength: 'evidence',
    families: ['prose', 'data'],
    test: (name) => name.kind === 'file' && isHostCell(name),
    example: ['evil-site.com, updater.sh', 'updater.sh'],
    counterexample: ['evil.txt, updater.sh', 'updater.sh'],
  },
  {
    id: 'follows a scheme or two slashes',
    strength: 'evidence',
    families: inCode,
    before: '/:.',
    test: isAuthority,
    example: ["x('redis://*.cache.page')", 'cache.page', 'typescript'],
    counterexample: ["x('app://cache.page')", 'cache.page', 'typescript'],
  },
  {
    id: 'is a whole string',
    strength: 'evidence',
    families: inCode,
    test: (name) => name.kind === 'plain' && isExact(name) && !isShort(name),
    example: ["x = 'cache.data.de'", 'cache.data.de', 'typescript'],
    counterexample: ["x = 'z.lt'", 'z.lt', 'typescript'],
  },
  {
    id: 'is between hosts',
    strength: 'evidence',
    families: inCode,
    test: isBetweenHosts,
    example: ["x = ['bit.ly', 'phish.page']", 'phish.page', 'typescript'],
    counterexample: ["x = ['menu.open', 'menu.page']", 'menu.page', 'typescript'],
  },
  {
    id: 'is an alternative of a regular expression',
    strength: 'evidence',
    families: inCode,
    before: '(|^?/',
    test: ({ escaped, before, after, kind, tld }) =>
      escaped &&
      kind === 'member' &&
      tld.length === 2 &&
      !isMemberTld(tld) &&
      /(?:[(|^]|\)\?|\/\/)$/.test(before) &&
      /^(?:[|)$]|\\?\/|["'])/.test(after),
    example: ['/(a-site\\.com|pic\\.ly)\\//', 'pic\\.ly', 'typescript'],
    counterexample: ['/(user\\.id|x)\\//', 'user\\.id', 'typescript'],
  },
  {
    id: 'is certain in data',
    strength: 'evidence',
    families: ['data'],
    test: isCertainInData,
    example: ['{"x": "a.b.py."}', 'a.b.py', 'json'],
    counterexample: ['{"x": "a.b.py"}', 'a.b.py', 'json'],
  },
];
