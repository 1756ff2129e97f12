/** A base URL as a name: host, port, and path prefix, with the scheme only if it isn't https. */
export function serviceName(address: string): string {
  return address.replace(/^https:\/\//, '');
}
