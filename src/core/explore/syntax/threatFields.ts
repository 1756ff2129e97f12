import type { ExploreField } from './fields';
import { fieldStrings } from '../strings/reference';

/** Fields of threats themselves (api-spec: “Explore search”, type). */
export const threatFields: readonly ExploreField[] = [
  {
    name: 'name',
    kind: 'name',
    meaning: fieldStrings.name,
    example: 'name="Example Kit"',
  },
  { name: 'alias', kind: 'name', meaning: fieldStrings.alias, example: 'alias=*spider*' },
  { name: 'category', kind: 'text', meaning: fieldStrings.category, example: 'category=phishing' },
];

/** True for a field of threats themselves; `lower` in lowercase. */
export function isThreatField(lower: string): boolean {
  return lower === 'threat' || threatFields.some(({ name }) => name === lower);
}
