/**
 * A host name in lower case, internationalised labels as punycode (UTS 46, as browsers do it), without the root dot;
 * undefined where a non-ASCII name cannot be encoded.
 */
export function canonicalHost(name: string): string | undefined {
  const bare = name.endsWith('.') ? name.slice(0, -1) : name;
  if (!hasWide(bare)) return bare.toLowerCase();
  try {
    return new URL(`http://${bare}/`).hostname;
  } catch {
    return undefined;
  }
}

function hasWide(name: string): boolean {
  for (let position = 0; position < name.length; position++) if (name.charCodeAt(position) > 127) return true;
  return false;
}
