import { defang } from './defang';
import { refang } from './refang';
import type { Occurrence } from './types';

/** Whether nothing links an indicator, or it is as a browser takes it. */
export type IndicatorForm = 'defanged' | 'refanged';

/** A part of a text, from its first UTF-16 offset to the one after its last. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** A part of a text, and the text that replaces it. */
export interface Replacement extends TextPart {
  readonly text: string;
}

/** The text of an occurrence in the form, defanged as {@link defang} does in place of any other spelling; undefined if it already has it. */
export function inForm(
  { raw, defanged }: Pick<Occurrence, 'raw' | 'defanged'>,
  form: IndicatorForm,
): string | undefined {
  if (form === 'refanged') return defanged ? different(refang(raw), raw) : undefined;
  return different(defang(defanged ? refang(raw) : raw), raw);
}

/**
 * Whether an occurrence is in one of the parts of its text, also if only a part of it is. Parts don't overlap; occurrences
 * must be checked in their order, which takes no time for each of thousands of parts.
 */
export function partsFilter(parts: readonly TextPart[]): (occurrence: TextPart) => boolean {
  const ordered = parts.toSorted((a, b) => a.start - b.start);
  let index = 0;
  return ({ start, end }) => {
    while (index < ordered.length && (ordered[index]?.end ?? 0) <= start) index++;
    return (ordered[index]?.start ?? Infinity) < end;
  };
}

/** A text with its occurrences replaced, which are in order. */
export function replaceIn(text: string, replacements: readonly Replacement[]): string {
  let result = '';
  let copied = 0;
  for (const { start, end, text: replaced } of replacements) {
    result += text.slice(copied, start) + replaced;
    copied = end;
  }
  return result + text.slice(copied);
}

function different(text: string, raw: string): string | undefined {
  return text === raw ? undefined : text;
}

/** Whether a program may link a text that isn't defanged, or only in part, such as `hxxp://a-site.com` or `http://a-site[.]com`. */
export function isClickable(raw: string): boolean {
  if (/^(?:https?|ftp):\/\//i.test(raw)) return true;
  const [, host = ''] = /^(?:[^/?#]*?:\/\/)?([^/?#]*)/.exec(raw) ?? [];
  return /[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(host.slice(host.lastIndexOf('@') + 1));
}
