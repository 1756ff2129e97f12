const shown = '…';

/**
 * Takes a key out of a text that goes to a log, a message or a trouble's detail: as it is, percent-encoded, as JSON
 * escapes it, and whatever stands behind `key=` in an address. Redact first, shorten afterwards.
 */
export function redact(text: string, key: string | undefined): string {
  let clean = text.replace(/([?&]key=)[^&#\s"'<>]*/gi, `$1${shown}`);
  if (key === undefined || key === '') return clean;
  for (const form of spellings(key)) clean = clean.split(form).join(shown);
  return clean;
}

/** The ways in which a key is written into an address, a form or a JSON text; the longest first. */
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

/** `encodeURIComponent` that survives half a surrogate pair. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** So much of a service's own sentence is kept. */
export const maxServiceMessageLength = 300;

/** A foreign text as one line for a log: no control characters, at most `length` characters. */
export function oneLine(text: string, length = 200): string {
  const flat = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return flat.length > length ? `${flat.slice(0, length)}${shown}` : flat;
}
