import { setImmediate } from 'node:timers/promises';
import { findInBlocks } from '../core/indicators';
import { LineIndex } from '../core/indicators/detect/lineIndex';
import type { ImportInput, TriageProgress } from '../core/store/protocol/protocol';
import type { TextRead } from '../core/triage/found';
import { LinePositions } from '../core/triage/linePositions';
import { Tally } from '../core/triage/tally';
import { encodingOf, openInput } from './import/bytes';
import type { InputFailure } from '../core/records/problems/inputFailure';
import { inputFailureOf, refuseBinary } from './import/inputFailureOf';

export interface ReadTextOptions {
  /** VS Code's ID of the text's language; absent for prose and logs. */
  readonly languageId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: TriageProgress) => void;
}

/** Texts are searched in blocks of this many UTF-16 units, so that others get their turn in between. */
const blockLength = 64 * 1024;

/**
 * Reads a text of any size as a stream and counts its indicators: UTF-8 or UTF-16, gzip decompressed (a stream is read
 * as is). A text that can't be read is returned as skipped, one that was canceled or failed midway as far as it was
 * read. Never rejects.
 */
export async function readText(
  input: ImportInput | AsyncIterable<Uint8Array>,
  options: ReadTextOptions = {},
): Promise<TextRead> {
  const { languageId, signal, onProgress } = options;
  const tally = new Tally();
  const places = new LineIndex();
  const positions = new LinePositions();
  let bytes = 0;
  let lines = 0;
  let ended = 0;
  let failure: InputFailure | undefined;
  try {
    const isStream = Symbol.asyncIterator in input;
    const { chunks, totalBytes } = isStream ? { chunks: input, totalBytes: undefined } : await openInput(input);
    const text = async function* (): AsyncGenerator<string> {
      let decoder: TextDecoder | undefined;
      // The text after the last line feed counts as a line.
      let isInLine = false;
      try {
        for await (const chunk of chunks) {
          signal?.throwIfAborted();
          const first = decoder === undefined;
          decoder ??= new TextDecoder(encodingOf(chunk));
          const piece = decoder.decode(chunk, { stream: true });
          if (first) refuseBinary(piece);
          bytes += chunk.length;
          for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) ended++;
          if (piece !== '') isInLine = !piece.endsWith('\n');
          lines = ended + (isInLine ? 1 : 0);
          yield piece;
          onProgress?.({ bytes, found: tally.size, ...(totalBytes === undefined ? {} : { totalBytes }) });
        }
      } catch (error) {
        // What was read before the error counts.
        if (bytes === 0 || signal?.aborted === true) throw error;
        failure = inputFailureOf(error);
      }
      if (decoder !== undefined) yield decoder.decode();
    };
    const searched = findInBlocks(positions.watch(places.watch(text())), {
      blockLength,
      ...(languageId === undefined ? {} : { languageId }),
    });
    for await (const block of searched) {
      for (const occurrence of block) {
        const place = places.position(occurrence.start);
        tally.add(occurrence, place, positions.at(place.line));
      }
      await setImmediate();
      signal?.throwIfAborted();
    }
  } catch (error) {
    failure = signal?.aborted === true ? { kind: 'canceled' } : inputFailureOf(error);
    if (bytes === 0 && signal?.aborted !== true) return { kind: 'skipped', failure };
  }
  const { occurrences, unlisted } = tally;
  const read = { bytes, lines, occurrences, unlisted, found: tally.list(), timelineUnit: positions.unit };
  return { kind: 'read', ...read, ...(failure === undefined ? {} : { failure }) };
}
