import { type RiskLevel, riskRank } from './risk';

/**
 * Meanings of entries of a list: `threats` in the opinion of the publisher, `blocklist` by anyone for any reason,
 * `informational` (Tor, a scanner), `knownServices` (whose it is: a cloud, a resolver), or a `location` (country and
 * network).
 */
export const listKinds = ['threats', 'blocklist', 'informational', 'knownServices', 'location'] as const;
export type ListKind = (typeof listKinds)[number];

/** Categories of indicators by purpose; each has a name in the user's language. */
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

/** A list's description of an indicator, apart from its risk. It never means that the indicator is safe. */
export interface Context {
  readonly kind: Exclude<ListKind, 'threats'>;
  readonly category: ContextCategory;
  /** In the words of the list: “AWS eu-west-1 · EC2”. Empty for a location, which is among the properties. */
  readonly label: string;
  /** It is about all subdomains of a name as well. */
  readonly below?: boolean;
}

/** A description with the name of its list. */
export interface NamedContext extends Context {
  readonly source: string;
}

/** Whether a list only describes an indicator, so that its default risk doesn't apply: “Tor exit”, “AWS”, “Germany”. */
export function isDescriptive({ contexts }: { readonly contexts?: readonly Context[] }): boolean {
  return contexts !== undefined && contexts.some(({ kind }) => kind !== 'blocklist');
}

/** Whether a statement only describes an indicator, so that being listed isn't a reason for a risk. */
export function isDescriptionOnly(record: {
  readonly risk: RiskLevel;
  readonly contexts?: readonly Context[];
}): boolean {
  return isDescriptive(record) && riskRank(record.risk) <= riskRank('none');
}

/** Categories whose ID isn't a word; other programs rely on these terms. */
const terms: Readonly<Partial<Record<ContextCategory, string>>> = {
  dynamicDns: 'dynamic DNS',
  anyContent: 'user-generated content',
  blockList: 'blocklist',
};

/** Descriptions of an indicator for other programs: “cloud: AWS”. Without locations. */
export function contextTerms(contexts: readonly Context[] = []): readonly string[] {
  const all = contexts.flatMap(({ kind, category, label }) => {
    const term = terms[category] ?? category;
    return kind === 'location' ? [] : [label === '' ? term : `${term}: ${label}`];
  });
  return [...new Set(all)];
}
