import type { ReadAt } from './fileBytes';
import { lineStartAfter } from './lineFeeds';
import type { TextFormat } from './textFormat';

/** How a file is divided. */
export interface SectionSizes {
  /** Length of a section in bytes, before it is extended to the end of a line; a multiple of 4. */
  readonly bytes: number;
  /** How far the end of a line is searched; longer lines are cut. Less than `bytes`. */
  readonly search: number;
}

/** Sections of this size open at once: VS Code copies the text of a document several times between its processes. */
export const sectionSizes: SectionSizes = { bytes: 8 * 2 ** 20, search: 2 * 2 ** 20 };
const chunkBytes = 64 * 1024;

/** A part of a file that is shown as one document. */
export interface Section {
  /** From 0. */
  readonly index: number;
  /** Byte offsets. */
  readonly start: number;
  readonly end: number;
  /** Whether its first line begins in an earlier section, since the line is too long for one. */
  readonly startsInLine: boolean;
  readonly endsInLine: boolean;
}

/** A file that is divided into sections. */
export interface Divided {
  readonly read: ReadAt;
  readonly size: number;
  readonly format: TextFormat;
}

interface Border {
  readonly offset: number;
  readonly isInLine: boolean;
}

/**
 * The border before a section: the first line that starts at a multiple of the size. It depends only on the bytes around
 * it, so that each section is found without reading others.
 */
async function borderBefore({ read, size, format }: Divided, index: number, sizes: SectionSizes): Promise<Border> {
  const nominal = index * sizes.bytes;
  if (index <= 0) return { offset: 0, isInLine: false };
  if (nominal >= size) return { offset: size, isInLine: false };
  const end = Math.min(size, nominal + sizes.search);
  for (let at = nominal - format.unit; at < end; at += chunkBytes) {
    const bytes = await read(at, Math.min(chunkBytes, end - at));
    const found = lineStartAfter(bytes, format);
    if (found !== -1) return { offset: at + found, isInLine: false };
  }
  if (end === size) return { offset: size, isInLine: false };
  return { offset: await betweenCharacters(read, nominal, format), isInLine: true };
}

/** The nearest position before or at `offset` that isn't within a character. */
async function betweenCharacters(read: ReadAt, offset: number, { encoding }: TextFormat): Promise<number> {
  const bytes = await read(offset - 4, 6);
  if (encoding !== 'bytes') {
    const unit = encoding === 'utf16le' ? bytes.readUInt16LE(4) : bytes.readUInt16BE(4);
    return unit >= 0xdc00 && unit <= 0xdfff ? offset - 2 : offset;
  }
  for (let back = 0; back < 4; back++) if (((bytes[4 - back] ?? 0) & 0xc0) !== 0x80) return offset - back;
  return offset;
}

/** A section by its index; the last one if there are fewer. */
export async function sectionAt(file: Divided, index: number, sizes: SectionSizes = sectionSizes): Promise<Section> {
  const last = (await sectionCount(file, sizes)) - 1;
  const wanted = Math.max(0, Math.min(index, last));
  const [from, to] = [await borderBefore(file, wanted, sizes), await borderBefore(file, wanted + 1, sizes)];
  return {
    index: wanted,
    start: from.offset,
    end: to.offset,
    startsInLine: from.isInLine,
    endsInLine: to.isInLine,
  };
}

/** How many sections a file has; at least one. */
export async function sectionCount(file: Divided, sizes: SectionSizes = sectionSizes): Promise<number> {
  const count = Math.max(1, Math.ceil(file.size / sizes.bytes));
  // The last line may have extended the section before it to the end.
  const { offset } = await borderBefore(file, count - 1, sizes);
  return count > 1 && offset >= file.size ? count - 1 : count;
}

/** The section that contains a byte offset. */
export async function getSection(file: Divided, offset: number, sizes: SectionSizes = sectionSizes): Promise<Section> {
  const section = await sectionAt(file, Math.floor(offset / sizes.bytes), sizes);
  if (offset < section.start) return sectionAt(file, section.index - 1, sizes);
  return offset >= section.end && section.end < file.size ? sectionAt(file, section.index + 1, sizes) : section;
}
