/**
 * Defangs an indicator so that nothing links it: dots of the host become `[.]`, the scheme hxxp or hxxps (ftp becomes
 * fxp), colons of an IPv6 address `[:]`. Path, query, fragment, and user information are unchanged. `refang` reverses
 * it.
 */
export function defang(value: string): string {
  const url = /^(https?|ftp):([\\/]+)([^\\/?#]*)/i.exec(value);
  if (url === null) return defangHost(value);
  const [whole, scheme = '', slashes = '', authority = ''] = url;
  const at = authority.lastIndexOf('@') + 1;
  return `${scheme.replace(/t/gi, 'x')}:${slashes}${authority.slice(0, at)}${defangHost(authority.slice(at))}${value.slice(whole.length)}`;
}

function defangHost(host: string): string {
  const address = /^\[([^\]]*)\](.*)$/s.exec(host);
  if (address !== null) return `[${defangColons(address[1] ?? '')}]${address[2] ?? ''}`;
  return /^[0-9a-f]*:[0-9a-f:.]*$/i.test(host) && host.split(':').length > 2
    ? defangColons(host)
    : host.replaceAll('.', '[.]');
}

function defangColons(address: string): string {
  return address.replaceAll(':', '[:]').replaceAll('.', '[.]');
}
