import { asciiTable, isDigit, isWord } from '../../scan/characters';
import { hasPath, hasPort } from './after';
import { codeNumberRules } from './codeNumberRules';
import type { Quad } from './quad';
import { type Rule, RuleTable } from '../rule';
import { versionRules } from './versionRules';

const protocolPattern =
  /^(?:tcp|udp|icmp|icmp6|sctp|ip|ipv4|inet|http|https|tls|ssl|dns|rtp|sip|quic|host|direct)\d?$/i;

const tokenReach = 48;
const [slash, parenthesis, colon, backslash] = [47, 40, 58, 92];
const tokenMarks = asciiTable('_.+-');

/** Not `udp/192.0.2.1`, `HIER_DIRECT/192.0.0.0`, `inside/192.0.2.1(443)`, `host.example/192.0.2.1`, `/a/192.0.2.1`. */
function isProductToken(quad: Quad): boolean {
  const { text, start, end, value, reserved } = quad;
  const isNetwork = value.endsWith('.0.0');
  // More than one large number and no zero is rare in versions.
  if (!isNetwork && (reserved || (quad.first > 0 && !quad.hasLaterZero && quad.countAbove(31) > 1))) return false;
  let tokenEnd = start - 1;
  while (text.charCodeAt(tokenEnd - 1) === backslash) tokenEnd--;
  const lowest = Math.max(0, tokenEnd - tokenReach);
  let tokenStart = tokenEnd;
  while (tokenStart > lowest && isTokenCharacter(text.charCodeAt(tokenStart - 1))) tokenStart--;
  if (tokenStart === tokenEnd || text.charCodeAt(tokenStart - 1) === slash) return false;
  const token = text.slice(tokenStart, tokenEnd);
  // `host.example/192.0.2.1`, but `com.vendor.app/1.2.3.4`.
  if (protocolPattern.test(token) || (token.includes('.') && !/^(?:com|org|net)\./.test(token))) return false;
  // `HIER_DIRECT`, a code of a log.
  if (/^[A-Z]+_[A-Z_]+$/.test(token)) return false;
  if (isNetwork) return true;
  if (/^[A-Z]{4,}$/.test(token)) return false;
  const after = text.charCodeAt(end);
  return !((after === slash || after === colon || after === parenthesis) && isDigit(text.charCodeAt(end + 1)));
}

function isTokenCharacter(code: number): boolean {
  return isWord(code) || tokenMarks[code] === 1;
}

/** Rules by which the text around four numbers makes them an address. */
const contextRules: readonly Rule<Quad>[] = [
  {
    id: 'is followed by a port',
    strength: 'context',
    after: ' :(',
    test: ({ text, end }) => hasPort(text, end),
    example: ['redis 203.0.114.4:6379', '203.0.114.4'],
    counterexample: ['redis 3.0.114.4: text', '3.0.114.4'],
  },
  {
    id: 'is followed by a path',
    strength: 'context',
    after: '/',
    test: ({ text, end, keyword }) => hasPath(text, end, keyword.role === 'keyword'),
    example: ['curl 203.0.114.5/a.sh', '203.0.114.5'],
    counterexample: ['kernel 5.4.0.1/x86_64', '5.4.0.1'],
  },
  {
    id: 'follows the name of an account',
    strength: 'context',
    before: ' ',
    test: (quad) => /\buser (?!agent )[^\s"'<>()[\]]{1,64} $/.test(quad.before(72)),
    example: ['closed by user git 3.0.114.4', '3.0.114.4'],
    counterexample: ['closed by git 3.0.114.4', '3.0.114.4'],
  },
];

const productToken: Rule<Quad> = {
  id: 'follows a product and a slash',
  strength: 'form',
  before: '/',
  test: isProductToken,
  example: ['Chrome/124.0.0.0', '124.0.0.0'],
  counterexample: ['udp/203.0.114.4', '203.0.114.4'],
};

/** The rules by which four numbers are an address. Without evidence, they are. */
export const addressTable = new RuleTable<Quad>(
  [...contextRules, productToken, ...versionRules, ...codeNumberRules],
  () => true,
);
