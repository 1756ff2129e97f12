import { truncateText } from '../text/visibleText';

/** Maximum lengths, in UTF-16 units, and the most tags of an entry. */
export const maxNoteLength = 2_000;
export const maxTagLength = 50;
export const maxTags = 20;

/** A note and tags about an indicator. */
export interface Annotation {
  readonly note?: string;
  /** In the order in which they were added. */
  readonly tags?: readonly string[];
}

/** A note as it is stored, without spaces at its ends and at most {@link maxNoteLength} long; undefined if it is empty. */
export function cleanNote(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const note = truncateText(
    text
      .slice(0, 2 * maxNoteLength)
      .replace(/\r\n?/g, '\n')
      .trim(),
    maxNoteLength,
  );
  return note === '' ? undefined : note;
}

/** A note in one line, for inputs; {@link noteOfLine} reads it. */
export function lineOfNote(note: string): string {
  return note.replaceAll('\n', ` ${lineBreak} `);
}

/** A note that was typed in one line: a line break is {@link lineBreak} between spaces. */
export function noteOfLine(line: string): string {
  return line.replace(/(?:^|(?<= )| )\\n(?= |$) ?/g, '\n');
}

/** How a line break is written in one line. */
export const lineBreak = '\\n';

/** A tag as it is stored; undefined if it is empty, has a comma, or exceeds {@link maxTagLength}. */
export function cleanTag(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 4 * maxTagLength) return undefined;
  const tag = text.replace(/\s+/g, ' ').trim();
  return tag === '' || tag.length > maxTagLength || tag.includes(',') ? undefined : tag;
}

/** Tags as they are stored, each once in any case; undefined if there are none. */
export function cleanTags(texts: unknown): readonly string[] | undefined {
  if (!Array.isArray(texts)) return undefined;
  const tags = new Map<string, string>();
  for (const text of texts as readonly unknown[]) {
    const tag = cleanTag(text);
    if (tag !== undefined && tags.size < maxTags && !tags.has(tagKey(tag))) tags.set(tagKey(tag), tag);
  }
  return tags.size === 0 ? undefined : [...tags.values()];
}

/** The key of a tag, which is the same for tags that differ only in case. */
export function tagKey(tag: string): string {
  return tag.toLowerCase();
}
