/** A text as a regular expression that means it letter by letter. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** VS Code renders spaces as no-break spaces. */
export function plain(text: string): string {
  return text.replace(/\u00a0/g, ' ').trim();
}
