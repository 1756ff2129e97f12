import { currentLocale } from './locale';
import { formatNumber } from './numbers';

/** An object that has no strings for keys: it fits a record of such keys only where they are not known one by one. */
type NoKeys = { readonly [none]?: never };
declare const none: unique symbol;

/** A string that is written out in the source, not put together: `never` for `string` and for patterns such as `a${string}`. */
export type Literal<T extends string> = T extends unknown ? (NoKeys extends Record<T, unknown> ? never : T) : never;

/** What fills a placeholder. Numbers are written in the reader's way. */
export type MessageArgument = string | number;

/** The English forms of a message with a count, which is `{0}`. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

/**
 * A text in the display language: `t('Remove {0}?', title)`. The message is the key of the translation; it must be written
 * out, since bundles are checked against the source.
 */
export function t<const T extends string>(message: T & Literal<T>, ...args: readonly MessageArgument[]): string {
  return filled(translated(message), args);
}

/** A text with a count: `plural(3, { one: '{0} scan', other: '{0} scans' })`. `{1}` … are filled with `args`. */
export function plural(count: number, forms: PluralForms, ...args: readonly MessageArgument[]): string {
  return filled(pluralMessage(count, forms), [count, ...args]);
}

/** A text whose placeholders are no text, such as elements of a page: texts and arguments in the order of the language. */
export function interleave<A, const T extends string>(message: T & Literal<T>, ...args: readonly A[]): (string | A)[] {
  return interleaved(translated(message), args);
}

/** The translation of a message, its placeholders unfilled. For modules that fill them in a way of their own. */
export function translated(message: string): string {
  return currentLocale().translate?.(message) ?? message;
}

/**
 * The form of a message for a count, its placeholders unfilled. A translation has one entry for each plural category of its
 * language: the key is the `other` form, and the category its comment (`{0} scans/one`, `{0} scans/few` …).
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

/** Texts and arguments of a message in its order; placeholders without an argument stay as they are. */
export function interleaved<A>(message: string, args: readonly A[]): (string | A)[] {
  return message.split(/(\{\d+\})/).flatMap((piece): (string | A)[] => {
    const at = /^\{(\d+)\}$/.exec(piece)?.[1];
    if (at === undefined) return piece === '' ? [] : [piece];
    const argument = args[Number(at)];
    return [argument === undefined ? piece : argument];
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

/** An argument as text. */
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
