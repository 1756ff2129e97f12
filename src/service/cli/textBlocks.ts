import { encodingOf } from '../import/bytes';

/** A part of a text with its place: UTF-16 offset from 0, line and column from 1. */
export interface TextBlock {
  readonly text: string;
  readonly start: number;
  readonly line: number;
  readonly column: number;
}

/** A text up to this is one block, so that what stands around an indicator counts; one string can't hold every file. */
const wholeLength = 32 * 1024 * 1024;

/**
 * Reads bytes as text: UTF-8, or UTF-16 where it begins with that byte order mark. A text beyond `most` UTF-16 units comes
 * in several blocks, cut behind a line end where there is one, else behind a blank.
 */
export async function* textBlocks(bytes: AsyncIterable<Uint8Array>, most = wholeLength): AsyncGenerator<TextBlock> {
  let decoder: TextDecoder | undefined;
  let parts: string[] = [];
  let held = 0;
  let place = { start: 0, line: 1, column: 1 };
  const add = (text: string): void => {
    parts.push(text);
    held += text.length;
  };
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    add(decoder.decode(chunk, { stream: true }));
    if (held < most) continue;
    const text = parts.join('');
    const cut = cutOf(text);
    yield { text: text.slice(0, cut), ...place };
    place = after(place, text.slice(0, cut));
    parts = [text.slice(cut)];
    held = text.length - cut;
  }
  if (decoder !== undefined) add(decoder.decode());
  if (held > 0) yield { text: parts.join(''), ...place };
}

function cutOf(text: string): number {
  const line = text.lastIndexOf('\n');
  if (line !== -1) return line + 1;
  const blank = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t'));
  return blank === -1 ? text.length : blank + 1;
}

function after({ start, line, column }: Omit<TextBlock, 'text'>, text: string): Omit<TextBlock, 'text'> {
  let lines = 0;
  let last = -1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines++;
    last = at;
  }
  return {
    start: start + text.length,
    line: line + lines,
    column: lines === 0 ? column + text.length : text.length - last,
  };
}
