import { riskLevels } from '../records/risk';

/** A searchable field that the specification names (api-spec: “Explore search”). */
export interface ExploreField {
  readonly name: string;
  /** One sentence for completion and hover help. */
  readonly meaning: string;
  /** Where only these values make sense. */
  readonly values?: readonly string[];
}

/** The documented fields, in the specification's order. Further names (keys of properties) are searchable, too. */
export const exploreFields: readonly ExploreField[] = [
  { name: 'ioc', meaning: 'The indicator itself: a domain, an IP address or a URL.' },
  { name: 'type', meaning: 'What kind of indicator it is.', values: ['domain', 'ip', 'url'] },
  { name: 'risk', meaning: 'Its risk level.', values: [...riskLevels, 'retired'] },
  { name: 'threat', meaning: 'Name of a threat that it is linked to.' },
  { name: 'feed', meaning: 'Name of a feed that lists it.' },
  { name: 'seen', meaning: 'When it was last reported or seen.' },
  { name: 'added', meaning: 'When it was first added.' },
  { name: 'updated', meaning: 'When its record was last updated.' },
  { name: 'retired', meaning: 'Whether it is retired.', values: ['0', '1'] },
  { name: 'port', meaning: 'A port that is open on it.' },
  { name: 'protocol', meaning: 'A protocol that it speaks.' },
  { name: 'technology', meaning: 'Software or hardware that it runs.' },
];

/** The documented field of this name, in any letter case. */
export function exploreField(name: string): ExploreField | undefined {
  const lower = name.toLowerCase();
  return exploreFields.find((field) => field.name === lower);
}
