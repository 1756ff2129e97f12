/**
 * Converts a host name to lowercase and punycode (UTS 46, as browsers do) without the root dot; undefined if a
 * non-ASCII name can't be encoded.
 */
export function canonicalHost(name: string): string | undefined {
  const bare = name.endsWith('.') ? name.slice(0, -1) : name;
  if (!hasWide(bare)) return bare.toLowerCase();
  try {
    const encoded = new URL(`http://${bare}/`).hostname;
    // Some code points expand to several characters, including brackets: `㈡`.
    return /^[a-z0-9._-]+$/.test(encoded) ? encoded : undefined;
  } catch {
    return undefined;
  }
}

function hasWide(name: string): boolean {
  for (let position = 0; position < name.length; position++) if (name.charCodeAt(position) > 127) return true;
  return false;
}
