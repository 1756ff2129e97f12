import { type UtcMillis } from '../../core/records/record';
import { type LeftOut, type Said } from '../../core/records/said';
import { readBundle } from '../../core/stix/objects';
import { Elements, NotABundle } from './elements';
import { BrokeOff, type Reading } from './reading';

/** Reads a STIX bundle, a TAXII envelope or a bare list of objects. Throws BrokeOff where the text is none of them. */
export async function* readStix(pieces: AsyncIterable<string>, now: UtcMillis): AsyncGenerator<Reading> {
  const elements = new Elements();
  const bundle = readBundle(now);
  try {
    for await (const piece of pieces) {
      const texts = elements.push(piece);
      const said: Said[] = [];
      const leftOut: LeftOut[] = [];
      for (const text of texts) {
        let object: unknown;
        try {
          object = JSON.parse(text);
        } catch {
          leftOut.push({ reason: 'Object that is no valid JSON', example: text });
          continue;
        }
        const reading = bundle.read(object);
        said.push(...reading.said);
        leftOut.push(...reading.leftOut);
      }
      yield { objects: texts.length, said, leftOut };
    }
    yield { objects: 0, ...bundle.end() };
    elements.end();
  } catch (error) {
    if (!(error instanceof NotABundle)) throw error;
    yield { objects: 0, ...bundle.end() };
    throw new BrokeOff(error.message);
  }
}
