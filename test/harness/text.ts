/** A text as a regular expression that means it letter by letter. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** VS Code renders spaces as no-break spaces. */
export function normalizeSpaces(text: string): string {
  return text.replace(/\u00a0/g, ' ').trim();
}
