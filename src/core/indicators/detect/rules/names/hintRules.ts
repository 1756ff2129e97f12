import {
  type BareName,
  hasHyphen,
  isExact,
  isFullyQualified,
  isListItem,
  isPrivateHost,
  isQuote,
  isTypeCased,
  looksLikeHost,
} from './bareName';
import { isMemberTld, isMostlyFileExtension } from './tldKinds';
import { isPseudoTld } from '../../../registry/specialNames';
import type { Family } from '../../syntax/language';
import type { Rule } from '../rule';

const inCode = ['data', 'markup', 'code'] as const;

/** Words near a name which suggest hosts. */
const hostWordPattern =
  /host|domain|url|uri\b|server|(?<![io])site|origin(?!al)|endpoint|addr|smtp|imap|pop3|mail|dns|sni\b|proxy|cname|fqdn|\bns\b|\bmx\b|\bip\b|query|tenant|issuer|redirect|callback|connect|\bping\b|curl|wget|nslookup|\bdig\b|whois|visit|c2|beacon|registry|broker|relay|gateway/i;

/** A word directly in front of a name that marks it as a host, whatever it looks like. */
const namesHostPattern =
  /(?:^|[^a-z.])(?:server_?name|host(?:_?name)?|server|domain|fqdn|c2|website)(?: is)? {1,8}["'`]?$/i;

/** Calls whose first argument is a host. */
const networkCallPattern =
  /\b(?:fetch|axios(?:\.\w+)?|requests?\.\w+|http\.get|urlopen|lookup|resolve[46]?|gethostby\w+|getaddrinfo|dial)\(\s*["'`]$/i;

/** Calls whose first argument is a host if the second one is a port. */
const socketCallPattern = /(?:connect|connection|socket|client|address|endpoint|dial|open)\(\s?\(?["'`]$/i;
const portArgumentPattern = /^["'`],\s?\d{2,5}\)/;

/** The end of a statement, before the last line if that starts with a word of code. */
const lastStatementPattern = /[;)}][ \t]*\r?\n[ \t]*[\w$][^\n]*$/;

/**
 * `config.redis.host`, `redis.call`, `conn.mu` (a mutex): ends like a field, a method, or a metric, so that words nearby
 * name its object as well as a host.
 */
function endsLikeField(name: BareName): boolean {
  return (
    /^(?:host|email|id|name|mu|call|new|read|now|select|search|ping|post|total)$/.test(name.tld) && !looksLikeHost(name)
  );
}

/**
 * The text before a name that belongs to the same statement: without preceding lines if they end a statement, or if the
 * name is unquoted and its line is an assignment or starts with a word. List items belong to the lines above.
 */
function sameStatement({ before, after }: BareName): string {
  if (isQuote(before.charAt(before.length - 1))) return before.slice(before.search(lastStatementPattern) + 1);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isOwn = line.trim() === '' ? /^[ \t]+[^\s;,]/.test(after) : /[=:]/.test(line) && !/^\s*-\s/.test(line);
  return isOwn ? line : before;
}

/** Whether a word for hosts is in the same statement, in front of the name. */
export function followsHostWord(name: BareName): boolean {
  return hostWordPattern.test(sameStatement(name));
}

/** `api.a-site.dev`, `docs.a-site.app`: has a common first label of a host. */
function isCommonHost({ labels, tld }: BareName): boolean {
  if (labels.length < 3 || (tld !== 'dev' && tld !== 'app')) return false;
  return /^(?:api|cdn|docs|static|assets|staging|blog|mail|smtp|vpn|ns\d|mx\d?|status|gitlab)$/.test(labels[0] ?? '');
}

/** Whether hints count: not for plain names, which need none, and for some files only in quotes. */
function canHint(name: BareName): boolean {
  const { kind, labels, tld, before, raw } = name;
  if (kind !== 'file') return kind !== 'plain' && !(labels.length === 2 && isMemberTld(tld) && isTypeCased(raw));
  if (isMostlyFileExtension(tld)) return false;
  const last = before.charAt(before.length - 1);
  return isQuote(last) || (tld === 'app' && (labels.length > 2 || (last === '.' && /[*="'`]\.$/.test(before))));
}

/** Whether a dot at the end is the root: in a comment it ends a sentence, and in a string that is continued a part of a key. */
function hasRootDot(name: BareName, family: Family): boolean {
  const { before, after, tld } = name;
  if (/^\.["']\s?[+.]/.test(after) || /prefix\w{0,8}["']?\s?[:=({]\s?["']$/i.test(before)) return false;
  if (/^\.["']/.test(after)) return isPseudoTld(tld) || isFullyQualified(name);
  return (family !== 'code' || isPseudoTld(tld)) && isFullyQualified(name);
}

/** Like {@link isExact}, but also in a template or inside a string of another language. */
function isWholeString({ before, after }: BareName): boolean {
  return /["'`]\*?\.?$/.test(before) && /^(?:["'`:/]|\\["'`])/.test(after);
}

/** Whether a whole quoted string is a host, and not as likely a member, key, or file. */
function isQuotedHost(name: BareName): boolean {
  const { raw, value, labels, tld, kind, before } = name;
  if (kind === 'plain') return false;
  // `.nav-item.open` is a CSS selector.
  if (!isWholeString(name) || before.endsWith('.')) return !isMemberTld(tld) && isExact(name) && looksLikeHost(name);
  if (kind === 'file') return looksLikeHost(name) && (labels.length > 2 || tld === 'app');
  if (looksLikeHost(name) && !isMemberTld(tld)) return true;
  if (hasHyphen(name)) return true;
  if (raw !== value || raw.includes('_') || before.endsWith('`')) return false;
  // `"email.invalid"` is a message key.
  if (tld === 'invalid') return looksLikeHost(name);
  if (isPseudoTld(tld) || !isMemberTld(tld)) return true;
  // `"items.0.id"` is an object path.
  return looksLikeHost(name) && labels.length > 2 && !labels.slice(1).some((label) => /^\d+$/.test(label));
}

/** Members have no hyphens: `blocks cdn-a.x.test since May`. */
function isHyphenatedInText(name: BareName): boolean {
  const { before, after, kind, tld, labels } = name;
  if (kind !== 'member' || !hasHyphen(name) || !/(?:^|[\s(,"'`])$/.test(before) || !/^[\s),;.:"'`]|^$/.test(after))
    return false;
  return isPseudoTld(tld) || (labels.length > 2 && !isMemberTld(tld));
}

const isQuotedInData = (name: BareName): boolean =>
  isExact(name) && name.kind === 'member' && (!isMemberTld(name.tld) || looksLikeHost(name) || isPrivateHost(name));

/** A word nearby, or quotes around it. */
export const hintRules: readonly Rule<BareName>[] = [
  {
    id: 'follows a word for hosts',
    strength: 'hint',
    families: inCode,
    test: (name) => canHint(name) && (endsLikeField(name) ? namesHostPattern.test(name.before) : followsHostWord(name)),
    example: ['// the server pocket.page', 'pocket.page', 'typescript'],
    counterexample: ['// the picture pocket.page', 'pocket.page', 'typescript'],
  },
  {
    id: 'is an argument of a network call',
    strength: 'hint',
    families: inCode,
    before: '"\'`',
    test: (name) =>
      canHint(name) &&
      (networkCallPattern.test(name.before) ||
        (portArgumentPattern.test(name.after) && socketCallPattern.test(name.before))),
    example: ["fetch('pocket.page')", 'pocket.page', 'typescript'],
    counterexample: ["print('pocket.page')", 'pocket.page', 'typescript'],
  },
  {
    id: 'is followed by a port',
    strength: 'hint',
    families: inCode,
    after: ':',
    test: (name) => canHint(name) && /^:\d{2,5}\b/.test(name.after),
    example: ["x('pocket.page:8080')", 'pocket.page', 'typescript'],
    counterexample: ["x('pocket.page:a')", 'pocket.page', 'typescript'],
  },
  {
    id: 'ends with the root dot in code',
    strength: 'hint',
    families: inCode,
    after: '.',
    test: (name, family) => canHint(name) && hasRootDot(name, family),
    example: ["x('a.pocket.page.')", 'a.pocket.page', 'typescript'],
    counterexample: ["x('a.pocket.page...')", 'a.pocket.page', 'typescript'],
  },
  {
    id: 'is on a line of a hosts file',
    strength: 'hint',
    families: inCode,
    before: ' ',
    test: (name) => canHint(name) && /\.\d{1,3} +$/.test(name.before),
    example: ['192.0.2.7 build.pocket.page', 'build.pocket.page', 'shellscript'],
    counterexample: ['a 7 build.pocket.page', 'build.pocket.page', 'shellscript'],
  },
  {
    id: 'starts with a common label of hosts',
    strength: 'hint',
    families: inCode,
    test: (name) => canHint(name) && isCommonHost(name),
    example: ['// see docs.pocket.dev', 'docs.pocket.dev', 'typescript'],
    counterexample: ['// see pocket.small.dev', 'pocket.small.dev', 'typescript'],
  },
  {
    id: 'is the text of a link to it',
    strength: 'hint',
    families: inCode,
    before: '>',
    test: (name) => canHint(name) && name.before.includes(`://${name.raw}`),
    example: ['<a href="https://pocket.dev/">pocket.dev</a>', 'pocket.dev', 'html'],
    counterexample: ['<a href="https://other.dev/">pocket.dev</a>', 'pocket.dev', 'html'],
  },
  {
    id: 'is a hyphenated item of a list',
    strength: 'hint',
    families: inCode,
    before: ' .',
    test: (name) => {
      const { kind, labels, tld } = name;
      if (kind !== 'member' || labels.length < 3 || !hasHyphen(name)) return false;
      return (tld === 'dev' || !isMemberTld(tld)) && isListItem(name);
    },
    example: ['x:\n  - a-pocket.small.dev', 'a-pocket.small.dev', 'yaml'],
    counterexample: ['x:\n  - pocket.small.dev', 'pocket.small.dev', 'yaml'],
  },
  {
    id: 'is a whole string unlike a member',
    strength: 'hint',
    families: ['code'],
    test: isQuotedHost,
    example: ["x('phish.ly')", 'phish.ly', 'typescript'],
    counterexample: ["x('phish.page')", 'phish.page', 'typescript'],
  },
  {
    id: 'has a hyphen between spaces',
    strength: 'hint',
    families: ['code'],
    test: isHyphenatedInText,
    example: ['// blocks cdn-a.x.ly since May', 'cdn-a.x.ly', 'typescript'],
    counterexample: ['// blocks cdna.x.ly since May', 'cdna.x.ly', 'typescript'],
  },
  {
    id: 'is a whole string in data',
    strength: 'hint',
    families: ['data', 'markup'],
    test: isQuotedInData,
    example: ['{"x": "phish.ly"}', 'phish.ly', 'json'],
    counterexample: ['{"x": "phish.page"}', 'phish.page', 'json'],
  },
];
