import type { UtcMillis } from '../../core/records/record';
import type { SkippedItem, Statement } from '../../core/records/statement';
import { isObject } from '../../core/stix/fields';
import { type BundleReader, readBundle } from '../../core/stix/objects';
import { Elements, NotABundle } from './elements';
import type { ParsedChunk } from './parsedChunk';

/** Longer than any line of a valid file. */
const maxLine = 64 * 1024 * 1024;

/**
 * Whether a text is JSON lines (NDJSON): its first line is a STIX object, or a bundle or envelope followed by more
 * lines.
 */
export function isJsonLines(head: string): boolean {
  const text = head.replace(/^[\uFEFF\s]+/, '');
  const [first = ''] = text.split(/\r?\n/, 1);
  if (!first.startsWith('{') || !first.trimEnd().endsWith('}')) return false;
  let value: unknown;
  try {
    value = JSON.parse(first);
  } catch {
    return false;
  }
  if (!isObject(value)) return false;
  if (Array.isArray(value.objects)) return text.slice(first.length).trim() !== '';
  return typeof value.type === 'string' && value.type !== 'bundle';
}

/** Splits text that arrives in chunks into its non-empty lines. */
export class JsonLines {
  private rest = '';

  push(textChunk: string): readonly string[] {
    // Searches only the new chunk of a line, not the whole line again.
    const lines = textChunk.split('\n');
    lines[0] = this.rest + (lines[0] ?? '');
    this.rest = lines.pop() ?? '';
    if (this.rest.length > maxLine) throw new NotABundle({ kind: 'lineTooLong' });
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  }

  /** The last line, if it doesn't end with a line break. */
  end(): readonly string[] {
    const last = this.rest.trim();
    this.rest = '';
    return last === '' ? [] : [last];
  }
}

/** The statements in the text of an object, or of a line that may be a whole bundle. */
class Texts {
  private statements: Statement[] = [];
  private skipped: SkippedItem[] = [];
  private objects = 0;

  constructor(private readonly bundle: BundleReader) {}

  take(text: string, isLine: boolean): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.objects++;
      this.skipped.push({ reason: { kind: 'invalidJson' }, example: text });
      return;
    }
    // A line may be an object, a bundle, or an envelope.
    const list: readonly unknown[] =
      isLine && isObject(value) && Array.isArray(value.objects) ? value.objects : [value];
    for (const object of list) {
      this.objects++;
      const reading = this.bundle.read(object);
      // One pattern may have hundreds of thousands, more than a call takes as arguments.
      for (const each of reading.statements) this.statements.push(each);
      for (const each of reading.skipped) this.skipped.push(each);
    }
  }

  reading(): ParsedChunk {
    const { objects, statements, skipped } = this;
    this.objects = 0;
    this.statements = [];
    this.skipped = [];
    return { objects, statements, skipped };
  }
}

/**
 * Reads a STIX bundle, a TAXII envelope, a list of objects, or JSON lines with an object or any of those per line.
 * Throws an InputError for anything else.
 */
export async function* readStix(textChunks: AsyncIterable<string>, now: UtcMillis): AsyncGenerator<ParsedChunk> {
  const bundle = readBundle(now);
  const texts = new Texts(bundle);
  let parts: Elements | JsonLines | undefined;
  try {
    for await (const textChunk of textChunks) {
      parts ??= isJsonLines(textChunk) ? new JsonLines() : new Elements();
      const isLine = parts instanceof JsonLines;
      for (const text of parts.push(textChunk)) texts.take(text, isLine);
      yield texts.reading();
    }
    const last = parts?.end() ?? [];
    for (const text of last) texts.take(text, true);
    yield texts.reading();
    yield { objects: 0, ...bundle.end() };
  } catch (error) {
    if (!(error instanceof NotABundle)) throw error;
    yield { objects: 0, ...bundle.end() };
    throw error;
  }
}
