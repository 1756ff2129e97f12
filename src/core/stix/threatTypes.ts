/** What a threat of a category is written as. */
export const threatTypes: Readonly<Record<string, string>> = {
  malware: 'malware',
  group: 'threat-actor',
  apt: 'intrusion-set',
  attack: 'campaign',
};
/** What a threat of any other category is written as. */
export const otherThreat = 'infrastructure';
