/** Escapes a text for use in a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** VS Code renders spaces as no-break spaces. */
export function normalizeSpaces(text: string): string {
  return text.replace(/\u00a0/g, ' ').trim();
}
