import { placeLabel } from '../../core/context/places';
import { uniqueCredits } from '../../core/records/labels/credit';
import type { LookupResult } from '../../core/lookups/types';
import { formatDate, t } from '../../l10n';
import type { Line } from '../shared/text/safeMarkdown';
import { truncateText } from '../shared/text/visibleText';
import { label } from './knowledgeLines';

/** Where the address is: “Kassel, Germany · AS64500 · Example Hosting”, with the sources in the tooltip. */
export function locationLine({ place }: Pick<LookupResult, 'place'>): Line | undefined {
  if (place === undefined) return undefined;
  const sources = place.sources.map(({ name, asOf }) => t('{0}, as of {1}', truncateText(name, 80), formatDate(asOf)));
  const credits = uniqueCredits(place.sources).map((line) => truncateText(line, 200));
  return [
    ...label(t('Location')),
    { kind: 'text', text: placeLabel(place), title: [...sources, ...credits].join(' · ') },
  ];
}
