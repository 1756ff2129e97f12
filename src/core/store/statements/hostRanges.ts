/** The ranges of keys of URLs on a host, given by its `lookupKey`, with any of the schemes and any port: from, to. */
export function hostRanges(host: string): readonly (readonly [string, string])[] {
  const name = host.includes(':') ? `[${host}]` : host;
  return ['http', 'https', 'ftp'].flatMap((scheme) => [
    // Anything may follow the slash or colon; `0` and `;` are the next characters.
    [`${scheme}://${name}/`, `${scheme}://${name}0`] as const,
    [`${scheme}://${name}:`, `${scheme}://${name};`] as const,
  ]);
}
