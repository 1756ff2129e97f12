/** Escapes a text for use in a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** VS Code renders spaces as no-break spaces. */
export function normalizeSpaces(text: string): string {
  return text.replace(/\u00a0/g, ' ').trim();
}

/** Matches a text of the interface as the page shows it: without its theme icons. */
export function pattern(text: string): RegExp {
  return new RegExp(escapeRegExp(normalizeSpaces(text.replace(/\$\([^)]*\)/g, '')).trim()));
}
