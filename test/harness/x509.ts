import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A certificate and its private key, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate that can sign others. */
export interface Authority extends Certificate {
  readonly name: Name;
  readonly keys: Keys;
}

export interface Name {
  readonly organization?: string;
  readonly commonName: string;
}

export interface CertificateOptions {
  readonly name: Name;
  /** Host names (`*.` for all subdomains), IPv4 addresses, and email addresses that it is for. */
  readonly names?: readonly string[];
  readonly from: Date;
  readonly until: Date;
  /** Whether it may sign others. Default: no. */
  readonly isAuthority?: boolean;
  /** The signer. Default: self-signed. */
  readonly signedBy?: Authority;
}

interface Keys {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

// The subset of DER used in certificates (X.690, RFC 5280).

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.of(tag, content.length), content]);
  const length = Buffer.from(content.length.toString(16).padStart(content.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.of(tag, 0x80 | length.length), length, content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, ...parts);
const octets = (content: Uint8Array): Buffer => der(0x04, content);
const bits = (content: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.of(unused), content);
const text = (content: string): Buffer => der(0x0c, Buffer.from(content, 'utf8'));
const yes = der(0x01, Buffer.of(0xff));

/** Encodes an integer, big-endian in two’s complement. */
const integer = (content: Uint8Array): Buffer => der(0x02, content);

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  const bytes = others.flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let rest = arc >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.of(first * 40 + second, ...bytes));
}

/** UTCTime until 2049, GeneralizedTime after that. */
function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/[-:T]|\.\d+/g, '');
  return at.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits));
}

function nameOf({ organization, commonName }: Name): Buffer {
  const part = (kind: string, value: string) => set(sequence(oid(kind), text(value)));
  return sequence(...(organization === undefined ? [] : [part('2.5.4.10', organization)]), part('2.5.4.3', commonName));
}

function alternativeName(name: string): Buffer {
  if (name.includes('@')) return der(0x81, Buffer.from(name));
  if (/^\d+(\.\d+){3}$/.test(name)) return der(0x87, Buffer.from(name.split('.').map(Number)));
  return der(0x82, Buffer.from(name));
}

const extension = (id: string, value: Uint8Array, critical = false): Buffer =>
  sequence(oid(id), ...(critical ? [yes] : []), octets(value));

const spkiOf = ({ publicKey }: Keys): Buffer => publicKey.export({ type: 'spki', format: 'der' });
const keyId = (keys: Keys): Buffer => createHash('sha1').update(spkiOf(keys)).digest();

function extensionsOf({ names = [], isAuthority = false }: CertificateOptions, keys: Keys, signer: Keys): Buffer {
  return der(
    0xa3,
    sequence(
      extension('2.5.29.14', octets(keyId(keys))),
      extension('2.5.29.35', sequence(der(0x80, keyId(signer)))),
      extension('2.5.29.19', sequence(...(isAuthority ? [yes] : [])), true),
      ...(names.length === 0 ? [] : [extension('2.5.29.17', sequence(...names.map(alternativeName)))]),
    ),
  );
}

/** Creates a key pair and a certificate for it, ECDSA on P-256. */
export function certificate(options: CertificateOptions): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = options.signedBy ?? { name: options.name, keys };
  const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ecdsaWithSha256,
    nameOf(signer.name),
    sequence(time(options.from), time(options.until)),
    nameOf(options.name),
    spkiOf(keys),
    extensionsOf(options, keys, signer.keys),
  );
  const signed = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, signer.keys.privateKey)));
  const base64 = (signed.toString('base64').match(/.{1,64}/g) ?? []).join('\n');
  return {
    name: options.name,
    keys,
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}
