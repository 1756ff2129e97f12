import { argumentText, pluralMessage, translated, type Literal, type PluralForms } from '../../../l10n';
import { visibleText } from '../visibleText';

declare const safe: unique symbol;

/**
 * Text that may be shown by VS Code: foreign text in it can't act as a link or an icon, and hides or reorders nothing.
 * Made by {@link uiText}, {@link uiPlural}, {@link foreign}, {@link foreignLines}, {@link uiLines}, {@link uiSentences} and {@link uiList} alone.
 */
export type UiText = string & { readonly [safe]: true };

/** A theme icon in a template: the one thing besides text that an argument may be. Made by {@link icon}. */
export interface Icon {
  readonly icon: string;
}

/** What fills a placeholder. Every string is foreign, whoever composed it. */
export type TextArgument = string | number | Icon;

interface Piece {
  readonly value: string;
  readonly isForeign: boolean;
}

/**
 * A message of our own in the display language, `{0}`, `{1}` … filled with untrusted arguments: `uiText('Remove {0}?', title)`.
 * The message may hold links and icons; the arguments can add none.
 */
export function uiText<const T extends string>(message: T & Literal<T>, ...args: readonly TextArgument[]): UiText {
  return filledMessage(translated(message), args);
}

/** As {@link uiText} with a count, which is `{0}`: `uiPlural(3, { one: '{0} scan', other: '{0} scans' })`. */
export function uiPlural(count: number, forms: PluralForms, ...args: readonly TextArgument[]): UiText {
  return filledMessage(pluralMessage(count, forms), [count, ...args]);
}

function filledMessage(message: string, args: readonly TextArgument[]): UiText {
  const pieces = message.split(/\{(\d+)\}/).map((part, n) => (n % 2 === 0 ? ours(part) : filled(args[Number(part)])));
  return inert(pieces);
}

/** Text that is foreign as a whole, or has foreign text mixed in: names, answers, sentences composed elsewhere. On one line. */
export function foreign(value: string): UiText;
export function foreign(value: string | undefined): UiText | undefined;
export function foreign(value: string | undefined): UiText | undefined {
  return value === undefined ? undefined : inert([filled(value)]);
}

/** As {@link foreign}, for tooltips and the details of dialogs: line breaks stay. */
export function foreignLines(value: string): UiText {
  return inert([{ value: visibleText(value, { keepLines: true }), isForeign: true }]);
}

/** Texts below each other; what is undefined or empty is left out. */
export function uiLines(...parts: readonly (UiText | undefined)[]): UiText {
  return joined(parts, '\n');
}

/** Texts after each other with a space between; what is undefined or empty is left out. */
export function uiSentences(...parts: readonly (UiText | undefined)[]): UiText {
  return joined(parts, ' ');
}

/** Short texts in a row, a dot between; what is undefined or empty is left out. */
export function uiList(...parts: readonly (UiText | undefined)[]): UiText {
  return joined(parts, ' · ');
}

/** A theme icon by its name, to fill a placeholder with. */
export function icon(name: string): Icon {
  return { icon: name };
}

/** Nothing that is UiText ends in the middle of a link or an icon and goes on after white space. */
function joined(parts: readonly (UiText | undefined)[], by: '\n' | ' ' | ' · '): UiText {
  return parts.filter((part) => part !== undefined && part !== '').join(by) as UiText;
}

function ours(value: string): Piece {
  return { value, isForeign: false };
}

function filled(argument: TextArgument | undefined): Piece {
  if (typeof argument === 'object') return ours(`$(${argument.icon.replace(/[^a-z0-9~-]/g, '')})`);
  return { value: visibleText(argumentText(argument ?? '')), isForeign: true };
}

/**
 * VS Code takes `[label](target)` for a link and `$(name)` for an icon, and only where nothing precedes the
 * parenthesis: a space goes there wherever one of the signs, or what follows them, is foreign.
 */
function inert(pieces: readonly Piece[]): UiText {
  const whole = pieces.map(({ value }) => value).join('');
  const foreign = pieces.map(({ value, isForeign }) => (isForeign ? '1' : '0').repeat(value.length)).join('');
  return whole.replace(/[\]$](?=\()/g, (sign, at: number) =>
    foreign.slice(at, at + 3).includes('1') ? `${sign} ` : sign,
  ) as UiText;
}
