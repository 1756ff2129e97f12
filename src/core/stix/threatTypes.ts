/** What a threat of a category is written as; those of services are in the list, too. */
export const threatTypes: Readonly<Record<string, string>> = {
  malware: 'malware',
  botnet: 'malware',
  exploitkit: 'malware',
  pup: 'malware',
  group: 'threat-actor',
  apt: 'intrusion-set',
  attack: 'campaign',
  tool: 'tool',
};
/** What a threat of any other category is written as. */
export const otherThreat = 'infrastructure';

/** The type of STIX of a threat of this category, which is foreign text. */
export function threatTypeOf(category: string | undefined): string {
  const key = category?.trim().toLowerCase() ?? '';
  return Object.hasOwn(threatTypes, key) ? (threatTypes[key] ?? otherThreat) : otherThreat;
}
