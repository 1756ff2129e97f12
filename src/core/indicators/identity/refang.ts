const dotPattern =
  /\s?[[({<]\s?(?:\.|dot)\s?[\])}>]\s?|\[\.(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])\.\]|(?<!\\)\\+\.|[\uff0e\u3002\uff61\u2024]/giu;
const spelledDotPattern = /(?<=[\p{L}\p{N}]) dot (?=[\p{L}\p{N}])/giu;
const schemePattern = /^(h[tx*_]{1,3}p{1,2}|h[tx0]{2}p|hhtt?p|[tx]{2}p|meow|f[tx*]p)(s|5|\[s\]|\(s\))?(?=\s?[[(]?:)/i;
const bracketedSchemePattern = /^[[(](h(?:tt|xx|\*\*)ps?)[\])](?=:)/i;
/** As many slashes as browsers accept before the host of a URL, and a space after a defanged scheme. */
const slashesPattern = /^(https?|ftp):[\\/]+\s?(?=[\p{L}\p{N}[(])/iu;
const separatorPattern =
  /^([a-z][a-z0-9+.-]*)(?::(?:\/|\\+\/){2}|[[(]:[\])]\s?(?:\/|\\+\/){2}|(?::[[(]|[[(]:)(?:\/|\\+\/){2}[\])])/i;
const invisiblePattern = /[\u200b-\u200d\u2060\ufeff\u00ad]/g;

/** Text that can't be defanged: almost all values in large files. */
const plainPattern =
  /^(?:https?:\/\/)?[A-Za-z0-9._~/?=&%-]*$|^[0-9A-Fa-f:]+$|^https?:\/\/[A-Za-z0-9._~-]+(?::\d{1,5})?(?:[/?][\w.~/?=&%:+,;!@$*()-]*)?$/;

/**
 * Refangs one indicator: `hxxps[:]//evil[.]example/x` → `https://evil.example/x`. All common spellings of dot, colon,
 * at sign, and scheme are reversed in the scheme and host; in the path only `[.]`. Other text is unchanged.
 */
export function refang(text: string): string {
  if (plainPattern.test(text)) return text;
  const visible = text.replace(invisiblePattern, '');
  const named = visible
    .replace(bracketedSchemePattern, '$1')
    .replace(schemePattern, (_, word: string, secure: string | undefined) => {
      if (/^f/i.test(word)) return 'ftp';
      return secure === undefined ? 'http' : 'https';
    });
  const separated = named.replace(separatorPattern, '$1://');
  const opened = named === visible ? separated : separated.replace(slashesPattern, '$1://');
  const separator = opened.indexOf('://');
  const hostStart = separator === -1 ? 0 : separator + 3;
  const hostLength = hostEnd(opened.slice(hostStart));
  const authority = opened.slice(hostStart, hostStart + hostLength);
  const userinfo = separator === -1 ? '' : (/^.*(?:@(?!\])|\[@\])/s.exec(authority)?.[0] ?? '');
  const host = authority.slice(userinfo.length);
  const rest = opened.slice(hostStart + hostLength);
  return (
    opened.slice(0, hostStart) +
    userinfo.replace(/\[@\]$/, '@') +
    refangHost(host) +
    rest.replaceAll('[.]', '.').replace(/^\[\/\]/, '/')
  );
}

/** The end of the authority: at a slash (possibly `[/]`), `?`, or `#`. */
function hostEnd(text: string): number {
  const end = text.search(/\[\/\]|[/?#]/);
  return end === -1 ? text.length : end;
}

function refangHost(host: string): string {
  return host
    .replace(/\[:\]/g, ':')
    .replace(/(?<=[0-9a-f])\[::\]|\[::\](?=[0-9a-f])/gi, '::')
    .replace(/\s?[[({](?:@|at)[\])}]\s?/gi, '@')
    .replace(dotPattern, '.')
    .replace(spelledDotPattern, '.');
}
