import type { ExploreField } from './fields';
import { t } from '../../../l10n';

/** Fields of threats themselves (api-spec: “Explore search”, type). */
export const threatFields: readonly ExploreField[] = [
  {
    name: 'name',
    kind: 'name',
    meaning: () => t('The name or an alias of the threat.'),
    example: 'name="Example Kit"',
  },
  { name: 'alias', kind: 'name', meaning: () => t('An alias of the threat.'), example: 'alias=*spider*' },
  { name: 'category', kind: 'text', meaning: () => t('The category of the threat.'), example: 'category=phishing' },
];

/** True for a field of threats themselves; `lower` in lowercase. */
export function isThreatField(lower: string): boolean {
  return lower === 'threat' || threatFields.some(({ name }) => name === lower);
}
