import { type EntryWriter, loggedUrls, plainAddress, plainName } from './entry';

/** The columns of every file; their names are separated by tabs. */
export const zeekHead = ['#fields', 'indicator', 'indicator_type', 'meta.source', 'meta.desc', 'meta.url'].join('\t');

/** A row of the intelligence framework. Names match exactly, and URLs have no scheme. */
export const zeekLines: EntryWriter = ({ indicator, risk }) => {
  const row = (value: string, type: string): readonly string[] => [
    [value, `Intel::${type}`, 'Threat Lookups', `${risk} risk`, '-'].join('\t'),
  ];
  const address = plainAddress(indicator);
  if (address !== undefined) return row(address, 'ADDR');
  const name = plainName(indicator);
  if (name !== undefined) return row(name, 'DOMAIN');
  return (
    loggedUrls(indicator)
      .map((url) => url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''))
      // A row can't start like a comment, and Zeek reads backslashes as escapes.
      .filter((url) => /^[a-z0-9[]/i.test(url))
      .flatMap((url) => row(url.replaceAll('\\', '\\x5c'), 'URL'))
  );
};
