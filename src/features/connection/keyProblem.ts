const maxLength = 4096;

/** Why a text can't be a key, as one sentence; nothing where it can. Blanks round it don't matter. */
export function keyProblem(text: string): string | undefined {
  const key = text.trim();
  if (key.length > maxLength) return 'This is longer than a key can be.';
  if (/\s/.test(key)) return 'A key holds no blanks and no line breaks.';
  if (/[^\x21-\x7e]/.test(key)) return 'A key holds plain letters, digits and signs only.';
  if (/^https?:\/\//i.test(key)) return 'This is an address; here the key is asked for.';
  return undefined;
}
