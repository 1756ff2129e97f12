/** The STIX type of a threat by category, including categories of services. */
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
/** The STIX type for all other categories. */
export const otherThreat = 'infrastructure';

/** The STIX type of a threat with this category, which is untrusted text. */
export function getThreatType(category: string | undefined): string {
  const key = category?.trim().toLowerCase() ?? '';
  return Object.hasOwn(threatTypes, key) ? (threatTypes[key] ?? otherThreat) : otherThreat;
}
