import { type ExploreField } from './fields';

/** What a search for threats asks of a threat itself (api-spec: “Explore search”, type). */
export const threatFields: readonly ExploreField[] = [
  {
    name: 'name',
    kind: 'name',
    meaning: 'The name of a threat, or another name of it.',
    example: 'name="Example Kit"',
  },
  { name: 'alias', kind: 'name', meaning: 'Another name of a threat.', example: 'alias=*spider*' },
  { name: 'category', kind: 'text', meaning: 'What kind of threat it is.', example: 'category=phishing' },
];

/** True for a name, in small letters, that is asked of a threat itself. */
export function isThreatField(lower: string): boolean {
  return lower === 'threat' || threatFields.some(({ name }) => name === lower);
}
