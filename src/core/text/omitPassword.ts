/** A URL for display, with its password as dots. */
export function omitPassword(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#\\:]*):[^/?#\\]+@/i, '$1:•••@');
}
