import type { UtcMillis } from '../../core/records/record';
import type { SkippedItem, Statement } from '../../core/records/statement';
import { isObject } from '../../core/stix/fields';
import { type BundleReader, readBundle } from '../../core/stix/objects';
import { Elements, NotABundle } from './elements';
import { isJsonLines, JsonLines } from './jsonLines';
import type { ParsedChunk } from './parsedChunk';

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
export async function* readStix(pieces: AsyncIterable<string>, now: UtcMillis): AsyncGenerator<ParsedChunk> {
  const bundle = readBundle(now);
  const texts = new Texts(bundle);
  let parts: Elements | JsonLines | undefined;
  try {
    for await (const piece of pieces) {
      parts ??= isJsonLines(piece) ? new JsonLines() : new Elements();
      const isLine = parts instanceof JsonLines;
      for (const text of parts.push(piece)) texts.take(text, isLine);
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
