import { argumentText, pluralMessage, translated, type Literal, type PluralForms } from '../../../l10n';
import { visibleText } from '../../../core/text/visibleText';

declare const safe: unique symbol;

/**
 * Text that VS Code may show: untrusted text in it can't act as a link or an icon, and can't hide or reorder anything.
 * Only made by {@link uiText}, {@link uiPlural}, {@link untrusted}, {@link untrustedLines}, {@link uiLines}, {@link
 * uiSentences}, and {@link uiList}.
 */
export type UiText = string & { readonly [safe]: true };

/** A theme icon in a template: the only argument besides text. Only made by {@link icon}. */
export interface Icon {
  readonly icon: string;
}

/** The value of a placeholder. Every string is untrusted, wherever it was composed. */
export type TextArgument = string | number | Icon;

interface Segment {
  readonly value: string;
  readonly isUntrusted: boolean;
}

/**
 * A message in the display language, with `{0}`, `{1}` … replaced by untrusted arguments: `uiText('Remove {0}?',
 * title)`. The message may contain links and icons; arguments can't add any.
 */
export function uiText<const T extends string>(message: T & Literal<T>, ...args: readonly TextArgument[]): UiText {
  return filledMessage(translated(message), args);
}

/** Like {@link uiText} with a count, which is `{0}`: `uiPlural(3, { one: '{0} scan', other: '{0} scans' })`. */
export function uiPlural(count: number, forms: PluralForms, ...args: readonly TextArgument[]): UiText {
  return filledMessage(pluralMessage(count, forms), [count, ...args]);
}

function filledMessage(message: string, args: readonly TextArgument[]): UiText {
  const segments = message.split(/\{(\d+)\}/).map((part, n) => (n % 2 === 0 ? ours(part) : filled(args[Number(part)])));
  return inert(segments);
}

/** Text that is or contains untrusted text: names, answers, sentences composed elsewhere. On one line. */
export function untrusted(value: string): UiText;
export function untrusted(value: string | undefined): UiText | undefined;
export function untrusted(value: string | undefined): UiText | undefined {
  return value === undefined ? undefined : inert([filled(value)]);
}

/** Like {@link untrusted}, for tooltips and the details of dialogs: line breaks are kept. */
export function untrustedLines(value: string): UiText {
  return inert([{ value: visibleText(value, { keepLines: true }), isUntrusted: true }]);
}

/** Texts below each other, without undefined and empty ones. */
export function uiLines(...parts: readonly (UiText | undefined)[]): UiText {
  return joined(parts, '\n');
}

/** Texts joined by spaces, without undefined and empty ones. */
export function uiSentences(...parts: readonly (UiText | undefined)[]): UiText {
  return joined(parts, ' ');
}

/** Short texts joined by dots, without undefined and empty ones. */
export function uiList(...parts: readonly (UiText | undefined)[]): UiText {
  return joined(parts, ' · ');
}

/** A theme icon by its name, for a placeholder. */
export function icon(name: string): Icon {
  return { icon: name };
}

/** No UiText ends inside a link or an icon that continues after white space. */
function joined(parts: readonly (UiText | undefined)[], by: '\n' | ' ' | ' · '): UiText {
  return parts.filter((part) => part !== undefined && part !== '').join(by) as UiText;
}

function ours(value: string): Segment {
  return { value, isUntrusted: false };
}

function filled(argument: TextArgument | undefined): Segment {
  if (typeof argument === 'object') return ours(`$(${argument.icon.replace(/[^a-z0-9~-]/g, '')})`);
  return { value: visibleText(argumentText(argument ?? '')), isUntrusted: true };
}

/**
 * VS Code reads `[label](target)` as a link and `$(name)` as an icon, but only if the parenthesis follows directly: a
 * space is inserted wherever one of these characters, or what follows them, is untrusted.
 */
function inert(segments: readonly Segment[]): UiText {
  const whole = segments.map(({ value }) => value).join('');
  const untrusted = segments.map(({ value, isUntrusted }) => (isUntrusted ? '1' : '0').repeat(value.length)).join('');
  return whole.replace(/[\]$](?=\()/g, (character, at: number) =>
    untrusted.slice(at, at + 3).includes('1') ? `${character} ` : character,
  ) as UiText;
}
