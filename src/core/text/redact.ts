const shown = '…';

/**
 * Removes a key from a text for a log, a message or the detail of an error: as is, percent-encoded, JSON-escaped, and
 * whatever follows `key=` in a URL. Redact first, truncate afterwards.
 */
export function redact(text: string, key: string | undefined): string {
  let clean = text.replace(/([?&]key=)[^&#\s"'<>]*/gi, `$1${shown}`);
  if (key === undefined || key === '') return clean;
  for (const form of spellings(key)) clean = clean.split(form).join(shown);
  return clean;
}

/** The encodings of a key in a URL, a form or JSON; the longest first. */
function spellings(key: string): string[] {
  const encoded = percentEncode(key);
  const all = [
    key,
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    new URLSearchParams({ k: key }).toString().slice(2),
    JSON.stringify(key).slice(1, -1),
  ];
  return [...new Set(all)].sort((a, b) => b.length - a.length);
}

/** `encodeURIComponent` that accepts half a surrogate pair. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** Characters of a service message that are kept. */
export const maxServiceMessageLength = 300;

/** An untrusted text as one line for a log: no control characters, at most `length` characters. */
export function oneLine(text: string, length = 200): string {
  const flat = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return flat.length > length ? `${flat.slice(0, length)}${shown}` : flat;
}
