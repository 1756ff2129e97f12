import type { BareName } from './bareName';
import { isMemberTld } from './tldKinds';

const LANGUAGE_WORD =
  /^(?:lang|langs|languages?|locales?|i18n|l10n|translations?|messages|strings|texts|labels|countries)$/;
const TEXT_CALL = /\b(?:t|tr|trans|translate|i18n|__|theme|config)\(\s*["'`]$/;

/** `accessClass.sun.net`: what programs call so. */
export function isCamelCase({ raw, tld }: BareName): boolean {
  return tld !== 'com' && /(?:^|\.)[a-z]+[A-Z]/.test(raw);
}

/** `<section id="method.lt">`. */
export function isIdentifier({ before }: BareName): boolean {
  return isQuote(before.charAt(before.length - 1)) && /\b(?:id|for)=\\?["']$/.test(before);
}

/** `lang.de`, `t('menu.fr')`: the key of a text, with the code of a language. */
export function isLanguageKey({ labels, tld, before }: BareName): boolean {
  return tld.length === 2 && (LANGUAGE_WORD.test(labels.at(-2) ?? '') || TEXT_CALL.test(before));
}

/** `data.aws_ami.base.id`, `local.common.name`: what configuration refers to. */
export function isReference({ before, labels, tld }: BareName): boolean {
  if (isQuote(before.charAt(before.length - 1)) || before.endsWith('.')) return false;
  if (labels.some((label) => /[a-z\d]_/.test(label))) return true;
  return /^(?:var|local|module|data|each)$/.test(labels[0] ?? '') && /^(?:id|name|host|email|zone|link)$/.test(tld);
}

/** `<property name="cache.host">`; `pip._vendor.email`, a module that is private. */
export function isPropertyName({ before, labels, tld }: BareName): boolean {
  if (labels.slice(1, -1).some((label) => /^_(?!domainkey|tcp|udp|msdcs|sites)/.test(label))) return true;
  return isMemberTld(tld) && /\b(?:name|key|id)=["']$/.test(before);
}

/** `auth.providers.google`: an ending that is the name of a company or its product, of which a program has a module. */
export function isBrandModule(name: BareName): boolean {
  const { labels, tld } = name;
  if (labels.length < 3) return false;
  const isBrand =
    /^(?:google|amazon|apple|microsoft|azure|windows|oracle|android|youtube|gmail|netflix|aws|office)$/.test(tld);
  return isBrand && !looksLikeHost(name);
}

/** `<p v-if="user.is.live" :src="item.page">`: an expression. */
export function isBoundAttribute({ before }: BareName): boolean {
  return isQuote(before.charAt(before.length - 1)) && /\s(?:v-|:|@|#|\*ng|x-|\[|\()[\w:.\])-]{1,40}=["']$/.test(before);
}

/** A quote that opens or closes a string. */
export function isQuote(character: string): boolean {
  return character === '"' || character === "'" || character === '`';
}

/** Members of programs hold no hyphens, and seldom digits. */
export function looksLikeHost({ labels }: BareName): boolean {
  return labels.slice(0, -1).some((label) => /[-\d]/.test(label));
}
