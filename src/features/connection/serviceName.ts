/** A base URL as a name: host, port and path prefix, with the scheme only where it is not https. */
export function serviceName(address: string): string {
  return address.replace(/^https:\/\//, '');
}
