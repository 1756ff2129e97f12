import { visibleText } from '../visibleText';

declare const safe: unique symbol;

/**
 * Text that may be shown by VS Code: foreign text in it can't act as a link or an icon, and hides or reorders nothing.
 * Made by {@link uiText}, {@link foreign}, {@link foreignLines}, {@link uiLines}, {@link uiSentences} and {@link uiList} alone.
 */
export type UiText = string & { readonly [safe]: true };

/** A theme icon in a template: the one thing besides text that an argument may be. Made by {@link icon}. */
export interface Icon {
  readonly icon: string;
}

/** What fills a placeholder. Every string is foreign, whoever composed it. */
export type TextArgument = string | number | Icon;

/** An object that has no strings for keys: it fits a record of such keys only where they are not known one by one. */
type NoKeys = { readonly [safe]?: never };

/** A string that is written out in the source, not put together: `never` for `string` and for patterns such as `a${string}`. */
type Written<T extends string> = T extends unknown ? (NoKeys extends Record<T, unknown> ? never : T) : never;

interface Piece {
  readonly value: string;
  readonly isForeign: boolean;
}

/**
 * A template of our own, `{0}`, `{1}` … filled with foreign arguments: `uiText('Remove {0}?', title)`. The template may hold
 * links and icons; the arguments can add none. This is the one place where templates are to be translated.
 */
export function uiText<const T extends string>(template: T & Written<T>, ...args: readonly TextArgument[]): UiText {
  const pieces = template.split(/\{(\d+)\}/).map((part, n) => (n % 2 === 0 ? ours(part) : filled(args[Number(part)])));
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
  return { value: visibleText(String(argument ?? '')), isForeign: true };
}

/**
 * VS Code takes `[label](target)` for a link and `$(name)` for an icon, and only where nothing stands before the
 * parenthesis: a space goes there wherever one of the signs, or what follows them, is foreign.
 */
function inert(pieces: readonly Piece[]): UiText {
  const whole = pieces.map(({ value }) => value).join('');
  const foreign = pieces.map(({ value, isForeign }) => (isForeign ? '1' : '0').repeat(value.length)).join('');
  return whole.replace(/[\]$](?=\()/g, (sign, at: number) =>
    foreign.slice(at, at + 3).includes('1') ? `${sign} ` : sign,
  ) as UiText;
}
