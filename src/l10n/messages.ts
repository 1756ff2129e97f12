import { currentLocale } from './locale';
import { formatNumber } from './numbers';

/** An object without string keys, to detect records whose keys aren't literals. */
type NoKeys = { readonly [none]?: never };
declare const none: unique symbol;

/** A string literal: `never` for `string` and for patterns such as `a${string}`. */
export type Literal<T extends string> = T extends unknown ? (NoKeys extends Record<T, unknown> ? never : T) : never;

/** The value of a placeholder. Numbers are formatted. */
export type MessageArgument = string | number;

/** The English forms of a message with a count, which is `{0}`. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

/**
 * A text in the display language: `t('Remove {0}?', title)`. The message is the key of the translation, and must be a
 * literal because bundles are checked against the source.
 */
export function t<const T extends string>(message: T & Literal<T>, ...args: readonly MessageArgument[]): string {
  return filled(translated(message), args);
}

/** A text with a count: `plural(3, { one: '{0} scan', other: '{0} scans' })`. `args` are `{1}` and so on. */
export function plural(count: number, forms: PluralForms, ...args: readonly MessageArgument[]): string {
  return filled(pluralMessage(count, forms), [count, ...args]);
}

/**
 * A text whose placeholders aren't strings, such as elements of a page: texts and arguments in the order of the
 * language.
 */
export function interleave<A, const T extends string>(message: T & Literal<T>, ...args: readonly A[]): (string | A)[] {
  return interleaved(translated(message), args);
}

/** The translation of a message with its placeholders, for modules that format them differently. */
export function translated(message: string): string {
  return currentLocale().translate?.(message) ?? message;
}

/**
 * The form of a message for a count, with its placeholders. A translation has one entry for each plural category of its
 * language: the key is the `other` form, and the category is its comment (`{0} scans/one`, `{0} scans/few` …).
 */
export function pluralMessage(count: number, forms: PluralForms): string {
  const { language, translate } = currentLocale();
  const category = pluralCategory(count, language);
  if (translate !== undefined) {
    for (const comment of [category, 'other']) {
      const message = translate(forms.other, comment);
      if (message !== forms.other) return message;
    }
  }
  return pluralCategory(count, 'en') === 'one' ? forms.one : forms.other;
}

/** Texts and arguments of a message in order; placeholders without an argument are unchanged. */
function interleaved<A>(message: string, args: readonly A[]): (string | A)[] {
  return message.split(/(\{\d+\})/).flatMap((part): (string | A)[] => {
    const at = /^\{(\d+)\}$/.exec(part)?.[1];
    if (at === undefined) return part === '' ? [] : [part];
    const argument = args[Number(at)];
    return [argument === undefined ? part : argument];
  });
}

function filled(message: string, args: readonly MessageArgument[]): string {
  return args.length === 0
    ? message
    : message.replace(/\{(\d+)\}/g, (placeholder, at: string) => {
        const argument = args[Number(at)];
        return argument === undefined ? placeholder : argumentText(argument);
      });
}

/** Formats an argument. */
export function argumentText(argument: MessageArgument): string {
  return typeof argument === 'number' ? formatNumber(argument) : argument;
}

const rules = new Map<string, Intl.PluralRules>();

function pluralCategory(count: number, language: string): Intl.LDMLPluralRule {
  let rule = rules.get(language);
  if (rule === undefined) {
    rule = new Intl.PluralRules(language);
    rules.set(language, rule);
  }
  return rule.select(count);
}
