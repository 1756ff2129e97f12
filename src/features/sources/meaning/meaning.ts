import type { RiskLevel } from '../../../core/records/risk';
import type { Describing, GivenMeaning, SourceDetails } from '../../../core/records/sourceDetails';
import { riskStyle } from '../../../core/records/labels/verdict';
import { strings } from './strings';
import { t } from '../../../l10n';
import { truncateText, visibleText } from '../../../core/text/visibleText';

/** Recommended answers to the question about the type of a list. */
export const recommendedMeanings = ['high', 'unknown', 'informational'] as const;
export type RecommendedMeaning = (typeof recommendedMeanings)[number];

/** `tor-exit-nodes.lst`, `torbulkexitlist`, `exit-addresses`: addresses of Tor, which isn't malicious. */
const torPattern = /(?:^|[^a-z])tor(?:[^a-z]|bulk|exit|node)|(?:^|[^a-z])exit[ _-]?(?:address|node)/i;

/** Recommends a type: blocklists have many reasons, and Tor addresses aren't malicious. */
export function recommendedMeaning(name: string, isBlockList: boolean): RecommendedMeaning {
  if (torPattern.test(name)) return 'informational';
  return isBlockList ? 'unknown' : 'high';
}

/** The type of a list: a risk of its entries (`unknown` for none), or the kind of a list that only describes them. */
export type ListMeaning = RiskLevel | Describing;

const maxNameLength = 60;

/** Whether the answer is that the entries are only described. */
export function isDescribing(meaning: ListMeaning): meaning is Describing {
  return meaning === 'informational' || meaning === 'knownServices';
}

/** The type that a source has. */
export function getMeaning(risk: RiskLevel | undefined, details: SourceDetails): ListMeaning {
  return details.describes ?? risk ?? 'unknown';
}

/** Returns the change of a source by an answer; the source isn't asked about again. */
export function givenMeaning(meaning: ListMeaning): GivenMeaning {
  return isDescribing(meaning)
    ? { risk: 'unknown', details: { asked: true, describes: meaning } }
    : { risk: meaning, details: { asked: true, describes: null } };
}

/** An answer in a phrase, for messages and rows. */
export function meaningLabel(meaning: ListMeaning): string {
  if (isDescribing(meaning)) return strings.kind(meaning);
  return meaning === 'unknown' ? t('no risk') : riskStyle(meaning).label;
}

/** The name of a source in a message. */
export function shownName(name: string): string {
  return truncateText(visibleText(name), maxNameLength);
}
