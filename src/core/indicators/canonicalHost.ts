/**
 * A host name in lower case, internationalised labels as punycode (UTS 46, as browsers do it), without the root dot;
 * undefined where a non-ASCII name cannot be encoded.
 */
export function canonicalHost(name: string): string | undefined {
  const bare = name.endsWith('.') ? name.slice(0, -1) : name;
  if (!hasWide(bare)) return bare.toLowerCase();
  try {
    const encoded = new URL(`http://${bare}/`).hostname;
    // Some characters of one code point stand for several, brackets among them: `㈡`.
    return /^[a-z0-9._-]+$/.test(encoded) ? encoded : undefined;
  } catch {
    return undefined;
  }
}

function hasWide(name: string): boolean {
  for (let position = 0; position < name.length; position++) if (name.charCodeAt(position) > 127) return true;
  return false;
}
