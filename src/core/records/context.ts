/**
 * What an entry of a list means: `malicious` in the opinion of the publisher, `blocked` by somebody for any reason,
 * `informational` (Tor, a scanner), `harmless` (whose it is: a cloud, a resolver), or a `location` (country and network).
 */
export const listKinds = ['malicious', 'blocked', 'informational', 'harmless', 'location'] as const;
export type ListKind = (typeof listKinds)[number];

/** What something is, by purpose; each has a name in the user's language. */
export const contextCategories = [
  'cloud',
  'cdn',
  'resolver',
  'crawler',
  'scanner',
  'sinkhole',
  'tor',
  'vpn',
  'proxy',
  'certificates',
  'shortener',
  'dynamicDns',
  'parking',
  'anyContent',
  'popular',
  'vendor',
  'mail',
  'security',
  'blockList',
  'other',
] as const;
export type ContextCategory = (typeof contextCategories)[number];

/** What a list says that an indicator is, apart from its risk. It never says that something is safe. */
export interface Context {
  readonly kind: Exclude<ListKind, 'malicious'>;
  readonly category: ContextCategory;
  /** In the words of the list: “AWS eu-west-1 · EC2”. Empty for a location, which is among the properties. */
  readonly label: string;
  /** It is about all names below a name as well. */
  readonly below?: boolean;
}

/** What a list says that an indicator is, with the name of the list. */
export interface NamedContext extends Context {
  readonly source: string;
}

/** Whether a list only describes an indicator, so that its default risk doesn't apply: “Tor exit”, “AWS”, “Germany”. */
export function isDescriptive({ contexts }: { readonly contexts?: readonly Context[] }): boolean {
  return contexts !== undefined && contexts.some(({ kind }) => kind !== 'blocked');
}

/** What lists say that an indicator is, for other programs: “cloud: AWS”. Without locations. */
export function contextTerms(contexts: readonly Context[] = []): readonly string[] {
  const terms = contexts.flatMap(({ kind, category, label }) =>
    kind === 'location' ? [] : [label === '' ? category : `${category}: ${label}`],
  );
  return [...new Set(terms)];
}
