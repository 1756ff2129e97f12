import type { BareName } from './bareName';
import { isMemberTld } from './tldKinds';

const languageWordPattern =
  /^(?:lang|langs|languages?|locales?|i18n|l10n|translations?|messages|strings|texts|labels|countries)$/;
const textCallPattern = /\b(?:t|tr|trans|translate|i18n|__|theme|config)\(\s*["'`]$/;

/** `accessClass.sun.net`: an identifier in code. */
export function isCamelCase({ raw, tld }: BareName): boolean {
  return tld !== 'com' && /(?:^|\.)[a-z]+[A-Z]/.test(raw);
}

/** `<section id="method.lt">`. */
export function isIdentifier({ before }: BareName): boolean {
  return isQuote(before.charAt(before.length - 1)) && /\b(?:id|for)=\\?["']$/.test(before);
}

/** `lang.de`, `t('menu.fr')`: a translation key with a language code. */
export function isLanguageKey({ labels, tld, before }: BareName): boolean {
  return tld.length === 2 && (languageWordPattern.test(labels.at(-2) ?? '') || textCallPattern.test(before));
}

/** `data.aws_ami.base.id`, `local.common.name`: a reference in configuration. */
export function isReference({ before, labels, tld }: BareName): boolean {
  if (isQuote(before.charAt(before.length - 1)) || before.endsWith('.')) return false;
  if (labels.some((label) => /[a-z\d]_/.test(label))) return true;
  return /^(?:var|local|module|data|each)$/.test(labels[0] ?? '') && /^(?:id|name|host|email|zone|link)$/.test(tld);
}

/** `<property name="cache.host">`; `pip._vendor.email`, a private module. */
export function isPropertyName({ before, labels, tld }: BareName): boolean {
  if (labels.slice(1, -1).some((label) => /^_(?!domainkey|tcp|udp|msdcs|sites)/.test(label))) return true;
  return isMemberTld(tld) && /\b(?:name|key|id)=["']$/.test(before);
}

/** `auth.providers.google`: the TLD of a brand that is also a common module name. */
export function isBrandModule(name: BareName): boolean {
  const { labels, tld } = name;
  if (labels.length < 3) return false;
  const isBrand =
    /^(?:google|amazon|apple|microsoft|azure|windows|oracle|android|youtube|gmail|netflix|aws|office)$/.test(tld);
  return isBrand && !looksLikeHost(name);
}

/** `<p v-if="user.is.live" :src="item.page">`: a bound expression. */
export function isBoundAttribute({ before }: BareName): boolean {
  return isQuote(before.charAt(before.length - 1)) && /\s(?:v-|:|@|#|\*ng|x-|\[|\()[\w:.\])-]{1,40}=["']$/.test(before);
}

/** Whether the character is a quote. */
export function isQuote(character: string): boolean {
  return character === '"' || character === "'" || character === '`';
}

/** Members in code have no hyphens and rarely digits. */
export function looksLikeHost({ labels }: BareName): boolean {
  return labels.slice(0, -1).some((label) => /[-\d]/.test(label));
}
