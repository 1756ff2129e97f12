import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { UtcMillis } from '../../../core/records/record';
import { canonicalAddress } from '../../../core/indicators/identity/addresses';
import { deadline } from '../reach/deadline';
import { plainText } from '../reach/plainText';
import type { Reach } from '../reach/egressGuard';
import { getCode } from '../reach/reason';
import { startTls } from '../reach/tls';

/** The certificate of a host, and its problems. */
export interface Certificate {
  /** The common name; otherwise the full name. */
  readonly subject: string;
  readonly organizations: readonly string[];
  /** Common name and organization of the issuer. */
  readonly issuer: readonly string[];
  /** Host names, IP addresses, and email addresses that it is valid for. */
  readonly names: readonly string[];
  readonly addresses: readonly string[];
  readonly emails: readonly string[];
  readonly validFrom: UtcMillis;
  readonly expires: UtcMillis;
  /** SHA-256, hexadecimal with colons. */
  readonly fingerprint: string;
  /** The negotiated version of TLS: `TLSv1.3`. */
  readonly version: string;
  readonly selfSigned: boolean;
  readonly mismatched: boolean;
  readonly expired: boolean;
  readonly trusted: boolean;
  /** Trusted, for this host, and not expired. */
  readonly valid: boolean;
}

/** Names read of one certificate. */
const maxNames = 200;

/**
 * Connects, reads the certificate even if it isn't valid, and disconnects. Rejects where there is no TLS, or where the
 * host is blocked.
 */
export async function inspectCertificate(
  host: string,
  port: number,
  { environment, egress, signal }: Reach,
): Promise<Certificate> {
  const limit = deadline(signal, environment.limits.certificateMillis);
  const socket = await egress.connect(host, port, limit);
  const secured = await startTls(socket, { host, verify: false, trust: environment.trust, signal: limit });
  try {
    const certificate = secured.getPeerX509Certificate();
    if (certificate === undefined) throw new Error('no certificate');
    return read(certificate, secured, host, environment.now());
  } finally {
    secured.destroy();
    socket.destroy();
  }
}

function chainProblem(error: unknown): string {
  return typeof error === 'string' ? error : (getCode(error) ?? 'unknown');
}

function read(certificate: X509Certificate, secured: TLSSocket, host: string, now: UtcMillis): Certificate {
  const problem = secured.authorized ? undefined : chainProblem(secured.authorizationError);
  const subject = nameParts(certificate.subject);
  const issuer = nameParts(certificate.issuer);
  const alternatives = alternativeNames(certificate.subjectAltName ?? '');
  const named = (kind: string): readonly string[] =>
    alternatives.filter(([of]) => of === kind).map(([, value]) => value);
  const validFrom = Date.parse(certificate.validFrom);
  const expires = Date.parse(certificate.validTo);
  const isAddress = canonicalAddress(host) !== undefined;
  const mismatched = (isAddress ? certificate.checkIP(host) : certificate.checkHost(host)) === undefined;
  const expired = expires < now;
  // Expiration is reported separately from the chain.
  const trusted = problem === undefined || problem === 'CERT_HAS_EXPIRED';
  return {
    subject: subject('CN')[0] ?? plainText(certificate.subject.replaceAll('\n', ', '), 300),
    organizations: subject('O'),
    issuer: [...issuer('CN'), ...issuer('O')],
    names: named('DNS'),
    addresses: named('IP Address').map((address) => canonicalAddress(address) ?? address),
    emails: [...named('email'), ...subject('emailAddress')],
    validFrom,
    expires,
    fingerprint: certificate.fingerprint256,
    version: secured.getProtocol() ?? 'unknown',
    selfSigned: isSelfSigned(certificate),
    mismatched,
    expired,
    trusted,
    valid: problem === undefined && !mismatched && !expired && validFrom <= now,
  };
}

function isSelfSigned(certificate: X509Certificate): boolean {
  if (certificate.subject !== certificate.issuer) return false;
  try {
    return certificate.verify(certificate.publicKey);
  } catch {
    // An unknown kind of key: only the names can be compared.
    return true;
  }
}

/** The values of each part of a distinguished name, which Node writes with one part (`CN=…`) per line. */
function nameParts(name: string): (part: string) => readonly string[] {
  const parts = name.split('\n', 50).flatMap((line) => {
    const equals = line.indexOf('=');
    const value = plainText(line.slice(equals + 1), 300);
    return equals > 0 && value !== '' ? [{ part: line.slice(0, equals), value }] : [];
  });
  return (part) => parts.filter((each) => each.part === part).map(({ value }) => value);
}

/** Parses alternative names as Node writes them: `DNS:a, IP Address:b`, special values as JSON strings. */
function alternativeNames(text: string): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  for (const match of text.slice(0, 64 * 1024).matchAll(/(?:^|, )([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^,]*)/g)) {
    const value = plainText(unquoted(match[2] ?? ''), 300);
    if (value !== '') found.push([match[1] ?? '', value]);
    if (found.length === maxNames) break;
  }
  return found;
}

function unquoted(value: string): string {
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}
