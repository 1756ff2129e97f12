import { t } from '../../../l10n';
import { truncateText } from '../../text/visibleText';
import type { Context, ContextCategory } from '../context';

const categories: Readonly<Record<ContextCategory, () => string>> = {
  cloud: () => t('Cloud'),
  cdn: () => t('CDN'),
  resolver: () => t('Public DNS resolver'),
  crawler: () => t('Web crawler'),
  scanner: () => t('Internet scanner'),
  sinkhole: () => t('Sinkhole'),
  tor: () => t('Tor'),
  vpn: () => t('VPN'),
  proxy: () => t('Proxy'),
  certificates: () => t('Certificate status'),
  shortener: () => t('URL shortener'),
  dynamicDns: () => t('Dynamic DNS'),
  parking: () => t('Domain parking'),
  anyContent: () => t('User-generated content'),
  popular: () => t('Popular'),
  vendor: () => t('Known service'),
  mail: () => t('Mail server'),
  security: () => t('Security'),
  blockList: () => t('Blocklist'),
  other: () => t('Listed'),
};

/** Consequences of a category that a reader may not know. */
const notes: Readonly<Partial<Record<ContextCategory, () => string>>> = {
  sinkhole: () => t('A machine that contacts it may be infected.'),
  anyContent: () => t('Anyone can publish there.'),
  shortener: () => t('Anyone can create links there.'),
  dynamicDns: () => t('Anyone can register names there.'),
};

/** The name of a category. */
export function contextCategory(category: ContextCategory): string {
  return categories[category]();
}

/** A hint about indicators of a category; undefined if there is nothing to add. */
export function contextNote(category: ContextCategory): string | undefined {
  return notes[category]?.();
}

/** A statement in a few words: “Cloud · AWS”. The label is as its list has it, and not escaped. */
export function contextLabel({ category, label }: Context): string {
  const name = contextCategory(category);
  const text = label.trim();
  return text === '' || text.toLowerCase() === name.toLowerCase() ? name : `${name} · ${text}`;
}

const [maxTexts, maxLength] = [4, 90];

/** The first statements in a few words, for a cell of a table. */
export function contextTexts(contexts: readonly Context[] = []): readonly string[] {
  return contexts.slice(0, maxTexts).map((each) => truncateText(contextLabel(each), maxLength));
}
