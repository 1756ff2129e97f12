/** A URL as it is shown: the password of its sign-in is dots, so that no screen or picture gives it away. */
export function omitPassword(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#\\:]*):[^/?#\\]+@/i, '$1:•••@');
}
