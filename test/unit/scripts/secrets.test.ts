import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';

/** Generated or fetched, never committed. */
const skipped = new Set(['.git', '.cache', 'dist', 'node_modules', 'out']);

/** Patterns of secrets by kind. */
const secrets: Readonly<Record<string, RegExp>> = {
  'a private key (PEM)': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  // PKCS #8 and PKCS #1 in DER start with a sequence and version 0.
  'a private key (base64)': /\bMI(?:G[A-Za-z0-9+/]{1,2}|I[A-Za-z0-9+/]{3})(?:AgEA|IBAD|CAQA)[A-Za-z0-9+/]{40}/,
  'a GitHub token': /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{22})/,
  'a GitLab token': /\bglpat-[\w-]{20}/,
  'an npm token': /\bnpm_[A-Za-z0-9]{36}\b/,
  'an AWS key': /\bA(?:KIA|SIA)[0-9A-Z]{16}\b/,
  'a Google key': /\bAIza[\w-]{35}/,
  'a Slack token': /\bxox[abeoprs]-[\w-]{10}/,
  'a JSON Web Token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10}/,
};

const keyFile = /\.(?:pem|key|p12|pfx|jks|keystore)$|^(?:id_(?:rsa|dsa|ecdsa|ed25519)|\.env(?:\..+)?|\.netrc)$/i;

/** The kinds of secrets in a text. */
function secretsIn(text: string): readonly string[] {
  return Object.entries(secrets).flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []));
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesOf(path);
    return entry.isFile() ? [path] : [];
  });
}

describe('Repository', () => {
  it('contains no private key, token, or key file', () => {
    const files = filesOf(root);
    assert.ok(files.length > 500, `only ${files.length} files were looked at`);
    const found = files.flatMap((file) => {
      const name = relative(root, file);
      const isKeyFile = keyFile.test(file.split(/[/\\]/).at(-1) ?? '');
      return [...(isKeyFile ? ['a key file'] : []), ...secretsIn(readFileSync(file, 'latin1'))].map(
        (what) => `${name}: ${what}`,
      );
    });
    assert.deepEqual(found, []);
  });

  it('has a check that detects private keys of every kind and format', () => {
    const pairs = [
      generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      generateKeyPairSync('ec', { namedCurve: 'P-384' }),
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ];
    for (const { privateKey } of pairs) {
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      assert.ok(secretsIn(`key: ${pem}`).includes('a private key (PEM)'));
      const base64 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
      assert.deepEqual(secretsIn(`key: '${base64}'`), ['a private key (base64)']);
    }
    assert.deepEqual(
      secretsIn(pairs.map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' })).join()),
      [],
    );
  });
});
